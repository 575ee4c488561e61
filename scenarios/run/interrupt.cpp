#include "scenarios/run/interrupt.hpp"

#include <csignal>

namespace plethos::scenarios {
namespace {

volatile std::sig_atomic_t seen = 0;

}  // namespace

InterruptGuard::InterruptGuard() {
  seen = 0;
  const auto handle = [](int signal) {
    seen = 1;
    std::signal(signal, SIG_DFL);
  };
  std::signal(SIGINT, handle);
  std::signal(SIGTERM, handle);
}

InterruptGuard::~InterruptGuard() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

bool interrupted() { return seen != 0; }

}  // namespace plethos::scenarios
