// Toggled guard: included once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_SELECTION_OF_LANE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_SELECTION_OF_LANE_INL
#undef PLETHOS_NEIGHBORS_SELECTION_OF_LANE_INL
#else
#define PLETHOS_NEIGHBORS_SELECTION_OF_LANE_INL
#endif

#include "algorithms/neighbors/lane_list-inl.hpp"
#include "algorithms/neighbors/order_ties-inl.hpp"
#include "algorithms/neighbors/verlet/verlet_kernel-inl.hpp"
#include "core/neighbor_limits.hpp"

PLETHOS_KERNEL_BEGIN

/// The nearest candidates of the agents of a vector, with the interface that verlet_kernel-inl.hpp describes. It keeps `Capacity` of them,
/// whatever lists hold, so that they stay in registers.
template <class L, int Capacity>
struct SelectionOfLane {
  using Float = typename L::Float;
  using Int = typename L::Int;
  using Mask = typename L::Mask;

  /// Longer lists would be much code.
  static constexpr int unrolled = Capacity <= few_neighbors ? Capacity : 0;

  const NearestArguments& in;
  int offered = 0;
  LaneList<L, Capacity> list;
  Float least_left = L::set(verlet_far);
  Float all_squared[Capacity];
  Int all_items[Capacity];

  PLETHOS_FUNCTION explicit SelectionOfLane(const NearestArguments& arguments)
      : in(arguments), list(L::first_n(L::width), verlet_reach, 0) {}

  PLETHOS_FUNCTION static int entries(int) { return Capacity; }
  PLETHOS_FUNCTION int size() const { return offered < Capacity ? offered : Capacity; }
  PLETHOS_FUNCTION Float squared(int e) const { return e < Capacity ? all_squared[e] : least_left; }
  PLETHOS_FUNCTION Int item(int e) const { return all_items[e]; }
  PLETHOS_FUNCTION void order_ties(std::int32_t i, std::int32_t end) const {
    plethos::HWY_NAMESPACE::order_ties<L, Capacity>(in, all_squared, Capacity, i, i, end);
  }

  // The list stays in registers because its places are constants in every loop.
  PLETHOS_FUNCTION void finish() {
    for (int e = 0; e < Capacity; ++e) {
      all_squared[e] = list.squared[e];
      all_items[e] = list.item[e];
    }
  }
  template <int c>
  PLETHOS_FUNCTION void offer_first(Float distance, Int own) {
    ++offered;
    list.template insert_behind<c>(distance, own);
  }
  PLETHOS_FUNCTION Mask offer(Float distance, Int& own) {
    ++offered;
    const Float last = list.squared[Capacity - 1];
    const Int item = list.item[Capacity - 1];
    const Mask nearer = L::less(distance, last);
    if (L::none(nearer)) {
      least_left = L::min(least_left, distance);
      return nearer;
    }
    list.insert(distance, own);
    least_left = L::min(least_left, L::select(nearer, last, distance));
    own = L::select(nearer, item, own);
    return nearer;
  }
};

PLETHOS_KERNEL_END
#endif
