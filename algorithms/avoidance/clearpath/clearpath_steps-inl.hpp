// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_STEPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_STEPS_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_STEPS_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_STEPS_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_3_inside-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_4_sort-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_5_subsegments-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_alone-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_kernel-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// The method as section 3.5 has it, for each element of the lane an agent of its own: the velocities are those of ClearpathAlone, bit for
/// bit. fill() is step 1, search() steps 2 to 5, and clearpath_remove_furthest() repeats them for step 6.
template <class L, int Capacity>
struct ClearpathSteps : ClearpathTables<L, ClearpathPublished, Capacity> {
  /// For measurements: the last step that is taken, 1 to 6. Below 5 no velocity is useful. With 5 an agent gets no velocity if it would
  /// find one only among fewer neighbors (step 6) or for shorter horizons.
  int last_step;
  /// Step 3 drops the points inside of regions and compresses the rest (section 4). Otherwise it masks them.
  bool compress_points;
  bool once;
  ClearpathIntervals<L, Capacity> intervals;
  ClearpathPoints<L, Capacity> points;

  PLETHOS_FUNCTION ClearpathSteps(int last, bool compress) : last_step(last), compress_points(compress), once(last < 6) {}

  PLETHOS_FUNCTION bool stops_at(int stage) const { return once && stage != clearpath_test; }
  PLETHOS_FUNCTION void search(const ClearpathScope<L>& scope, const ClearpathLimits<L>& limits, typename L::Mask active, bool,
                               ClearpathBest<L>& best) {
    const auto& regions = this->table;
    for (int e = 0; e < clearpath_edges * regions.count; ++e) {
      const int i = e / clearpath_edges;
      const int k = e - clearpath_edges * i;
      const auto edge =
          clearpath_edge<L>(limits, L::set_int(i), [&](ClearpathField field) PLETHOS_LAMBDA { return regions.read(i, k, field); });
      const auto looks = active & scope.holds(regions, i) & L::less_equal(edge.start, edge.end);
      if (L::none(looks) || last_step < 2) continue;
      clearpath_intersect<L>(regions, scope, edge, intervals);
      if (last_step < 3) continue;
      clearpath_list_points<L>(intervals, regions.count, edge, looks, points);
      if (L::width > 1 && compress_points) {
        clearpath_drop_packed<L>(intervals, regions.count, points);
      } else {
        clearpath_drop<L>(intervals, regions.count, points);
      }
      if (last_step < 4) continue;
      clearpath_sort<L>(points);
      if (last_step < 5) continue;
      best.take(edge, L::set_int(e), clearpath_closest_free<L>(points));
    }
  }
};

PLETHOS_KERNEL_END
#endif
