#include "backends/simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/simd/targets.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "backends/choices.hpp"
#include "backends/simd/entry.hpp"

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

std::vector<std::string> simd_target_names() {
  std::vector<std::string> names;
  for (const KnownTarget& known : known_targets) names.emplace_back(known.name);
  return names;
}

const std::vector<SimdTarget>& simd_targets() {
  static const std::vector<SimdTarget> targets = [] {
    const std::int64_t usable = hwy::SupportedTargets() & (HWY_TARGETS);
    std::vector<SimdTarget> found;
    for (const KnownTarget& known : known_targets) {
      if ((usable & known.id) == 0) continue;
      SimdTarget target{known.id, known.name, 0, known.fused_multiply_add};
      target.lanes = entry_for(target, HWY_DISPATCH_TABLE(plethos::lanes))();
      found.push_back(target);
    }
    return found;
  }();
  return targets;
}

}  // namespace plethos::backends
#endif
