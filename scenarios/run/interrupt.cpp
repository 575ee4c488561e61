#include "scenarios/run/interrupt.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <iterator>

#include "scenarios/io/temporary_files.hpp"

namespace plethos::scenarios {
namespace {

using Nanoseconds = std::atomic<std::int64_t>;
static_assert(Nanoseconds::is_always_lock_free, "a handler of signals may not wait for a lock");

/// The time of the first signal of each kind; 0: there was none.
Nanoseconds first[std::size(interrupt_signals)];
int guards = 0;
std::atomic<bool> ends_at_once{false};
sigset_t mask_before;
bool holds = false;

[[noreturn]] void end_at_once() {
  remove_temporary_files();
  ::_exit(130);
}

sigset_t all_interrupts() {
  sigset_t all;
  sigemptyset(&all);
  for (const int signal : interrupt_signals) sigaddset(&all, signal);
  return all;
}

void handle(int signal) {
  if (signal == SIGINT && ends_at_once) end_at_once();
  timespec clock{};
  clock_gettime(CLOCK_MONOTONIC, &clock);
  const std::int64_t now = std::int64_t{1'000'000'000} * clock.tv_sec + clock.tv_nsec;
  for (std::size_t k = 0; k < std::size(interrupt_signals); ++k) {
    if (interrupt_signals[k] != signal) continue;
    std::int64_t none = 0;
    if (first[k].compare_exchange_strong(none, now) || now - none < interrupt_echo.count()) return;
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  if (guards++ > 0) return;
  for (Nanoseconds& of_kind : first) of_kind = 0;
  for (const int signal : interrupt_signals) {
    // A program that is meant to outlive its terminal goes on.
    if (std::signal(signal, handle) == SIG_IGN && signal == SIGHUP) std::signal(signal, SIG_IGN);
  }
  // The parent process may have blocked these signals until now.
  const sigset_t waiting = all_interrupts();
  sigprocmask(SIG_UNBLOCK, &waiting, nullptr);
}

InterruptGuard::~InterruptGuard() {
  if (--guards > 0) return;
  for (const int signal : interrupt_signals) {
    if (std::signal(signal, SIG_DFL) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

EndAtOnce::EndAtOnce() {
  ends_at_once = true;
  for (std::size_t k = 0; guards > 0 && k < std::size(interrupt_signals); ++k) {
    if (interrupt_signals[k] == SIGINT && first[k] != 0) end_at_once();
  }
}

EndAtOnce::~EndAtOnce() { ends_at_once = false; }

void hold_interrupts() {
  const sigset_t waiting = all_interrupts();
  holds = sigprocmask(SIG_BLOCK, &waiting, &mask_before) == 0;
}

void release_interrupts() {
  if (holds) sigprocmask(SIG_SETMASK, &mask_before, nullptr);
  holds = false;
}

bool interrupted() { return interrupt_signal() != 0; }

int interrupt_signal() {
  int signal = 0;
  std::int64_t earliest = 0;
  for (std::size_t k = 0; guards > 0 && k < std::size(interrupt_signals); ++k) {
    const std::int64_t time = first[k];
    if (time == 0 || (earliest != 0 && time >= earliest)) continue;
    earliest = time;
    signal = interrupt_signals[k];
  }
  return signal;
}

}  // namespace plethos::scenarios
