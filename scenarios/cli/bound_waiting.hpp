#pragma once

#include <csignal>

#include "backends/openmp/waiting.hpp"
#include "scenarios/run/interrupt.hpp"

namespace plethos::cli {

/// Calls backends::bound_waiting(), which starts the program anew, without losing an interrupt. An interrupt that has come keeps the
/// process as it is. Later ones wait for the InterruptGuard of the new program.
inline void bound_waiting(char* const* arguments) {
  sigset_t waiting, before;
  sigemptyset(&waiting);
  for (const int signal : scenarios::interrupt_signals) sigaddset(&waiting, signal);
  sigprocmask(SIG_BLOCK, &waiting, &before);
  if (!scenarios::interrupted()) backends::bound_waiting(arguments);
  sigprocmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace plethos::cli
