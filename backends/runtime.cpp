#include "backends/runtime.hpp"

#include <omp.h>

#include <Kokkos_Core.hpp>
#include <cstdlib>
#include <sstream>

#include "backends/device.hpp"
#include "backends/device_facts.hpp"
#include "backends/kokkos_settings.hpp"
#include "core/error.hpp"

namespace plethos::backends {

namespace {

/// Returns whether it has started Kokkos. It does nothing if Kokkos runs already.
bool start(int& argc, char** argv, int threads) {
  if (Kokkos::is_initialized()) return false;
  if (Kokkos::is_finalized()) throw InputError("Kokkos: found it ended, expected one start and one end in the life of the program");
  if (built_with_device()) {
    const std::string why = why_device_is_unavailable();
    if (!why.empty()) throw MachineError("this build of plethos needs a GPU: " + why + " (the default preset runs without one)");
  }
  const int pool = check_kokkos_settings({argv, static_cast<std::size_t>(argc)}, threads);
  // Kokkos warns on stderr, in many lines, if this is not set.
  setenv("OMP_PROC_BIND", "false", 0);
  // Kokkos takes settings or arguments, not both. Its arguments override its environment.
  setenv("KOKKOS_DISABLE_WARNINGS", "1", 0);
  setenv("KOKKOS_NUM_THREADS", std::to_string(pool).c_str(), 1);
  // Kokkos starts a team of OpenMP's own size once before it asks for its own.
  omp_set_num_threads(pool);
  Kokkos::initialize(argc, argv);
  return true;
}

}  // namespace

Runtime::Runtime(int& argc, char** argv, int threads) : joined_(!start(argc, argv, threads)) {}

Runtime::Runtime(int threads) {
  int none = 0;
  char* end = nullptr;
  joined_ = !start(none, &end, threads);
}

Runtime::~Runtime() {
  if (!joined_) Kokkos::finalize();
}

std::string kokkos_version() {
  return std::to_string(KOKKOS_VERSION / 10000) + "." + std::to_string(KOKKOS_VERSION / 100 % 100) + "." +
         std::to_string(KOKKOS_VERSION % 100);
}

std::string kokkos_spaces() {
  return (built_with_device() ? std::string(Kokkos::DefaultExecutionSpace::name()) + " " : "") + "OpenMP Serial";
}

std::vector<std::pair<std::string, std::string>> kokkos_configuration() {
  std::stringstream text;
  Kokkos::print_configuration(text);
  std::vector<std::pair<std::string, std::string>> found;
  for (std::string line; std::getline(text, line);) {
    const std::size_t begin = line.find_first_not_of(' ');
    const std::size_t end = line.find(": ");
    if (begin == std::string::npos || end == std::string::npos || end + 2 >= line.size()) continue;
    found.emplace_back(line.substr(begin, end - begin), line.substr(end + 2));
  }
  return found;
}

int device_number() { return Kokkos::device_id(); }

void wait_for_device() { Kokkos::fence("plethos::wait_for_device"); }

std::string thread_binding() {
  const char* places = std::getenv("OMP_PLACES");
  const char* names[] = {"none", "true", "primary", "close", "spread"};
  const int bind = omp_get_proc_bind();
  return std::string(bind >= 0 && bind < 5 ? names[bind] : "unknown") + (places ? std::string(" on ") + places : "");
}

}  // namespace plethos::backends
