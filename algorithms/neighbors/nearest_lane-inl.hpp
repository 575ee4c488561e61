// Toggled guard: included once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_NEAREST_LANE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_NEAREST_LANE_INL
#undef PLETHOS_NEIGHBORS_NEAREST_LANE_INL
#else
#define PLETHOS_NEIGHBORS_NEAREST_LANE_INL
#endif

#include "algorithms/neighbors/lane_list-inl.hpp"
#include "algorithms/neighbors/nearest_kernel-inl.hpp"
#include "algorithms/neighbors/order_ties-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// The nearest others of the agents of a vector, with the interface that nearest_kernel-inl.hpp describes. These agents are neighbors in
/// memory, and should be near each other in the plane. The type keeps one entry more than a list has. If that entry is as near as the last
/// of the list, ids decide which one the list holds.
template <class L, int Capacity>
struct NearestLane {
  using Float = typename L::Float;
  using Int = typename L::Int;
  using Mask = typename L::Mask;

  const NearestArguments& in;
  std::int32_t base;        // the agent in the first element
  std::int32_t begin, end;  // the agents that ask, within the lane
  Mask asks;
  Float x, y;
  LaneList<L, Capacity + 1> list;

  PLETHOS_FUNCTION NearestLane(const NearestArguments& arguments, std::int32_t first, std::int32_t last, std::int32_t block_end)
      : in(arguments),
        base(first < block_end - L::width ? first : block_end - L::width),
        begin(first),
        end(last),
        asks(asking(base, first, last)),
        x(L::load_unaligned(in.position_x + base)),
        y(L::load_unaligned(in.position_y + base)),
        list(asks, in.radius, 0) {}

  PLETHOS_FUNCTION void offer_range(std::int32_t first, std::int32_t last) {
    const std::int32_t own_first = first > begin ? first : begin;
    const std::int32_t own_last = last < end ? last : end;
    if (own_first >= own_last) {
      for (std::int32_t j = first; j < last; ++j) offer(j, squared_distance(j));
      return;
    }
    for (std::int32_t j = first; j < own_first; ++j) offer(j, squared_distance(j));
    for (std::int32_t j = own_first; j < own_last; ++j) {
      const Mask self = L::equal(L::set_int(base) + L::iota(), L::set_int(j));
      offer(j, L::select(self, L::set(list.beyond), squared_distance(j)));
    }
    for (std::int32_t j = own_last; j < last; ++j) offer(j, squared_distance(j));
  }
  PLETHOS_FUNCTION void offer_listed(const std::int32_t* indices, std::int32_t first, std::int32_t last) {
    for (std::int32_t k = first; k < last; ++k) offer(indices[k], squared_distance(indices[k]));
  }

  /// bound() is less than 0 in elements that do not ask.
  PLETHOS_FUNCTION Float bound() const { return list.squared[Capacity - 1]; }
  PLETHOS_FUNCTION Float reach() const { return L::sqrt(L::max(bound(), L::set(0.f))); }

  /// Writes the lists, with ties in order of ids.
  PLETHOS_FUNCTION void store() {
    Int count = L::set_int(0);
    Mask ties = L::less(L::set(0.f), L::set(-1.f));
    Mask open = ties;
    for (int e = 0; e < Capacity; ++e) {
      if (e == in.lists.capacity) break;
      const Mask present = L::less(list.squared[e], L::set(list.beyond));
      count = L::select(present, L::set_int(e + 1), count);
      const Mask tie = present & L::equal(list.squared[e], list.squared[e + 1]);
      if (e + 1 < in.lists.capacity) {
        ties = ties | tie;
      } else {
        open = tie;
      }
      L::store(asks, list.item[e], in.lists.index + static_cast<std::int64_t>(e) * in.lists.stride + base);
    }
    count = L::select(open, L::set_int(neighbors::left_to_ids), count);
    L::store(asks, count, in.lists.count + base);
    if (L::any(ties & asks)) order_ties<L, Capacity>(in, list.squared, in.lists.capacity, base, begin, end);
  }

 private:
  PLETHOS_FUNCTION static Mask asking(std::int32_t base, std::int32_t first, std::int32_t last) {
    const Int self = L::set_int(base) + L::iota();
    return (!L::less(self, L::set_int(first))) & L::less(self, L::set_int(last));
  }
  PLETHOS_FUNCTION Float squared_distance(std::int32_t j) const { return agent_squared_distance<L>(in, j, x, y); }
  PLETHOS_FUNCTION void offer(std::int32_t j, Float distance) {
    if (L::any(L::less(distance, list.squared[Capacity]))) list.insert(distance, L::set_int(j));
  }
};

PLETHOS_KERNEL_END
#endif
