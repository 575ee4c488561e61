#pragma once

#include <chrono>
#include <csignal>

namespace plethos::scenarios {

inline constexpr int interrupt_signals[] = {SIGINT, SIGTERM, SIGHUP};

/// So soon after the first a second interrupt is the same one: timeout(1) and many a job manager send it to the program and to its group.
inline constexpr std::chrono::nanoseconds interrupt_echo = std::chrono::milliseconds(500);

/// While it lives, the first interrupt (SIGINT, SIGTERM, or SIGHUP unless that was ignored, as under nohup) asks for an end in good order
/// and a second one of the same kind, later than `interrupt_echo`, kills the program. Guards may live inside of each other: the outermost
/// decides for how long, and an interrupt that it saw before the inner one was made counts for that, too.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
};

/// Whether a guard that lives has seen an interrupt; without one nobody asks for an end.
bool interrupted();

}  // namespace plethos::scenarios
