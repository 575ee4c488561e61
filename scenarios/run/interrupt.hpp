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

/// While it lives, nothing is lost by an end: Ctrl-C (SIGINT) ends the program at once with exit code 130, without a word, and takes files
/// that are not whole with it. So does one that a living guard has seen before. Other interrupts still wait, because who sends them counts
/// on a checkpoint and its exit code. It is for the time before the first step, in which a planner may prepare for minutes.
class EndAtOnce {
 public:
  EndAtOnce();
  ~EndAtOnce();
  EndAtOnce(const EndAtOnce&) = delete;
  EndAtOnce& operator=(const EndAtOnce&) = delete;
};

/// Lets interrupts wait until an InterruptGuard is made, or release_interrupts() ends that. A program calls it before anything else,
/// because the start of its libraries takes a while, and an interrupt would kill it.
void hold_interrupts();
void release_interrupts();

/// Returns whether a living guard has seen an interrupt. Without a guard it returns false.
bool interrupted();
/// Returns the first signal that it has seen, or 0.
int interrupt_signal();

}  // namespace plethos::scenarios
