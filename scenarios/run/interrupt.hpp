#pragma once

#include <chrono>
#include <csignal>

namespace plethos::scenarios {

inline constexpr int interrupt_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1};

/// An interrupt that comes this soon after the first is the same one: timeout(1) and many job managers send it to the program and to its
/// group.
inline constexpr std::chrono::nanoseconds interrupt_echo = std::chrono::milliseconds(500);

/// While it lives, the first interrupt asks for an end in good order (SIGINT, SIGTERM, SIGUSR1, or SIGHUP unless that was ignored, as under
/// nohup). A second one of the same kind, later than `interrupt_echo`, kills the program. Guards may live inside of each other: the
/// outermost decides how long they act, and an interrupt before the inner one was made counts for the inner one, too.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
};

/// Returns whether a living guard has seen an interrupt. Without a guard it returns false.
bool interrupted();
/// Returns the first signal that it has seen, or 0.
int interrupt_signal();

}  // namespace plethos::scenarios
