#pragma once

namespace plethos::scenarios {

/// While it lives, the first interrupt (SIGINT, SIGTERM) asks for an end in good order and a second one kills the program.
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
