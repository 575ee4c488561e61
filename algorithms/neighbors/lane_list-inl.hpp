// Toggled guard: included once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_LANE_LIST_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_LANE_LIST_INL
#undef PLETHOS_NEIGHBORS_LANE_LIST_INL
#else
#define PLETHOS_NEIGHBORS_LANE_LIST_INL
#endif

#include <bit>
#include <cstdint>

#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// The nearest of the items that are offered to a vector's agents. Each agent has a list of its own, nearest first.
template <class L, int Entries>
struct LaneList {
  using Float = typename L::Float;
  using Int = typename L::Int;
  using Mask = typename L::Mask;

  float beyond;            // m^2; the squared distances of kept items are less
  Float squared[Entries];  // m^2; less than 0 for agents that do not ask
  Int item[Entries];

  /// Makes empty lists for the agents that ask, which keep items within `radius` metres. Empty entries hold the item `nothing`.
  PLETHOS_FUNCTION LaneList(Mask asks, float radius, std::int32_t nothing)
      // This is the next float. std::nextafter returns the same for values of at least 0, but a call would spill registers.
      : beyond(std::bit_cast<float>(std::bit_cast<std::uint32_t>(radius * radius) + 1)) {
    for (int e = 0; e < Entries; ++e) {
      squared[e] = L::select(asks, L::set(beyond), L::set(-1.f));
      item[e] = L::set_int(nothing);
    }
  }

  /// Inserts an item into the lists whose last item is further away. It comes after items at the same distance.
  PLETHOS_FUNCTION void insert(Float distance, Int own) {
    Mask nearer = L::less(distance, squared[Entries - 1]);
    for (int e = Entries - 1; e > 0; --e) {
      const Mask nearer_than_last = L::less(distance, squared[e - 1]);
      item[e] = L::select(nearer_than_last, item[e - 1], L::select(nearer, own, item[e]));
      squared[e] = L::min(squared[e], L::max(squared[e - 1], distance));
      nearer = nearer_than_last;
    }
    item[0] = L::select(nearer, own, item[0]);
    squared[0] = L::min(squared[0], distance);
  }
  /// Inserts the item number `size`, however far away, which costs less than to go through all entries.
  template <int size>
  PLETHOS_FUNCTION void insert_behind(Float distance, Int own) {
    squared[size] = distance;
    item[size] = own;
    for (int e = size; e > 0; --e) {
      const Mask nearer = L::less(distance, squared[e - 1]);
      item[e] = L::select(nearer, item[e - 1], item[e]);
      item[e - 1] = L::select(nearer, own, item[e - 1]);
      squared[e] = L::select(nearer, squared[e - 1], squared[e]);
      squared[e - 1] = L::min(squared[e - 1], distance);
    }
  }
  /// Inserts an item, which may have been offered before, into the lists of the agents `some`, at most once. It comes before higher items
  /// at the same distance.
  PLETHOS_FUNCTION void insert_once(Float distance, Int own, Mask some) {
    Mask held = L::equal(item[0], own);
    for (int e = 1; e < Entries; ++e) held = held | L::equal(item[e], own);
    Mask wins = before(distance, own, Entries - 1) & some & !held;
    if (L::none(wins)) return;
    for (int e = Entries - 1; e > 0; --e) {
      const Mask wins_before = wins & before(distance, own, e - 1);
      item[e] = L::select(wins_before, item[e - 1], L::select(wins, own, item[e]));
      squared[e] = L::select(wins_before, squared[e - 1], L::select(wins, distance, squared[e]));
      wins = wins_before;
    }
    item[0] = L::select(wins, own, item[0]);
    squared[0] = L::select(wins, distance, squared[0]);
  }

 private:
  PLETHOS_FUNCTION Mask before(Float distance, Int own, int e) const {
    return L::less(distance, squared[e]) | (L::equal(distance, squared[e]) & L::less(own, item[e]));
  }
};

PLETHOS_KERNEL_END
#endif
