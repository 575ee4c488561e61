// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_AGENTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_AGENTS_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_AGENTS_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_AGENTS_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_alone-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_stage-inl.hpp"
#include "algorithms/avoidance/pack-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// Computes the velocities of the agents [begin, end), at most pack_block of them. If the options pack (section 4), each stage handles the
/// agents that the stage before has left. Otherwise each vector of agents goes through all stages before the next one begins. A lane of one
/// element does not use `pack`.
template <class L, class Work>
PLETHOS_FUNCTION void clearpath_agents(const ClearpathArguments& in, int begin, int end, Pack<L>* pack, Work& work) {
  using Rules = typename Work::Rules;
  const bool packs = L::width > 1 && in.options.pack;
  int count = end - begin;
  if (packs) count = pack_active<L>(in, begin, end, *pack, in.options.order_by_count);
  int stage = clearpath_test;
  int left = 0;
  int k = 0;
  auto active = L::first_n(0);
  while (k < count) {
    auto self = L::set_int(begin + k) + L::iota();
    if (packs) {
      active = L::first_n(count - k);
      self = pack->agents(k, active);
    } else if (stage == clearpath_test) {
      const auto inside = L::first_n(count - k);
      const auto state = L::gather(in.state, self);
      active = L::equal(state, L::set_int(active_state)) & inside;
      if (L::any(inside & !active)) keep_velocity<L>(in, self, state, inside & !active);
    }
    const auto pending = active & !Rules::template attempt<L>(in, self, active, stage, work);
    if (packs) {
      left += L::compress_store(pending, self, pack->list + left);
      k += L::width;
      if (k < count) continue;
      count = left;
      left = 0;
      k = 0;
      ++stage;
    } else if (L::any(pending)) {
      active = pending;
      ++stage;
    } else {
      k += L::width;
      stage = clearpath_test;
    }
  }
}

PLETHOS_KERNEL_END
#endif
