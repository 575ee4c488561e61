#include "perf/configurations.hpp"

#include <set>

#include "backends/backend.hpp"
#include "backends/device_facts.hpp"

namespace plethos::perf {
namespace {

std::vector<Registration::Add>& registrations() {
  static std::vector<Registration::Add> all;
  return all;
}

}  // namespace

std::vector<backends::Backend> configurations() {
  std::vector<std::string> lanes{"scalar"};
  for (const auto& target : backends::simd_targets()) lanes.push_back(target.name);
  std::vector<backends::Backend> found;
  for (const std::string& name : backends::backend_names()) {
    if (!backends::why_unavailable(name).empty()) continue;
    const backends::Backend all_threads = backends::make_backend({name, "scalar", 0});
    if (!all_threads.scheduler) {
      found.push_back(all_threads);
      continue;
    }
    for (const std::string& lane : lanes) {
      for (const int threads : std::set<int>{1, std::min(2, all_threads.threads), all_threads.threads}) {
        // On one thread every backend does what serial does.
        if (threads > 1 || name == "serial") found.push_back(backends::make_backend({name, lane, threads}));
      }
    }
  }
  return found;
}

const backends::Backend& fastest_backend() {
  static const backends::Backend backend =
      backends::make_backend({backends::why_device_is_unavailable().empty() ? backends::device_backend() : "openmp", "simd", 0});
  return backend;
}

std::int64_t largest_crowd(const backends::Backend& backend) {
  return !backend.scheduler || backend.threads * backend.lane_width() >= 16 ? 1000000 : 100000;
}

Registration::Registration(Add add) { registrations().push_back(std::move(add)); }

void register_all() {
  for (const backends::Backend& backend : configurations()) {
    std::string name = backend.name + "/" + backend.lanes();
    if (backend.scheduler) name += "/threads:" + std::to_string(backend.threads);
    for (const Registration::Add& add : registrations()) add(backend, name);
  }
}

}  // namespace plethos::perf
