// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_GUARDED_NEIGHBORS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_GUARDED_NEIGHBORS_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_GUARDED_NEIGHBORS_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_GUARDED_NEIGHBORS_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_cone-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// How our method sees neighbors.
struct ClearpathGuardedNeighbors {
  /// The nearest neighbors that have guards. More discs of one size do not come so close to one of them.
  static constexpr int guarded_neighbors = 8;

  /// Adds the regions of one neighbor to the table: the truncated cone, closed on the wrong side as far as the horizon goes, and a guard
  /// that keeps the agent able to stop. Returns the agents that overlap their neighbor.
  template <class L, int Capacity>
  PLETHOS_FUNCTION static typename L::Mask neighbor(const ClearpathArguments& in, const ClearpathAgent<L>& agent, typename L::Mask present,
                                                    typename L::Int index, int place, ClearpathTable<L, Capacity>& table) {
    ClearpathMeeting<L> meeting = clearpath_meet<L>(in, agent, present, index);
    ClearpathCone<L>& cone = meeting.cone;
    const LaneNeighbor<L>& n = meeting.n;
    cone.open_left = meeting.agrees & !meeting.left;
    cone.open_right = meeting.agrees & meeting.left;
    clearpath_store<L>(table.add(clearpath_of_neighbor, place), n.yields, cone);
    if (place < guarded_neighbors) {
      // An agent stays able to stop within its share of the gap. A neighbor that does not yield is expected to keep its velocity.
      using Float = typename L::Float;
      const Float zero = L::set(0.f);
      const auto alone = L::less_equal(L::set(1.f), n.share);
      const Float base_x = L::select(alone, n.vx, zero) - agent.preferred_x;
      const Float base_y = L::select(alone, n.vy, zero) - agent.preferred_y;
      const Float speed = clearpath_braking_speed<L>(n.share * meeting.space, agent.limits.radius[1], in.time_step);
      Float offset = dot<L>(cone.nx, cone.ny, base_x, base_y) + speed;
      offset = L::max(offset, clearpath_retreat<L>(agent.limits, cone.nx, cone.ny));
      const auto reaches = L::less(speed, agent.limits.radius[0] + L::select(alone, L::sqrt(dot<L>(n.vx, n.vy, n.vx, n.vy)), zero));
      const auto guards = n.yields & reaches;
      if (L::any(guards)) clearpath_store_half_plane<L>(table.add(clearpath_of_guard, place), guards, cone.nx, cone.ny, offset);
    }
    return meeting.overlap;
  }
};

PLETHOS_KERNEL_END
#endif
