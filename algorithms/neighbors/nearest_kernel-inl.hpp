// Toggled guard: included once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_NEAREST_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_NEAREST_KERNEL_INL
#undef PLETHOS_NEIGHBORS_NEAREST_KERNEL_INL
#else
#define PLETHOS_NEIGHBORS_NEAREST_KERNEL_INL
#endif

#include <cmath>
#include <limits>

#include "algorithms/neighbors/nearest_arguments.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

using neighbors::NearestArguments;

/// The nearest others of a lane's agents, each its own: whoever is offered is offered to all of them. Agents of a lane are neighbors in
/// memory, and should be in the plane. One entry more than a list has is kept: if it is no further than the last of the list, ids decide.
template <class L, int Entries>
struct NearestLane {
  using Float = typename L::Float;
  using Int = typename L::Int;
  using Mask = typename L::Mask;

  const NearestArguments& in;
  std::int32_t base;        // the agent in the first element
  std::int32_t begin, end;  // the agents that ask, within the lane
  Mask asks;
  Float x, y;
  float beyond;  // m^2: the least that no neighbor's squared distance reaches
  Float squared[Entries];
  Int item[Entries];

  /// For the agents [first, last), which lie in a lane before `block_end`, a multiple of the lane's width.
  PLETHOS_FUNCTION NearestLane(const NearestArguments& arguments, std::int32_t first, std::int32_t last, std::int32_t block_end)
      : in(arguments), base(first < block_end - L::width ? first : block_end - L::width), begin(first), end(last) {
    const Int self = L::set_int(base) + L::iota();
    asks = (!L::less(self, L::set_int(begin))) & L::less(self, L::set_int(end));
    x = L::load_unaligned(in.position_x + base);
    y = L::load_unaligned(in.position_y + base);
    beyond = std::nextafter(in.radius * in.radius, std::numeric_limits<float>::infinity());
    for (int e = 0; e < Entries; ++e) {
      squared[e] = L::select(asks, L::set(beyond), L::set(-1.f));
      item[e] = L::set_int(0);
    }
  }

  PLETHOS_FUNCTION Float squared_distance(std::int32_t j) const {
    const Float to_x = L::set(in.position_x[j]) - x;
    const Float to_y = L::set(in.position_y[j]) - y;
    return L::mul_add(to_x, to_x, to_y * to_y);
  }
  PLETHOS_FUNCTION void offer(std::int32_t j, Float distance) {
    if (L::none(L::less(distance, squared[Entries - 1]))) return;
    const Int own = L::set_int(j);
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

  /// Offers the agents [first, last).
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
      offer(j, L::select(self, L::set(beyond), squared_distance(j)));
    }
    for (std::int32_t j = own_last; j < last; ++j) offer(j, squared_distance(j));
  }
  /// Offers the agents list[first] to list[last - 1], of whom none is in the lane.
  PLETHOS_FUNCTION void offer_listed(const std::int32_t* list, std::int32_t first, std::int32_t last) {
    for (std::int32_t k = first; k < last; ++k) offer(list[k], squared_distance(list[k]));
  }

  /// m^2; whoever is further is no one's neighbor here. Less than 0 for elements that do not ask.
  PLETHOS_FUNCTION Float bound() const { return squared[Entries - 2]; }

  /// Writes the lists, those with ties in the order of ids.
  PLETHOS_FUNCTION void store() {
    Int count = L::set_int(0);
    Mask ties = L::less(L::set(0.f), L::set(-1.f));
    Mask open = ties;
    for (int e = 0; e < Entries - 1; ++e) {
      if (e == in.neighbors) break;
      const Mask present = L::less(squared[e], L::set(beyond));
      count = L::select(present, L::set_int(e + 1), count);
      const Mask tie = present & L::equal(squared[e], squared[e + 1]);
      if (e + 1 < in.neighbors) {
        ties = ties | tie;
      } else {
        open = tie;
      }
      L::store(asks, item[e], in.index + static_cast<std::int64_t>(e) * in.stride + base);
    }
    count = L::select(open, L::set_int(neighbors::left_to_ids), count);
    L::store(asks, count, in.count + base);
    if (L::any(ties & asks)) order_ties();
  }

 private:
  PLETHOS_FUNCTION bool id_before(std::int32_t i, std::int32_t j) const {
    return in.id_high[i] != in.id_high[j] ? in.id_high[i] < in.id_high[j] : in.id_low[i] < in.id_low[j];
  }
  PLETHOS_FUNCTION void order_ties() {
    alignas(64) float distance[(Entries - 1) * L::width];
    for (int e = 0; e < Entries - 1; ++e) L::store(squared[e], distance + e * L::width);
    for (std::int32_t i = begin; i < end; ++i) {
      std::int32_t* list = in.index + i;
      const float* own = distance + (i - base);
      for (int e = 1; e < in.count[i]; ++e) {
        const std::int32_t moved = list[static_cast<std::int64_t>(e) * in.stride];
        int to = e;
        for (; to > 0 && own[(to - 1) * L::width] == own[e * L::width]; --to) {
          const std::int32_t last = list[static_cast<std::int64_t>(to - 1) * in.stride];
          if (!id_before(moved, last)) break;
          list[static_cast<std::int64_t>(to) * in.stride] = last;
        }
        list[static_cast<std::int64_t>(to) * in.stride] = moved;
      }
    }
  }
};

PLETHOS_KERNEL_END
#endif
