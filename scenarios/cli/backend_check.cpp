#include "scenarios/cli/backend_check.hpp"

#include <cstdio>

#include "backends/backend.hpp"
#include "backends/check.hpp"
#include "backends/concurrency.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

namespace plethos::cli {

void check_backend(const backends::BackendOptions& backend) {
  backends::check(backend);
  if (backend.grain % backends::widest_vector != 0) {
    throw InputError("--grain: found " + std::to_string(backend.grain) + ", expected a multiple of " +
                     std::to_string(backends::widest_vector));
  }
}

void warn_of_no_effect(const backends::BackendOptions& backend) {
  const bool cpu_threads = backend.name != "serial" && !backends::on_device(backend.name);
  if (backend.schedule != "auto" && !cpu_threads) warn_of_no_effect("--schedule " + backend.schedule, "on the backend " + backend.name);
  if (backend.grain > 0 && backends::on_device(backend.name)) {
    warn_of_no_effect("--grain " + std::to_string(backend.grain), "on the backend " + backend.name);
  }
}

void warn_of_no_effect(const std::string& option, const std::string& why) {
  std::fprintf(stderr, "plethos: warning: %s has no effect %s\n", one_line(option).c_str(), one_line(why).c_str());
}

}  // namespace plethos::cli
