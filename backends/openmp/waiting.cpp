#include "backends/openmp/waiting.hpp"

#include <unistd.h>

#include <climits>
#include <cstdlib>

#include "backends/processors.hpp"

namespace plethos::backends {
namespace {

/// Some 30 microseconds. It is longer than the time between two kernels of a step, and far shorter than a turn of another process.
constexpr const char* spins = "1000";

}  // namespace

void bound_waiting(char* const* arguments) {
  if (std::getenv("OMP_WAIT_POLICY") != nullptr || std::getenv("GOMP_SPINCOUNT") != nullptr) return;
  // The program starts by its own name, not by that of the link, because process lists show the name.
  char program[PATH_MAX];
  const ssize_t length = ::readlink("/proc/self/exe", program, sizeof program - 1);
  if (length <= 0) return;
  program[length] = '\0';
  setenv("GOMP_SPINCOUNT", spins, 1);
  run_on_all_processors();
  ::execv(program, arguments);
  unsetenv("GOMP_SPINCOUNT");
}

std::string thread_waiting() {
  if (const char* count = std::getenv("GOMP_SPINCOUNT")) return std::string("spins ") + count + " times";
  if (const char* policy = std::getenv("OMP_WAIT_POLICY")) return policy;
  return "default";
}

}  // namespace plethos::backends
