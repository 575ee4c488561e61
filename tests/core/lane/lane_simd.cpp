#include "tests/core/lane/lane_simd.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/core/lane/lane_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "backends/simd/entry.hpp"
#include "core/lane/highway_lane-inl.hpp"
#include "tests/core/lane/lane_checks-inl.hpp"

PLETHOS_KERNEL_BEGIN

void run_lane_checks(std::uint64_t seed, bool fused, tests::LaneReport& report) { report = LaneChecks<HighwayLane>(seed, fused).run(); }
int lane_width() { return HighwayLane::width; }
void run_philox(const tests::PhiloxInput& input, std::vector<std::uint32_t>& words) { philox_words<HighwayLane>(input, words); }

PLETHOS_KERNEL_END

#if HWY_ONCE
namespace plethos {
HWY_EXPORT(run_lane_checks);
HWY_EXPORT(lane_width);
HWY_EXPORT(run_philox);
}  // namespace plethos

namespace plethos::tests {

LaneReport check_highway_lane(const backends::SimdTarget& target, std::uint64_t seed) {
  LaneReport report;
  backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::run_lane_checks))(seed, target.fused_multiply_add, report);
  return report;
}

int highway_lane_width(const backends::SimdTarget& target) {
  return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::lane_width))();
}

bool looking_leaves_highway_alone(const backends::SimdTarget& target) {
  const std::size_t before = hwy::GetChosenTarget().GetIndex();
  auto* const entry = backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::lane_width));
  return entry != nullptr && hwy::GetChosenTarget().GetIndex() == before;
}

std::vector<std::uint32_t> highway_philox(const backends::SimdTarget& target, const PhiloxInput& input) {
  std::vector<std::uint32_t> words;
  backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::run_philox))(input, words);
  return words;
}

}  // namespace plethos::tests
#endif
