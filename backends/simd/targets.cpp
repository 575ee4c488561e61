#include "backends/simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/simd/targets.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace plethos::HWY_NAMESPACE {
int lanes() { return static_cast<int>(hwy::HWY_NAMESPACE::Lanes(hwy::HWY_NAMESPACE::ScalableTag<float>())); }
}  // namespace plethos::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace plethos {
HWY_EXPORT(lanes);
}

namespace plethos::backends {
namespace {

struct KnownTarget {
  std::int64_t id;
  const char* name;
  bool fused_multiply_add;
};

constexpr KnownTarget known_targets[] = {
    {HWY_NEON, "neon", true}, {HWY_SSE4, "sse4", false}, {HWY_AVX2, "avx2", true}, {HWY_AVX3, "avx512", true}};

}  // namespace

void select_target(std::int64_t target) {
  // The processor is asked once. A virtual machine may take 20 microseconds to answer, more than a step of a few agents.
  static const std::int64_t supported = hwy::SupportedTargets();
  hwy::SetSupportedTargetsForTest(target);
  hwy::GetChosenTarget().Update(target == 0 ? supported : target);
}

const std::vector<SimdTarget>& simd_targets() {
  static const std::vector<SimdTarget> targets = [] {
    std::vector<SimdTarget> found;
    for (const KnownTarget& known : known_targets) {
      if ((hwy::SupportedTargets() & (HWY_TARGETS)&known.id) == 0) continue;
      const int width = for_target(known.id, [] { return HWY_DYNAMIC_DISPATCH(plethos::lanes)(); });
      found.push_back({known.id, known.name, width, known.fused_multiply_add});
    }
    return found;
  }();
  return targets;
}

}  // namespace plethos::backends
#endif
