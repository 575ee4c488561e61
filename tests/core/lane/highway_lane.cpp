#include <doctest/doctest.h>

#include "tests/core/lane/lane_simd.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {

TEST_CASE("every operation of the vector lane is plain C++ on each element") {
  for (const backends::SimdTarget& target : backends::simd_targets()) {
    CAPTURE(target.name);
    const LaneReport report = check_highway_lane(target, seed());
    CHECK(report.checks > 100000);
    for (const std::string& failure : report.failures) FAIL_CHECK(failure);
  }
}

TEST_CASE("a lane is as wide as its target says") {
  for (const backends::SimdTarget& target : backends::simd_targets())
    CHECK_MESSAGE(highway_lane_width(target) == target.lanes, target.name);
}

TEST_CASE("a target's entry is found without a word to the process, whose threads may be looking for others") {
  for (const backends::SimdTarget& target : backends::simd_targets()) CHECK_MESSAGE(looking_leaves_highway_alone(target), target.name);
}

TEST_CASE("targets are listed from narrow to wide, each once") {
  const auto& targets = backends::simd_targets();
  for (std::size_t i = 1; i < targets.size(); ++i) CHECK(targets[i - 1].lanes < targets[i].lanes);
}

#if defined(__x86_64__) && !defined(PLETHOS_ONE_SIMD_TARGET)
TEST_CASE("the processor's vector units are all found") {
  const auto lanes_of = [](const std::string& name) {
    for (const backends::SimdTarget& target : backends::simd_targets()) {
      if (target.name == name) return target.lanes;
    }
    return 0;
  };
  CHECK(lanes_of("sse4") == 4);
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2")) CHECK(lanes_of("avx2") == 8);
    // With a sanitizer the widest vectors are left out (CMakeLists.txt).
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd")) {
    CHECK(lanes_of("avx512") == 16);
  }
#endif
}
#endif

}  // namespace plethos::tests
