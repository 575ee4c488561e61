#pragma once

namespace plethos::scenarios {

/// While it lives, the first interrupt (SIGINT, SIGTERM, or SIGHUP unless that was ignored, as under nohup) asks for an end in good order
/// and a second one of the same kind kills the program. Guards may live inside of each other: the outermost decides for how long, and an
/// interrupt that it saw before the inner one was made counts for that, too.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
};

/// Whether the guard that lives, or else the last one, has seen an interrupt.
bool interrupted();

}  // namespace plethos::scenarios
