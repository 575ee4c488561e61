#pragma once

#include <Kokkos_Core.hpp>

#include "algorithms/avoidance/clearpath/clearpath_team.hpp"
#include "algorithms/avoidance/clearpath/clearpath_together-inl.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::avoidance {

/// Kokkos reducer: the closest velocity, of equally close ones that of the lowest edge, and the last of all regions.
struct ClearpathClosest {
  using reducer = ClearpathClosest;
  using value_type = ClearpathChoice;
  using result_view_type = Kokkos::View<value_type, Kokkos::AnonymousSpace, Kokkos::MemoryUnmanaged>;

  value_type* result;

  KOKKOS_FUNCTION void join(value_type& to, const value_type& from) const {
    const std::int32_t last = to.last > from.last ? to.last : from.last;
    if (from.squared < to.squared || (from.squared == to.squared && from.edge < to.edge)) to = from;
    to.last = last;
  }
  KOKKOS_FUNCTION void init(value_type& value) const { value = value_type{scalar::clearpath_never, -1, 0.f, 0.f, 0}; }
  KOKKOS_FUNCTION value_type& reference() const { return *result; }
  KOKKOS_FUNCTION result_view_type view() const { return result_view_type(result); }
  KOKKOS_FUNCTION bool references_scalar() const { return true; }

  /// What one edge has.
  KOKKOS_FUNCTION static value_type of(int edge, const scalar::ClearpathLook<ScalarLane>& look) {
    if (!look.found.value) return value_type{scalar::clearpath_never, -1, 0.f, 0.f, look.last};
    return value_type{look.squared, edge, look.v.x, look.v.y, look.last};
  }
};

/// The team of clearpath_together-inl.hpp that a team of device threads is, in Kokkos' nested patterns.
template <class Member>
struct ClearpathDeviceTeam {
  const Member& member;

  template <class Function>
  KOKKOS_FUNCTION void each(int count, int, const Function& f) const {
    member.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamVectorRange(member, count), f);
    member.team_barrier();
  }
  template <class Function>
  KOKKOS_FUNCTION bool any(int count, const Function& f) const {
    bool found = false;
    Kokkos::parallel_reduce(
        Kokkos::TeamVectorRange(member, count), [&](int i, bool& value) { value = value || f(i); }, Kokkos::LOr<bool>(found));
    return found;
  }
  template <class Function>
  KOKKOS_FUNCTION ClearpathChoice least(int count, const Function& f) const {
    ClearpathChoice choice{};
    const ClearpathClosest closest{&choice};
    Kokkos::parallel_reduce(
        Kokkos::TeamVectorRange(member, count),
        [&](int edge, ClearpathChoice& value) { closest.join(value, ClearpathClosest::of(edge, f(edge))); }, closest);
    return choice;
  }
};

}  // namespace plethos::avoidance
