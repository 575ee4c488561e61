#pragma once

#include <Kokkos_Core.hpp>

#include "algorithms/avoidance/lacked_way.hpp"
#include "algorithms/neighbors/lists.hpp"
#include "algorithms/neighbors/search.hpp"
#include "algorithms/planning/exits.hpp"
#include "algorithms/planning/heading.hpp"
#include "backends/relaxed_load.hpp"
#include "backends/spread_counter.hpp"
#include "core/agents.hpp"

namespace plethos::simulation {

/// Sums that the stages keep on the device, so that the host reads a few bytes when it wants to and nothing in a step.
template <class MemorySpace>
struct Counters {
  /// The number of the step under way: the key of its random numbers.
  Kokkos::View<std::uint32_t, MemorySpace> step{"plethos::simulation::step"};
  Kokkos::View<std::int32_t, MemorySpace> arrived{"plethos::simulation::arrived"};
  Kokkos::View<std::int32_t, MemorySpace> last_arrival{"plethos::simulation::last_arrival"};
  Kokkos::View<float, MemorySpace> minimum_separation{"plethos::simulation::minimum_separation"};
  backends::SpreadCounter<MemorySpace> overlaps{"plethos::simulation::overlaps"};
  Kokkos::View<std::uint64_t, MemorySpace> lost{"plethos::simulation::lost"};
};

/// Section 3.3, first step: towards the goal at the preferred speed, slower where a goal that is a point is nearer than a step.
template <class MemorySpace>
struct PreferredVelocity {
  Agents<MemorySpace> agents;
  Kokkos::View<float* [2], Kokkos::LayoutLeft, MemorySpace> goals;
  float time_step;
  planning::Exits<MemorySpace> exits{};

  KOKKOS_FUNCTION void operator()(int i) const {
    if (agents.state(i) == static_cast<std::int32_t>(AgentState::active)) {
      if (const std::int32_t exit = exits.of(agents.goal(i)); exit >= 0) {
        const planning::Point to = exits.nearest(exit, agents.position(i, 0), agents.position(i, 1));
        planning::head_for(agents, i, static_cast<float>(to.x), static_cast<float>(to.y));
        return;
      }
      planning::stop_at(agents, i, goals(agents.goal(i), 0), goals(agents.goal(i), 1), time_step);
    } else {
      agents.preferred_velocity(i, 0) = 0.f;
      agents.preferred_velocity(i, 1) = 0.f;
    }
  }
};

/// Agents::waypoint of an agent that has arrived: only just, so that it was not measured yet where it stands, or before.
inline constexpr std::int32_t just_arrived = -1;
inline constexpr std::int32_t settled = 0;

/// Whether an agent has moved since separations were last measured: all have but those that settled before.
template <class MemorySpace>
KOKKOS_INLINE_FUNCTION bool has_moved(const Agents<MemorySpace>& agents, std::int32_t i) {
  return agents.state(i) != static_cast<std::int32_t>(AgentState::arrived) || agents.waypoint(i) == just_arrived;
}

/// Keeps the smallest separation of two discs and counts pairs that overlap, of which at least one has moved since they were last measured.
/// Opens a step: its number goes up by one.
template <class MemorySpace>
struct MeasureSeparation {
  Agents<MemorySpace> agents;
  neighbors::Lists<MemorySpace> lists;
  Counters<MemorySpace> counters;
  float largest_radius;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (i == 0) ++counters.step();
    if (!has_moved(agents, i)) return;
    const float radius = agents.radius(i);
    float least = Kokkos::Experimental::infinity_v<float>;
    std::uint64_t overlaps = 0;
    for (std::int32_t k = 0; k < lists.count(i); ++k) {
      const std::int32_t j = lists.index(i, k);
      const float distance = Kokkos::sqrt(
          neighbors::squared_distance(agents.position(j, 0) - agents.position(i, 0), agents.position(j, 1) - agents.position(i, 1)));
      // Neighbors come by distance of centers: none from here on can overlap, or be nearer by discs.
      if (distance - (radius + largest_radius) > (least > 0.f ? least : 0.f)) break;
      const float separation = distance - (radius + agents.radius(j));
      least = separation < least ? separation : least;
      overlaps += separation < 0.f && (!has_moved(agents, j) || agents.id_before(i, j)) ? 1 : 0;
    }
    if (least < backends::relaxed_load(counters.minimum_separation())) Kokkos::atomic_min(&counters.minimum_separation(), least);
    if (overlaps > 0) counters.overlaps.add(i, overlaps);
  }
};

/// Clamps the change of velocity to the maximum acceleration, moves, remembers how much of its way an agent has lacked, and resolves who
/// has reached its goal: it heads for the next one, or has arrived.
template <class MemorySpace>
struct Update {
  Agents<MemorySpace> agents;
  Kokkos::View<float* [2], Kokkos::LayoutLeft, MemorySpace> goals;
  typename Agents<MemorySpace>::Integers next_goals;
  typename Agents<MemorySpace>::Vectors candidate;
  Counters<MemorySpace> counters;
  float time_step;
  planning::Exits<MemorySpace> exits{};

  KOKKOS_FUNCTION void operator()(int i) const {
    const std::int32_t state = agents.state(i);
    if (state == static_cast<std::int32_t>(AgentState::arrived)) {
      agents.waypoint(i) = settled;
      return;
    }
    const Vec2 before{agents.velocity(i, 0), agents.velocity(i, 1)};
    float change_x = candidate(i, 0) - before.x;
    float change_y = candidate(i, 1) - before.y;
    const float change = Kokkos::sqrt(Kokkos::fma(change_x, change_x, change_y * change_y));
    const float limit = agents.maximum_acceleration(i) * time_step;
    if (change > limit) {
      change_x *= limit / change;
      change_y *= limit / change;
    }
    const float vx = before.x + change_x;
    const float vy = before.y + change_y;
    const planning::Point from{agents.position(i, 0), agents.position(i, 1)};
    const float x = Kokkos::fma(vx, time_step, agents.position(i, 0));
    const float y = Kokkos::fma(vy, time_step, agents.position(i, 1));
    agents.position(i, 0) = x;
    agents.position(i, 1) = y;
    agents.velocity(i, 0) = vx;
    agents.velocity(i, 1) = vy;
    if (state != static_cast<std::int32_t>(AgentState::active)) return;
    const Vec2 preferred{agents.preferred_velocity(i, 0), agents.preferred_velocity(i, 1)};
    const float lack = avoidance::lack_of_step(preferred, before, {vx, vy}, limit);
    const std::uint32_t lacked =
        avoidance::remembered_lack(agents.lacked(i, 0) | agents.lacked(i, 1) << 8, lack, time_step, counters.step());
    agents.lacked(i, 0) = static_cast<std::uint8_t>(lacked & 0xff);
    agents.lacked(i, 1) = static_cast<std::uint8_t>(lacked >> 8);

    if (!has_reached_goal(i, from, x, y)) return;
    const std::int32_t next = next_goal(next_goals, agents.goal(i));
    if (next >= 0) {
      agents.goal(i) = next;
      agents.waypoint(i) = new_goal;
    } else {
      agents.state(i) = static_cast<std::int32_t>(AgentState::arrived);
      agents.velocity(i, 0) = 0.f;
      agents.velocity(i, 1) = 0.f;
      agents.reciprocity(i) = 0.f;
      agents.waypoint(i) = just_arrived;
      Kokkos::atomic_add(&counters.arrived(), 1);
      Kokkos::atomic_max(&counters.last_arrival(), static_cast<std::int32_t>(counters.step()));
    }
  }

 private:
  KOKKOS_FUNCTION bool has_reached_goal(int i, planning::Point from, float x, float y) const {
    if (const std::int32_t exit = exits.of(agents.goal(i)); exit >= 0) return exits.reached(exit, from, {x, y});
    const float to_goal_x = goals(agents.goal(i), 0) - x;
    const float to_goal_y = goals(agents.goal(i), 1) - y;
    const float goal_radius = agents.goal_radius(i);
    return neighbors::squared_distance(to_goal_x, to_goal_y) < goal_radius * goal_radius;
  }
};

/// Writes positions, velocities and presence (to waypoint) in id order.
template <class MemorySpace>
struct Gather {
  Agents<MemorySpace> agents, frame;
  bool leave;

  KOKKOS_FUNCTION void operator()(int i) const {
    const auto at = static_cast<std::int32_t>(agents.id(i, 0));
    for (int k = 0; k < 2; ++k) {
      frame.position(at, k) = agents.position(i, k);
      frame.velocity(at, k) = agents.velocity(i, k);
    }
    frame.waypoint(at) = neighbors::present(agents.state(i), leave) ? 1 : 0;
  }
};

}  // namespace plethos::simulation
