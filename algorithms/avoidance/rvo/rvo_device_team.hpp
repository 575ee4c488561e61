#pragma once

#include <Kokkos_Core.hpp>

#include "algorithms/avoidance/rvo/rvo_samples-inl.hpp"
#include "algorithms/avoidance/rvo/rvo_team.hpp"
#include "backends/teams.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::avoidance {

/// The least cost and, of equal ones, the first member's.
struct RvoLeastCost {
  using value_type = RvoChoice;

  KOKKOS_FUNCTION static bool before(const RvoChoice& a, const RvoChoice& b) {
    return a.cost < b.cost || (a.cost == b.cost && a.member < b.member);
  }
  KOKKOS_FUNCTION static RvoChoice last() {
    return {Kokkos::reduction_identity<float>::min(), Kokkos::reduction_identity<std::int32_t>::min(), 0.f, 0.f};
  }
};

/// The team of rvo_nested_kernel-inl.hpp that a team of device threads is, in Kokkos' nested patterns.
template <class Member>
struct RvoDeviceTeam {
  const Member& member;
  int members;

  KOKKOS_FUNCTION explicit RvoDeviceTeam(const Member& of) : member(of), members(of.team_size() * backends::team_vector) {}

  /// So many elements of the memory that the team shares.
  template <class T>
  KOKKOS_FUNCTION T* shared(int count) const {
    return static_cast<T*>(member.team_scratch(0).get_shmem_aligned(static_cast<std::size_t>(count) * sizeof(T), alignof(T)));
  }
  template <class Function>
  KOKKOS_FUNCTION float largest(int count, const Function& f) const {
    float most = 0.f;
    Kokkos::parallel_reduce(
        Kokkos::TeamVectorRange(member, count), [&](int item, float& value) { value = ScalarLane::max(f(item), value); },
        Kokkos::Max<float>(most));
    return ScalarLane::max(most, 0.f);
  }
  template <class Function>
  KOKKOS_FUNCTION RvoChoice least(const Function& f) const {
    RvoChoice choice{};
    const backends::First<RvoLeastCost> least{&choice};
    Kokkos::parallel_reduce(
        Kokkos::TeamVectorRange(member, members),
        [&](int i, RvoChoice& value) {
          const scalar::RvoBest<ScalarLane> best = f(i);
          least.join(value, RvoChoice{best.cost, i, best.x, best.y});
        },
        least);
    return choice;
  }
  KOKKOS_FUNCTION void barrier() const { member.team_barrier(); }
  template <class Function>
  KOKKOS_FUNCTION void once(const Function& f) const {
    Kokkos::single(Kokkos::PerTeam(member), f);
  }
};

}  // namespace plethos::avoidance
