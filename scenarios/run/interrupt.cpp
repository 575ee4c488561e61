#include "scenarios/run/interrupt.hpp"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <iterator>

namespace plethos::scenarios {
namespace {

using Nanoseconds = std::atomic<std::int64_t>;
static_assert(Nanoseconds::is_always_lock_free, "a handler of signals may not wait for a lock");

/// The time of the first signal of each kind; 0: there was none.
Nanoseconds first[std::size(interrupt_signals)];
int guards = 0;

void handle(int signal) {
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
  sigset_t waiting;
  sigemptyset(&waiting);
  for (const int signal : interrupt_signals) sigaddset(&waiting, signal);
  sigprocmask(SIG_UNBLOCK, &waiting, nullptr);
}

InterruptGuard::~InterruptGuard() {
  if (--guards > 0) return;
  for (const int signal : interrupt_signals) {
    if (std::signal(signal, SIG_DFL) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
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
