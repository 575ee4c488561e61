// Toggled guard: included once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_NEAR_WALLS_LANE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_NEAR_WALLS_LANE_INL
#undef PLETHOS_NEIGHBORS_NEAR_WALLS_LANE_INL
#else
#define PLETHOS_NEIGHBORS_NEAR_WALLS_LANE_INL
#endif

#include "algorithms/neighbors/lane_list-inl.hpp"
#include "algorithms/neighbors/near_walls/near_walls_arguments.hpp"

PLETHOS_KERNEL_BEGIN

/// The nearest walls of a vector's agents, as NearWalls keeps them.
template <class L, int Capacity>
struct WallLaneList {
  using Float = typename L::Float;
  using Int = typename L::Int;
  using Mask = typename L::Mask;

  LaneList<L, Capacity> list;

  PLETHOS_FUNCTION WallLaneList(const neighbors::WallArguments& in, Mask asks) : list(asks, in.range, -1) {}

  /// m^2; what is further is no one's. Less than 0 for elements that do not ask.
  PLETHOS_FUNCTION Float bound() const { return list.squared[Capacity - 1]; }
  PLETHOS_FUNCTION void insert_once(Float squared, Int segment, Mask faces) { list.insert_once(squared, segment, faces); }
  /// Returns the distance in m beyond which there may be other walls.
  PLETHOS_FUNCTION Float furthest(const neighbors::WallArguments& in) const {
    Float squared = L::set(list.beyond);
    for (int e = 0; e < Capacity; ++e) {
      if (e + 1 == in.lists.capacity) squared = list.squared[e];
    }
    return L::select(L::less(squared, L::set(list.beyond)), L::sqrt(L::max(squared, L::set(0.f))), L::set(in.range));
  }
  /// Writes the lists of the agents from `first` on for whom `present` holds. The lists of agents that do not ask are empty.
  PLETHOS_FUNCTION void store(const neighbors::WallArguments& in, std::int32_t first, Mask asks, Mask present) const {
    Int count = L::set_int(0);
    for (int e = 0; e < Capacity; ++e) {
      if (e == in.lists.capacity) break;
      const Mask held = asks & L::less(list.squared[e], L::set(list.beyond));
      count = L::select(held, L::set_int(e + 1), count);
      L::store(held, list.item[e], in.lists.index + static_cast<std::int64_t>(e) * in.lists.stride + first);
    }
    L::store(present, count, in.lists.count + first);
  }
};

PLETHOS_KERNEL_END
#endif
