// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_PACK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_PACK_INL
#undef PLETHOS_AVOIDANCE_PACK_INL
#else
#define PLETHOS_AVOIDANCE_PACK_INL
#endif

#include "algorithms/avoidance/crowd-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// At most this many agents are packed together.
inline constexpr int pack_block = 256;

/// Lists of agents on a thread's stack, from which vectors are filled. A vector may read and write beyond the last agent.
template <class L>
struct Pack {
  std::int32_t list[pack_block + L::width];
  std::int32_t left[pack_block + L::width];
  std::int32_t obstacles[pack_block + L::width];

  /// Returns the agents of a vector, from place k of the list on. An element that is not `active` gets some agent of the list.
  PLETHOS_FUNCTION typename L::Int agents(int k, typename L::Mask active) const {
    return L::select(active, L::load_unaligned(list + k), L::set_int(list[0]));
  }
};

/// Lists the active agents of [begin, end), at most pack_block of them, and returns their number. The list is ordered by number of
/// neighbors and walls, so that the agents of a vector finish together (ClearPath 2009, section 4); if `order` is false, agents keep their
/// order. The agents that are not active keep their velocities. Cost: linear, and a counting sort where the numbers differ.
template <class L>
PLETHOS_FUNCTION int pack_active(const Arguments& in, int begin, int end, Pack<L>& pack, bool order = true) {
  int count = 0;
  auto fewest = L::set_int(1 << 20);
  auto most = L::set_int(0);
  for (int i = begin; i < end; i += L::width) {
    const auto self = L::set_int(i) + L::iota();
    const auto inside = L::less(self, L::set_int(end));
    const auto state = L::gather(in.state, self);
    const auto active = L::equal(state, L::set_int(active_state)) & inside;
    if (L::any(inside & !active)) keep_velocity<L>(in, self, state, inside & !active);
    const auto obstacles = L::gather(in.neighbor_count, self) + L::gather(in.wall_count, self);
    fewest = L::select(active & L::less(obstacles, fewest), obstacles, fewest);
    most = L::select(active & L::less(most, obstacles), obstacles, most);
    L::compress_store(active, obstacles, pack.obstacles + count);
    count += L::compress_store(active, self, pack.list + count);
  }
  alignas(64) std::int32_t low[L::width];
  alignas(64) std::int32_t high[L::width];
  L::store(fewest, low);
  L::store(most, high);
  std::int32_t least = low[0];
  std::int32_t largest = high[0];
  for (int k = 1; k < L::width; ++k) {
    least = low[k] < least ? low[k] : least;
    largest = high[k] > largest ? high[k] : largest;
  }
  if (count == 0 || least == largest || !order) return count;

  std::int32_t start[2 * maximum_neighbors + 2] = {};
  for (int k = 0; k < count; ++k) ++start[pack.obstacles[k] - least + 1];
  for (int k = 0; k < largest - least; ++k) start[k + 1] += start[k];
  for (int k = 0; k < count; ++k) pack.left[start[pack.obstacles[k] - least]++] = pack.list[k];
  for (int k = 0; k < count; ++k) pack.list[k] = pack.left[k];
  return count;
}

PLETHOS_KERNEL_END
#endif
