#include "backends/openmp/waiting.hpp"

#include <unistd.h>

#include <climits>
#include <cstdlib>

namespace plethos::backends {
namespace {

/// Some 30 microseconds: longer than from one kernel of a step to the next, far shorter than a turn of another process.
constexpr const char* spins = "1000";

}  // namespace

void bound_waiting(char* const* arguments) {
  if (std::getenv("OMP_WAIT_POLICY") != nullptr || std::getenv("GOMP_SPINCOUNT") != nullptr) return;
  // By its own name, not by that of the link: process lists show it.
  char program[PATH_MAX];
  const ssize_t length = ::readlink("/proc/self/exe", program, sizeof program - 1);
  if (length <= 0) return;
  program[length] = '\0';
  setenv("GOMP_SPINCOUNT", spins, 1);
  ::execv(program, arguments);
  unsetenv("GOMP_SPINCOUNT");
}

std::string thread_waiting() {
  if (const char* count = std::getenv("GOMP_SPINCOUNT")) return std::string("spins ") + count + " times";
  if (const char* policy = std::getenv("OMP_WAIT_POLICY")) return policy;
  return "default";
}

}  // namespace plethos::backends
