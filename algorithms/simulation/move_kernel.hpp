#pragma once

#include <Kokkos_Core.hpp>
#include <type_traits>

#include "algorithms/avoidance/lacked_way.hpp"
#include "algorithms/neighbors/verlet/verlet_lists.hpp"
#include "algorithms/planning/goals.hpp"
#include "algorithms/simulation/counters.hpp"
#include "algorithms/simulation/move_kernel-inl.hpp"
#include "algorithms/simulation/wall_stop.hpp"
#include "core/agents.hpp"
#include "core/box.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::simulation {

/// Stands in for what follows agents where lists do not hold.
struct NotFollowed {};

/// Clamps the change of velocity to the maximum acceleration, moves the agent, and remembers how much of its wanted way it has lacked. If
/// the agent has reached its goal, it heads for the next one, or has arrived if there is none. If ranks watch speeds, it notes an agent
/// that is too fast. If it `stops` at walls, active agents do not go through any. If lists of
/// neighbors hold, agents are `followed`.
template <class MemorySpace, bool watches_speed = false, bool stops = false, bool followed = false>
struct MoveAgent {
  Agents<MemorySpace> agents;
  planning::Goals<MemorySpace> goals;
  typename Agents<MemorySpace>::Vectors chosen;  // m/s
  Counters<MemorySpace> counters;
  float time_step;
  std::int32_t planner_words;       // the first of Agents::memory, which begin anew with each goal
  float squared_speed = no_extent;  // m^2/s^2, that no agent should exceed
  std::conditional_t<stops, WallStop<MemorySpace>, NoWallStop> walls{};
  std::conditional_t<followed, neighbors::VerletFollower<MemorySpace>, NotFollowed> follower{};

  using Vec = scalar::LaneVec2<ScalarLane>;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i) const {
    const std::int32_t state = agents.state(i);
    if (state == settled_state || state == absent_state) return;
    if (state == arrived_state) {
      agents.state(i) = settled_state;
      return;
    }
    const Vec2 before{agents.velocity(i, 0), agents.velocity(i, 1)};
    const float limit = agents.maximum_acceleration(i) * time_step;
    const Vec velocity = scalar::next_velocity<ScalarLane>({before.x, before.y}, {chosen(i, 0), chosen(i, 1)}, limit);
    const Vec place = scalar::next_position<ScalarLane>({agents.position(i, 0), agents.position(i, 1)}, velocity, time_step);
    float vx = velocity.x, vy = velocity.y;
    float x = place.x, y = place.y;
    const Vec2d from{agents.position(i, 0), agents.position(i, 1)};
    if constexpr (stops) {
      const Vec2 start{agents.position(i, 0), agents.position(i, 1)};
      if (state == active_state && !walls.out_of_reach(i, start, {x - start.x, y - start.y})) {
        const Vec2d to{x, y};
        const Vec2d end = walls.end(from, to, agents.radius(i));
        if (!(end == to)) {
          x = static_cast<float>(end.x);
          y = static_cast<float>(end.y);
          vx = (x - start.x) / time_step;
          vy = (y - start.y) / time_step;
        }
      }
    }
    agents.position(i, 0) = x;
    agents.position(i, 1) = y;
    if constexpr (followed) follower.follow(i, x, y);
    agents.velocity(i, 0) = vx;
    agents.velocity(i, 1) = vy;
    if constexpr (watches_speed) {
      if (Kokkos::fma(vx, vx, vy * vy) > squared_speed) counters.too_fast() = 1;
    }
    if (state != active_state) return;
    const Vec2 preferred{agents.preferred_velocity(i, 0), agents.preferred_velocity(i, 1)};
    const float lack = avoidance::lack_of_step(preferred, before, {vx, vy}, limit);
    const std::uint32_t lacked =
        avoidance::remembered_lack(agents.lacked(i, 0) | agents.lacked(i, 1) << 8, lack, time_step, counters.step());
    agents.lacked(i, 0) = static_cast<std::uint8_t>(lacked & 0xff);
    agents.lacked(i, 1) = static_cast<std::uint8_t>(lacked >> 8);

    if (!has_reached_goal(i, from, x, y)) return;
    if (const std::int32_t next = goals.next(agents.goal(i)); next >= 0) {
      agents.goal(i) = next;
      for (std::int32_t k = 0; k < planner_words; ++k) agents.memory(i, k) = 0;
    } else {
      agents.state(i) = arrived_state;
      agents.velocity(i, 0) = 0.f;
      agents.velocity(i, 1) = 0.f;
      agents.reciprocity(i) = 0.f;
      Kokkos::atomic_add(&counters.arrivals(agents.world(i), counters.step() % steps_of_arrivals), 1);
    }
  }

 private:
  KOKKOS_FUNCTION bool has_reached_goal(int i, Vec2d from, float x, float y) const {
    if (const std::int32_t exit = goals.exit(agents.goal(i)); exit >= 0) return goals.exits.reached(exit, from, {x, y});
    return scalar::has_reached_point<ScalarLane>({x, y}, {goals.point(agents.goal(i), 0), goals.point(agents.goal(i), 1)},
                                                 agents.goal_radius(i))
        .value;
  }
};

}  // namespace plethos::simulation
