// Toggled guard: included once for the scalar lane and once per SIMD target (see kernel_macros.hpp).
#if defined(PLETHOS_CORE_LANE_RANDOM_KEY_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_CORE_LANE_RANDOM_KEY_INL
#undef PLETHOS_CORE_LANE_RANDOM_KEY_INL
#else
#define PLETHOS_CORE_LANE_RANDOM_KEY_INL
#endif

#include "core/lane/kernel_macros.hpp"
#include "core/lane/philox-inl.hpp"
#include "core/random_keys.hpp"

PLETHOS_KERNEL_BEGIN

/// Returns an agent's id among those of its world, as if there were no others: by it an agent draws.
template <class L>
PLETHOS_FUNCTION typename L::UInt id_in_world(const RandomKeys& keys, typename L::UInt id) {
  return id & L::set_uint(~(~0u << keys.world_shift));
}

/// Returns the key by which agents of these ids draw.
template <class L>
PLETHOS_FUNCTION PhiloxKey<L> random_key(const RandomKeys& keys, typename L::UInt id) {
  if (keys.worlds == 0) return philox_key<L>(keys.seed);
  const auto world = L::bit_cast_int(id >> keys.world_shift);
  // The ids of padding are anything.
  const auto known = L::less(world, L::set_int(keys.worlds));
  return {L::bit_cast_uint(L::gather(known, keys.seeds, world)), L::bit_cast_uint(L::gather(known, keys.seeds + keys.worlds, world))};
}

PLETHOS_KERNEL_END
#endif
