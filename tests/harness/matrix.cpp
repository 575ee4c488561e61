#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

#if defined(__SANITIZE_THREAD__)
// A single thread has no races to find.
constexpr bool with_serial = false, with_one_thread = false, with_threads_on_vectors = true;
#elif defined(__SANITIZE_ADDRESS__)
// A pool of one thread reads and writes what the serial backend does, and so do two threads with vectors. Tests take several times as long
// here.
constexpr bool with_serial = true, with_one_thread = false, with_threads_on_vectors = false;
#else
constexpr bool with_serial = true, with_one_thread = true, with_threads_on_vectors = true;
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
    const bool pool = on_cpu && name != "serial";
    for (int threads = 1; threads <= (pool ? 2 : 1); ++threads) {
      if (threads == 1 && !(pool ? with_one_thread : with_serial)) continue;
      for (const std::string& lane : lanes) {
        // What a pool's one thread does with vectors, the serial backend does, too, and two threads do.
        if (!pool || lane == "scalar" || (threads == 2 && with_threads_on_vectors)) configurations.push_back({name, lane, threads});
      }
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
