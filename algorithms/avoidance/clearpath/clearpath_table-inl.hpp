// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_TABLE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_TABLE_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_TABLE_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_TABLE_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_arguments.hpp"
#include "algorithms/avoidance/crowd-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

using avoidance::ClearpathArguments;

/// A speed in m/s that nothing reaches. Its square is finite.
inline constexpr float clearpath_never = 1e18f;
/// The least length in m, or speed in m/s, that the kernel divides by.
inline constexpr float clearpath_tiny = 1e-9f;
/// m/s. A velocity is inside of a region from this depth on. It is more than rounding, and too little to be seen within a time horizon.
inline constexpr float clearpath_depth = 1e-5f;

/// A region has three edges: left side, right side, truncation. Each is a part of the line n . v = offset, and the region lies where n . v
/// > offset. The edge's points are offset * n + t * (-n_y, n_x) with t between start and end. Velocities are taken relative to the
/// preferred one, so that t = 0 is the line's closest point to it.
inline constexpr int clearpath_edges = 3;
enum ClearpathField { clearpath_nx, clearpath_ny, clearpath_offset, clearpath_start, clearpath_end, clearpath_bound, clearpath_fields };

/// There are fewer places of one kind than this.
inline constexpr int clearpath_places = 128;
/// The slot of no region.
inline constexpr int clearpath_nowhere = 3 * clearpath_places;
/// A region stands for one of these. Regions are left out in reverse order: the furthest neighbors first, then guards, then walls.
enum ClearpathKind { clearpath_of_wall, clearpath_of_guard, clearpath_of_neighbor };
/// The nearest walls that have guards.
inline constexpr int clearpath_guarded_walls = 4;

/// The regions of forbidden velocities of the agents in a lane, each agent its own. An agent may have fewer regions than others in its
/// lane; its other slots forbid nothing.
template <class L, int Capacity>
struct ClearpathTable {
  /// The places for walls, for guards of the nearest walls, and for two regions, or one and a guard, of each neighbor.
  static constexpr int capacity = 3 * Capacity + clearpath_guarded_walls;
  int count = 0;             // slots in use
  std::int32_t version = 0;  // counts the contents; above 0 once filled
  std::int8_t kind[capacity];
  std::int8_t place[capacity];  // among the regions of its kind
  alignas(64) float edge[clearpath_edges * capacity][clearpath_fields][L::width];

  PLETHOS_FUNCTION typename L::Float read(int i, int k, ClearpathField field) const {
    return L::load(edge[clearpath_edges * i + k][field]);
  }
  /// Reads an edge of its own for each element of the lane.
  PLETHOS_FUNCTION typename L::Float read(typename L::Int which, ClearpathField field) const {
    const auto row = which * L::set_int(clearpath_fields * L::width);
    return L::gather(&edge[0][field][0], row + L::iota());
  }
  /// Returns a region's kind and place as one number, less than clearpath_nowhere.
  PLETHOS_FUNCTION std::int32_t slot(int i) const { return clearpath_places * kind[i] + place[i]; }
  /// Removes all regions.
  PLETHOS_FUNCTION void clear() {
    count = 0;
    ++version;
  }
  /// Claims the next slot and returns its edges.
  PLETHOS_FUNCTION float (*add(ClearpathKind slot_kind, int slot_place))[clearpath_fields][L::width] {
    kind[count] = static_cast<std::int8_t>(slot_kind);
    place[count] = static_cast<std::int8_t>(slot_place);
    return edge + clearpath_edges * count++;
  }
};

/// The regions of each agent that count: the first ones of every kind, up to these numbers.
template <class L>
struct ClearpathScope {
  typename L::Int walls, guards, neighbors;

  template <class Table>
  PLETHOS_FUNCTION typename L::Mask holds(const Table& table, int i) const {
    const auto place = L::set_int(table.place[i]);
    if (table.kind[i] == clearpath_of_wall) return L::less(place, walls);
    return L::less(place, table.kind[i] == clearpath_of_guard ? guards : neighbors);
  }
  /// Returns whether the regions in the given slots count, a slot for each agent.
  PLETHOS_FUNCTION typename L::Mask holds(typename L::Int slot) const {
    static_assert(clearpath_of_wall == 0 && clearpath_of_guard == 1 && clearpath_of_neighbor == 2);
    const auto guard = L::set_int(clearpath_of_guard * clearpath_places);
    const auto neighbor = L::set_int(clearpath_of_neighbor * clearpath_places);
    const auto of_neighbor = !L::less(slot, neighbor);
    const auto of_wall = L::less(slot, guard);
    return L::less(slot, L::select(of_neighbor, neighbor + neighbors, L::select(of_wall, walls, guard + guards)));
  }
};

/// The velocities that speed and acceleration admit, relative to the preferred one: the intersection of two discs.
template <class L>
struct ClearpathLimits {
  typename L::Float x[2], y[2];  // m/s: centers: standing still, and the present velocity
  typename L::Float radius[2];   // m/s
};

/// An agent as its regions see it.
template <class L>
struct ClearpathAgent : LaneAgent<L> {
  ClearpathLimits<L> limits;
  float time_horizon;            // s
  float time_horizon_obstacles;  // s
  /// Regions of neighbors, or of walls, leave at least the velocities that lead away as fast as the limits admit.
  bool neighbors_yield, walls_yield;
};

/// Returns n . v of the fastest velocity in the direction -n that the limits admit, with a tenth of them to spare.
template <class L>
PLETHOS_FUNCTION typename L::Float clearpath_retreat(const ClearpathLimits<L>& limits, typename L::Float nx, typename L::Float ny) {
  const auto spare = L::set(0.9f);
  const auto first = L::neg_mul_add(spare, limits.radius[0], dot<L>(nx, ny, limits.x[0], limits.y[0]));
  const auto second = L::neg_mul_add(spare, limits.radius[1], dot<L>(nx, ny, limits.x[1], limits.y[1]));
  return L::max(first, second);
}

/// Returns the highest speed in m/s from which an agent that loses at most `reach` m/s a step comes to rest within `gap` m. In k + 1 steps
/// it covers time_step * ((k + 1) speed - reach k (k + 1) / 2). For a negative gap, returns minus the speed that closes it in a step.
template <class L>
PLETHOS_FUNCTION typename L::Float clearpath_braking_speed(typename L::Float gap, typename L::Float reach, float time_step) {
  constexpr int steps = 8;
  const auto first = gap * L::set(1.f / time_step);
  auto speed = first;
  for (int k = 1; k < steps; ++k) {
    speed = L::min(L::mul_add(reach, L::set(0.5f * static_cast<float>(k)), first * L::set(1.f / static_cast<float>(k + 1))), speed);
  }
  return L::select(L::less(gap, L::set(0.f)), first, speed);
}

PLETHOS_KERNEL_END
#endif
