#pragma once

#include <Kokkos_Core.hpp>

#include "algorithms/planning/stop-inl.hpp"
#include "core/agents.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::planning {

/// What an agent heads for. It passes a `point` of its way at its preferred speed, and would stop at the `last_point` of its way. It may
/// take a `velocity` that the planner chose. A `lost` agent sees no way and keeps its direction.
enum class HeadingKind : std::int32_t { point, last_point, velocity, lost };

/// Where each agent heads in a step. A planner writes the headings of the active agents among [0, working), and steering reads them. The
/// headings of other agents mean nothing. All columns are by the agents' places, and the velocity is the agents' own column.
template <class MemorySpace>
struct Headings {
  using Vectors = typename Agents<MemorySpace>::Vectors;
  using Integers = typename Agents<MemorySpace>::Integers;

  Vectors target;    // m; for a point and a last point
  Vectors velocity;  // m/s, Agents::preferred_velocity: at the preferred speed towards the target, or what the planner chose
  Integers kind;     // HeadingKind
  /// The number of the agent's leg. Another number than in the last step says that the agent heads for something else. The target may move
  /// without that.
  Integers leg;
  /// The number of steps that agents went lost, added up over the agents of each world of an ensemble, or over all.
  Kokkos::View<std::uint64_t*, MemorySpace> lost_steps;

  Headings() = default;
  /// Makes headings in memory that the caller has claimed.
  Headings(const Agents<MemorySpace>& agents, const Vectors& targets, const Integers& kinds, const Integers& legs,
           const Kokkos::View<std::uint64_t*, MemorySpace>& lost)
      : target(targets), velocity(agents.preferred_velocity), kind(kinds), leg(legs), lost_steps(lost) {}
  /// Makes headings in memory of their own.
  explicit Headings(const Agents<MemorySpace>& agents)
      : Headings(agents, Vectors("plethos::headings::target", agents.stride), Integers("plethos::headings::kind", agents.stride),
                 Integers("plethos::headings::leg", agents.stride),
                 Kokkos::View<std::uint64_t*, MemorySpace>("plethos::headings::lost_steps", 1)) {}

  /// Lets agent i head for a point of its way.
  KOKKOS_INLINE_FUNCTION void head_for(const Agents<MemorySpace>& agents, int i, float x, float y, std::int32_t number) const {
    set_target(i, x, y, HeadingKind::point, number);
    const float away = distance(agents, i, x, y);
    head_by(agents, i, away > 0.f ? agents.preferred_speed(i) / away : 0.f);
  }
  /// Lets agent i head for the last point of its way. It is slower than its preferred speed if that point is nearer than a step of
  /// `time_step` seconds.
  KOKKOS_INLINE_FUNCTION void stop_at(const Agents<MemorySpace>& agents, int i, float x, float y, std::int32_t number,
                                      float time_step) const {
    set_target(i, x, y, HeadingKind::last_point, number);
    const auto stopping =
        scalar::velocity_to_stop<ScalarLane>({x - agents.position(i, 0), y - agents.position(i, 1)}, agents.preferred_speed(i), time_step);
    velocity(i, 0) = stopping.x;
    velocity(i, 1) = stopping.y;
  }
  /// Lets agent i take a velocity that the planner chose, in m/s.
  KOKKOS_INLINE_FUNCTION void move_by(int i, float velocity_x, float velocity_y, std::int32_t number) const {
    kind(i) = static_cast<std::int32_t>(HeadingKind::velocity);
    leg(i) = number;
    velocity(i, 0) = velocity_x;
    velocity(i, 1) = velocity_y;
  }
  /// Marks agent i as lost. It keeps the direction of its last preferred velocity, or of its velocity if that was zero.
  KOKKOS_INLINE_FUNCTION void lose(const Agents<MemorySpace>& agents, int i) const {
    kind(i) = static_cast<std::int32_t>(HeadingKind::lost);
    Kokkos::atomic_add(&lost_steps(agents.world(i)), std::uint64_t{1});
    float x = velocity(i, 0);
    float y = velocity(i, 1);
    if (x == 0.f && y == 0.f) {
      x = agents.velocity(i, 0);
      y = agents.velocity(i, 1);
    }
    const float length = Kokkos::sqrt(Kokkos::fma(x, x, y * y));
    const float scale = length > 0.f ? agents.preferred_speed(i) / length : 0.f;
    velocity(i, 0) = x * scale;
    velocity(i, 1) = y * scale;
  }
  /// Lets agent i, which is not active, prefer to stand.
  KOKKOS_INLINE_FUNCTION void stand(int i) const {
    velocity(i, 0) = 0.f;
    velocity(i, 1) = 0.f;
  }

  /// Returns the distance from agent i to a point, in metres.
  KOKKOS_INLINE_FUNCTION static float distance(const Agents<MemorySpace>& agents, int i, float to_x, float to_y) {
    const float x = to_x - agents.position(i, 0);
    const float y = to_y - agents.position(i, 1);
    return Kokkos::sqrt(Kokkos::fma(x, x, y * y));
  }

 private:
  KOKKOS_INLINE_FUNCTION void set_target(int i, float x, float y, HeadingKind of_kind, std::int32_t number) const {
    target(i, 0) = x;
    target(i, 1) = y;
    kind(i) = static_cast<std::int32_t>(of_kind);
    leg(i) = number;
  }
  /// Sets the velocity to the way to the target times `scale`, in 1/s.
  KOKKOS_INLINE_FUNCTION void head_by(const Agents<MemorySpace>& agents, int i, float scale) const {
    velocity(i, 0) = (target(i, 0) - agents.position(i, 0)) * scale;
    velocity(i, 1) = (target(i, 1) - agents.position(i, 1)) * scale;
  }
};

}  // namespace plethos::planning
