#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

#ifdef __SANITIZE_THREAD__
// A single thread has no races to find.
constexpr int least_threads = 2;
#else
constexpr int least_threads = 1;
#endif

std::vector<backends::BackendOptions> make_configurations(bool vectors) {
  std::vector<backends::BackendOptions> configurations;
  for (const std::string& name : backends::backend_names()) {
    if (!backends::why_unavailable(name).empty()) continue;
    const bool on_cpu = backends::make_backend({name, "scalar", 1}).scheduler != nullptr;
    std::vector<std::string> lanes{"scalar"};
    if (on_cpu && vectors) {
      for (const backends::SimdTarget& target : backends::simd_targets()) lanes.push_back(target.name);
    }
    const int most_threads = on_cpu && name != "serial" ? 2 : 1;
    for (int threads = least_threads; threads <= most_threads; ++threads) {
      for (const std::string& lane : lanes) configurations.push_back({name, lane, threads});
    }
  }
  return configurations;
}

}  // namespace

const std::vector<backends::BackendOptions>& all_configurations() {
  static const std::vector<backends::BackendOptions> configurations = make_configurations(true);
  return configurations;
}

const std::vector<backends::BackendOptions>& scalar_configurations() {
  static const std::vector<backends::BackendOptions> configurations = make_configurations(false);
  return configurations;
}

std::string name_of(const backends::BackendOptions& options) {
  return options.name + " " + options.lanes + ", " + std::to_string(options.threads) + (options.threads == 1 ? " thread" : " threads");
}

void for_each_configuration(const std::vector<backends::BackendOptions>& configurations, MatrixTest test) {
  for (const backends::BackendOptions& options : configurations) {
    const std::string name = name_of(options);
    DOCTEST_SUBCASE(name.c_str()) { test(backends::make_backend(options)); }
  }
}

}  // namespace plethos::tests
