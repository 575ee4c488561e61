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

/// A region stands for one of these. Regions are left out in reverse order: the furthest neighbors first, then guards, then walls.
enum ClearpathKind { clearpath_of_wall, clearpath_of_guard, clearpath_of_neighbor };
/// There are fewer places of one kind than this.
inline constexpr int clearpath_places = 128;
/// Returns the slot of a region: its kind and its place among those of its kind as one number. Regions are left out from the last slot on.
PLETHOS_FUNCTION constexpr std::int32_t clearpath_slot(ClearpathKind kind, int place) { return clearpath_places * kind + place; }
/// Returns the later of two slots.
template <class L>
PLETHOS_FUNCTION typename L::Int clearpath_later(typename L::Int a, typename L::Int b) {
  return L::select(L::less(a, b), b, a);
}
/// The slot of no region.
inline constexpr std::int32_t clearpath_nowhere = 3 * clearpath_places;
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
  std::int32_t slot[capacity];
  alignas(64) float edge[clearpath_edges * capacity][clearpath_fields][L::width];

  PLETHOS_FUNCTION typename L::Float read(int i, int k, ClearpathField field) const {
    return L::load(edge[clearpath_edges * i + k][field]);
  }
  /// Reads an edge of its own for each element of the lane.
  PLETHOS_FUNCTION typename L::Float read(typename L::Int which, ClearpathField field) const {
    const auto row = which * L::set_int(clearpath_fields * L::width);
    return L::gather(&edge[0][field][0], row + L::iota());
  }
  PLETHOS_FUNCTION ClearpathKind kind(int i) const { return static_cast<ClearpathKind>(slot[i] / clearpath_places); }
  /// Returns a region's place among those of its kind.
  PLETHOS_FUNCTION int place(int i) const { return slot[i] % clearpath_places; }
  /// Removes all regions.
  PLETHOS_FUNCTION void clear() {
    count = 0;
    ++version;
  }
  /// Claims the next slot and returns its edges.
  PLETHOS_FUNCTION float (*add(ClearpathKind slot_kind, int slot_place))[clearpath_fields][L::width] {
    slot[count] = clearpath_slot(slot_kind, slot_place);
    return edge + clearpath_edges * count++;
  }
};

/// The regions of each agent that count: the first ones of every kind, up to these numbers. None of a kind counts before all of the kinds
/// before it do.
template <class L>
struct ClearpathScope {
  typename L::Int walls, guards, neighbors;

  /// Returns the slot from which on nothing counts.
  PLETHOS_FUNCTION typename L::Int end() const {
    const auto zero = L::set_int(0);
    const auto of_guards = L::select(L::less(zero, guards), L::set_int(clearpath_slot(clearpath_of_guard, 0)) + guards, walls);
    return L::select(L::less(zero, neighbors), L::set_int(clearpath_slot(clearpath_of_neighbor, 0)) + neighbors, of_guards);
  }
  /// Returns whether the regions in the given slots count, a slot for each agent.
  PLETHOS_FUNCTION typename L::Mask holds(typename L::Int slot) const { return L::less(slot, end()); }
  template <class Table>
  PLETHOS_FUNCTION typename L::Mask holds(const Table& table, int i) const {
    return holds(L::set_int(table.slot[i]));
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
