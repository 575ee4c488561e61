// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_NEIGHBORS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_NEIGHBORS_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_NEIGHBORS_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_NEIGHBORS_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_collision-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_cone-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// How the published methods see neighbors.
struct ClearpathNeighbors {
  /// The nearest neighbors that have guards.
  static constexpr int guarded_neighbors = 0;

  /// Adds the regions of one neighbor to the table: the truncated cone, and, if sides are agreed on, the wrong side of the line through its
  /// apex (Type-II). Of agents that overlap, the region of the collision takes the place of both. Returns the agents that overlap their
  /// neighbor.
  template <class L, int Capacity>
  PLETHOS_FUNCTION static typename L::Mask neighbor(const ClearpathArguments& in, const ClearpathAgent<L>& agent, typename L::Mask present,
                                                    typename L::Int index, int place, ClearpathTable<L, Capacity>& table) {
    ClearpathMeeting<L> meeting = clearpath_meet<L>(in, agent, present, index);
    const auto wrong_x = L::select(meeting.left, meeting.cone.ny, -meeting.cone.ny);
    const auto wrong_y = L::select(meeting.left, -meeting.cone.nx, meeting.cone.nx);
    if (L::any(meeting.overlap)) clearpath_collision<L>(in, agent, meeting);
    clearpath_store<L>(table.add(clearpath_of_neighbor, place), meeting.n.yields, meeting.cone);
    if (in.sides) {
      const auto forbids = meeting.n.yields & meeting.agrees & !meeting.overlap;
      clearpath_store_half_plane<L>(table.add(clearpath_of_neighbor, place), forbids, wrong_x, wrong_y,
                                    dot<L>(wrong_x, wrong_y, meeting.apex_x, meeting.apex_y));
    }
    return meeting.overlap;
  }
};

PLETHOS_KERNEL_END
#endif
