// Toggled guard: included once for the scalar lane and once per SIMD target (see kernel_macros.hpp).
#if defined(PLETHOS_CORE_LANE_PHILOX_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_CORE_LANE_PHILOX_INL
#undef PLETHOS_CORE_LANE_PHILOX_INL
#else
#define PLETHOS_CORE_LANE_PHILOX_INL
#endif

#include <cstdint>

#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// Four words of 32 random bits an element.
template <class L>
struct PhiloxWords {
  typename L::UInt word[4];
};

/// The low and the high word of a seed an element.
template <class L>
struct PhiloxKey {
  typename L::UInt low, high;
};

template <class L>
PLETHOS_FUNCTION PhiloxKey<L> philox_key(std::uint64_t seed) {
  return {L::set_uint(static_cast<std::uint32_t>(seed)), L::set_uint(static_cast<std::uint32_t>(seed >> 32))};
}

/// Returns Philox4x32-10 (Salmon et al. 2011) over a lane: the same bits as Random123's, which has no vector form over agents. The counter
/// is (block of samples, step, agent's low word, agent's high word) and the key is the seed, as in core/random.hpp. Cost: about 100 integer
/// operations.
template <class L>
PLETHOS_FUNCTION PhiloxWords<L> philox(PhiloxKey<L> key, typename L::UInt agent_low, typename L::UInt agent_high, std::uint32_t step,
                                       typename L::UInt block) {
  using UInt = typename L::UInt;
  UInt c0 = block;
  UInt c1 = L::set_uint(step);
  UInt c2 = agent_low;
  UInt c3 = agent_high;
  for (int round = 0; round < 10; ++round) {
    UInt high0;
    UInt high1;
    const UInt low0 = L::multiply_wide(c0, L::set_uint(0xD2511F53u), high0);
    const UInt low1 = L::multiply_wide(c2, L::set_uint(0xCD9E8D57u), high1);
    c0 = high1 ^ c1 ^ key.low;
    c1 = low1;
    c2 = high0 ^ c3 ^ key.high;
    c3 = low0;
    key.low = key.low + L::set_uint(0x9E3779B9u);
    key.high = key.high + L::set_uint(0xBB67AE85u);
  }
  return {{c0, c1, c2, c3}};
}
template <class L>
PLETHOS_FUNCTION PhiloxWords<L> philox(std::uint64_t seed, typename L::UInt agent_low, typename L::UInt agent_high, std::uint32_t step,
                                       typename L::UInt block) {
  return philox<L>(philox_key<L>(seed), agent_low, agent_high, step, block);
}

PLETHOS_KERNEL_END
#endif
