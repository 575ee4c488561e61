// Toggled guard: included once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_WALLS_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_WALLS_LANES_INL
#undef PLETHOS_NEIGHBORS_WALLS_LANES_INL
#else
#define PLETHOS_NEIGHBORS_WALLS_LANES_INL
#endif

#include <cmath>
#include <limits>

#include "algorithms/neighbors/lane_walk-inl.hpp"
#include "algorithms/neighbors/walls_kernel-inl.hpp"

PLETHOS_KERNEL_BEGIN

using neighbors::WallArguments;

/// The nearest walls that face a lane's agents, each its own, ties by lower index: whatever wall is offered is offered to all of them.
template <class L, int Entries>
struct NearWallsLane {
  using Float = typename L::Float;
  using Int = typename L::Int;
  using Mask = typename L::Mask;

  const WallArguments& in;
  Float x, y;
  Mask asks;
  float beyond;  // m^2: the least that no wall's squared distance reaches
  Float squared[Entries];
  Int item[Entries];

  /// For the agents from `first` on for whom `present` holds.
  PLETHOS_FUNCTION NearWallsLane(const WallArguments& arguments, std::int32_t first, Mask present)
      : in(arguments), x(L::load(in.position_x + first)), y(L::load(in.position_y + first)) {
    asks = present & L::equal(L::load(in.state + first), L::set_int(active_state));
    beyond = std::nextafter(in.range * in.range, std::numeric_limits<float>::infinity());
    for (int e = 0; e < Entries; ++e) {
      squared[e] = L::select(asks, L::set(beyond), L::set(-1.f));
      item[e] = L::set_int(-1);
    }
  }

  /// m^2; what is further is no one's. Less than 0 for elements that do not ask.
  PLETHOS_FUNCTION Float bound() const { return squared[Entries - 1]; }

  PLETHOS_FUNCTION void offer(std::int32_t segment) {
    const Float direction_x = L::set(in.direction_x[segment]);
    const Float direction_y = L::set(in.direction_y[segment]);
    const Float from_x = x - L::set(in.x[segment]);
    const Float from_y = y - L::set(in.y[segment]);
    const Float along = L::mul_add(direction_x, from_x, direction_y * from_y);
    const Float at = L::min(L::max(along, L::set(0.f)), L::set(in.length[segment]));
    const Float beside_x = L::mul_add(-at, direction_x, from_x);
    const Float beside_y = L::mul_add(-at, direction_y, from_y);
    const Float distance = L::mul_add(beside_x, beside_x, beside_y * beside_y);
    if (L::none(L::less_equal(distance, bound()))) return;
    const Int own = L::set_int(segment);
    const Mask away = wall_faces_away<L>(from_x, from_y, direction_x, direction_y, L::set_int(in.solid[segment]));
    Mask wins = before(distance, own, Entries - 1) & !away;
    // A segment has many pieces but counts once.
    Mask held = L::equal(item[0], own);
    for (int e = 1; e < Entries; ++e) held = held | L::equal(item[e], own);
    wins = wins & !held;
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

  /// Writes the lists of the agents from `first` on for whom `present` holds.
  PLETHOS_FUNCTION void store(std::int32_t first, Mask present) const {
    Int count = L::set_int(0);
    for (int e = 0; e < Entries; ++e) {
      if (e == in.capacity) break;
      const Mask held = asks & L::less(squared[e], L::set(beyond));
      count = L::select(held, L::set_int(e + 1), count);
      L::store(held, item[e], in.index + static_cast<std::int64_t>(e) * in.stride + first);
    }
    L::store(present, count, in.count + first);
  }

 private:
  PLETHOS_FUNCTION Mask before(Float distance, Int segment, int e) const {
    return L::less(distance, squared[e]) | (L::equal(distance, squared[e]) & L::less(segment, item[e]));
  }
};

/// A search for the walls of all agents of a lane at once.
template <class L, int Entries>
struct WallLaneSearch {
  using Distance = typename LaneWalk<L>::Distance;
  NearWallsLane<L, Entries>& near;
  LaneWalk<L> walk;

  PLETHOS_FUNCTION Distance distance(const Box& box) const { return walk.distance(box, near.x, near.y); }
  PLETHOS_FUNCTION bool may_hold(const Distance& distance) const {
    return L::any(L::less_equal(L::set(wall_box_share) * distance.squared, near.bound()));
  }
  PLETHOS_FUNCTION static bool nearer(const Distance& a, const Distance& b) { return LaneWalk<L>::nearer(a, b); }
  PLETHOS_FUNCTION void visit(std::int32_t first, std::int32_t last) {
    for (std::int32_t k = first; k < last; ++k) near.offer(near.in.segment[k]);
  }
};

/// Fills the lists of the agents [begin, end), those who avoid. Fast where agents that are neighbors in memory are so in the plane.
template <class L, int Entries>
PLETHOS_FUNCTION void wall_agents(const WallArguments& in, std::int32_t begin, std::int32_t end) {
  for (std::int32_t i = begin; i < end; i += L::width) {
    const typename L::Mask present = L::less(L::set_int(i) + L::iota(), L::set_int(end));
    NearWallsLane<L, Entries> near(in, i, present);
    if (L::any(near.asks)) {
      const std::int32_t last = i + L::width < end ? i + L::width : end;
      const std::int32_t middle = (i + last) / 2;
      WallLaneSearch<L, Entries> search{near, LaneWalk<L>{in.position_x[middle], in.position_y[middle]}};
      visit_near(WallTreeWalk{in.tree, in.pieces}, search);
    }
    near.store(i, present);
  }
}

PLETHOS_KERNEL_END
#endif
