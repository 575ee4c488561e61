#pragma once

#include "algorithms/planning/potential/bvp/guides.hpp"
#include "algorithms/planning/potential/bvp/patience.hpp"
#include "backends/spread_counter.hpp"

namespace plethos::planning {

/// Says what agents need for their local maps. Where no map is needed, it lets the agent move.
template <class MemorySpace>
struct DescribeScenes {
  static constexpr int grain = 256;
  PotentialMotion<MemorySpace> motion;
  GoalPotentials<MemorySpace> potentials;
  PartyPlaces<MemorySpace> parties;
  Kokkos::View<const GroupBehavior*, MemorySpace> behaviors;
  Kokkos::View<const std::int32_t*, MemorySpace> start, shape_of_agent;
  const LocalShape* shapes;
  Kokkos::View<LocalScene*, MemorySpace> scenes;
  Patience<MemorySpace> patience;
  float reach;  ///< m, half the diagonal of the widest map
  backends::SpreadCounter<MemorySpace> impatient;

  KOKKOS_FUNCTION void operator()(int i) const {
    const Agents<MemorySpace>& agents = motion.scene.agents;
    LocalScene& scene = scenes(i);
    scene.shape = -1;
    if (agents.state(i) != active_state) return motion.scene.headings.stand(i);
    scene.x = agents.position(i, 0);
    scene.y = agents.position(i, 1);
    const Vec2d goal = motion.goal_point(i);
    scene.goal_x = static_cast<float>(goal.x);
    scene.goal_y = static_cast<float>(goal.y);
    const auto id = agents.id(i);
    const std::int32_t shape = shape_of_agent(id);
    const float cell = shapes[shape].cell;
    const bool is_patient = patience.steps > 0;
    // A wall may lie between the agent and a goal that is near.
    const bool is_near = is_patient ? is_beside_goal(i, scene)
                                    : Kokkos::fmax(Kokkos::abs(scene.goal_x - scene.x), Kokkos::abs(scene.goal_y - scene.y)) < 1.5f * cell;
    if (is_near) return motion.head_for_goal(i);
    auto ahead = towards(i, scene);
    if (!ahead.exists()) return motion.scene.headings.lose(agents, i);
    const Direction view = motion.heading(i, ahead);
    if (patience.is_lost(i, 2)) {
      impatient.add(i, 1);
      return motion.go(i, view, ahead, agents.preferred_speed(i));
    }
    if (is_patient) hide_goal(scene);
    scene.speed = agents.preferred_speed(i);
    scene.party = parties.followed(id, agents.goal(i));
    if (scene.party >= 0) {
      parties.party_at(i) = scene.party;
      follow(i, id, scene, ahead);
      if (scene.speed == 0.f) return motion.stand_and_turn(i, view, ahead);
    }
    const double time = static_cast<double>(motion.scene.step()) * motion.scene.time_step;
    look(scene, view, ahead, behaviors(motion.group(i)).bias(time, ahead));
    scene.radius = agents.radius(i);
    scene.shape = shape;
    scene.cells = start(id);
    scene.self = i;
  }

 private:
  /// Returns whether no wall lies between an agent and its goal: it is in a cell of the goal, which sees it.
  KOKKOS_INLINE_FUNCTION bool is_beside_goal(int i, const LocalScene& scene) const {
    return potentials.is_at(motion.scene.agents.goal(i), potentials.cell(scene.x, scene.y));
  }
  /// Takes the goal out of the agent's map if blocked cells lie before it.
  KOKKOS_INLINE_FUNCTION void hide_goal(LocalScene& scene) const {
    const float away_x = scene.goal_x - scene.x, away_y = scene.goal_y - scene.y;
    const float away = Kokkos::sqrt(Kokkos::fma(away_x, away_x, away_y * away_y));
    const float most = Kokkos::fmin(away, reach);
    if (away > 0.f && potentials.cells.free_way(scene.x, scene.y, away_x / away, away_y / away, most) < most) {
      scene.goal_x = scene.goal_y = 1e30f;
    }
  }
  KOKKOS_INLINE_FUNCTION Direction towards(int i, const LocalScene& scene) const {
    const std::int32_t goal = motion.scene.agents.goal(i);
    const std::int32_t cell = potentials.cell(scene.x, scene.y);
    if (potentials.is_at(goal, cell)) return Direction::of(scene.goal_x - scene.x, scene.goal_y - scene.y);
    return potentials.descent(goal, cell);
  }

  /// Lets a member of a party head for its place in the formation instead of its goal: along with the place, and a part of the distance to
  /// it in each second. Nobody goes back; a member before its place waits for it. A place behind walls is reached by way of the goal's map,
  /// if it is nearer to the goal.
  KOKKOS_INLINE_FUNCTION void follow(int i, std::uint32_t id, LocalScene& scene, Direction& ahead) const {
    constexpr float part_in_a_second = 1.f;
    const PartyPlace place = parties.place_of_member(scene.party, id);
    scene.apart = 0.8f * parties.parties(scene.party).spacing;
    // Its own goal means nothing to it until the party is there.
    scene.goal_x = scene.goal_y = 1e30f;
    const float away_x = place.x - scene.x, away_y = place.y - scene.y;
    const float away = Kokkos::sqrt(Kokkos::fma(away_x, away_x, away_y * away_y));
    if (away > potentials.cells.cell_size) {
      const float free = potentials.cells.free_way(scene.x, scene.y, away_x / away, away_y / away, away);
      const std::int32_t goal = motion.scene.agents.goal(i);
      if (free < away) {
        if (potentials.is_nearer(goal, scene.x, scene.y, place.x, place.y)) scene.speed = 0;
        return;
      }
    }
    const float speed = parties.guides(scene.party).speed;
    float x = Kokkos::fma(part_in_a_second, away_x, speed * place.along.x),
          y = Kokkos::fma(part_in_a_second, away_y, speed * place.along.y);
    const float back = Kokkos::fmin(0.f, dot({x, y}, place.along));
    x = Kokkos::fma(-back, place.along.x, x);
    y = Kokkos::fma(-back, place.along.y, y);
    const float wanted = Kokkos::sqrt(Kokkos::fma(x, x, y * y));
    ahead = wanted > 0.f ? Direction{x / wanted, y / wanted} : place.along;
    scene.speed = Kokkos::fmin(scene.speed, wanted);
  }
};

/// Lets agents go down their maps.
template <class MemorySpace>
struct DescendLocally {
  static constexpr int grain = 256;
  PotentialMotion<MemorySpace> motion;
  Kokkos::View<const LocalScene*, MemorySpace> scenes;
  Kokkos::View<const LocalDescent*, MemorySpace> descents;
  backends::SpreadCounter<MemorySpace> sweeps, maps;

  KOKKOS_FUNCTION void operator()(int i) const {
    const LocalScene& scene = scenes(i);
    if (scene.shape < 0) return;
    const LocalDescent& descent = descents(i);
    sweeps.add(i, static_cast<std::uint64_t>(descent.sweeps));
    maps.add(i, 1);
    const Direction view{scene.view_x, scene.view_y};
    const Direction to = Direction::of_tiny(descent.x, descent.y);
    if (!to.exists()) return motion.stand_and_turn(i, view, {scene.ahead_x, scene.ahead_y});
    motion.go(i, view, to, scene.speed);
  }
};

}  // namespace plethos::planning
