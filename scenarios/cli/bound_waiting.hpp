#pragma once

#include <csignal>

#include "backends/openmp/waiting.hpp"
#include "scenarios/run/interrupt.hpp"

namespace plethos::cli {

/// backends::bound_waiting(), which starts the program anew, but no interrupt is lost by that: one that was seen keeps the process as it
/// is, and later ones wait for the InterruptGuard of what is started.
inline void bound_waiting(char* const* arguments) {
  sigset_t waiting, before;
  sigemptyset(&waiting);
  for (const int signal : scenarios::interrupt_signals) sigaddset(&waiting, signal);
  sigprocmask(SIG_BLOCK, &waiting, &before);
  if (!scenarios::interrupted()) backends::bound_waiting(arguments);
  sigprocmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace plethos::cli
