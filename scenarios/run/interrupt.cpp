#include "scenarios/run/interrupt.hpp"

#include <csignal>

namespace plethos::scenarios {
namespace {

volatile std::sig_atomic_t seen = 0;
int guards = 0;

}  // namespace

InterruptGuard::InterruptGuard() {
  if (guards++ > 0) return;
  seen = 0;
  const auto handle = [](int signal) {
    seen = 1;
    std::signal(signal, SIG_DFL);
  };
  for (const int signal : interrupt_signals) {
    // What outlives its terminal on purpose goes on.
    if (std::signal(signal, handle) == SIG_IGN && signal == SIGHUP) std::signal(signal, SIG_IGN);
  }
  // Whoever started this may have let them wait until now.
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

bool interrupted() { return guards > 0 && seen != 0; }

}  // namespace plethos::scenarios
