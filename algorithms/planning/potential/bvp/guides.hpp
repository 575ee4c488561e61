#pragma once

#include "algorithms/planning/potential/bvp/behavior.hpp"
#include "algorithms/planning/potential/bvp/local_map_arguments.hpp"
#include "algorithms/planning/potential/bvp/party_places.hpp"
#include "algorithms/planning/potential/goal_maps.hpp"
#include "algorithms/planning/potential/potential_motion.hpp"

namespace plethos::planning {

/// Finds where agents are in memory. Nobody follows a guide yet.
template <class MemorySpace>
struct FindMembers {
  static constexpr int grain = 256;
  Agents<MemorySpace> agents;
  PartyPlaces<MemorySpace> parties;

  KOKKOS_FUNCTION void operator()(int i) const {
    parties.place_of(agents.id(i)) = i;
    parties.party_at(i) = -1;
  }
};

/// Says where an agent, or a guide, looks and is drawn to.
KOKKOS_INLINE_FUNCTION void look(LocalScene& scene, const Direction& view, const Direction& ahead, const Direction& bias) {
  scene.view_x = view.x;
  scene.view_y = view.y;
  scene.ahead_x = ahead.x;
  scene.ahead_y = ahead.y;
  scene.bias_x = bias.x;
  scene.bias_y = bias.y;
}

/// What the kernels of guides have in common.
template <class MemorySpace>
struct GuideScene {
  PotentialMotion<MemorySpace> motion;
  GoalPotentials<MemorySpace> potentials;
  PartyPlaces<MemorySpace> parties;
  float radius;  ///< m, the largest agent's

  /// Returns whether a member walks, and to that goal.
  KOKKOS_INLINE_FUNCTION bool walks(std::int32_t member, std::int32_t goal) const {
    const Agents<MemorySpace>& agents = motion.scene.agents;
    const std::int32_t i = parties.at(member);
    return agents.state(i) == active_state && agents.goal(i) == goal;
  }
  /// Returns the point of a trail at a place, with the room beside it.
  KOKKOS_INLINE_FUNCTION TrailPoint look_aside(const Party& party, float x, float y, const Direction& along) const {
    const float most = static_cast<float>(party.abreast - 1) * party.spacing + radius;
    const auto room = [&](float side) {
      return Kokkos::fmax(0.f, potentials.cells.free_way(x, y, -side * along.y, side * along.x, most) - radius);
    };
    return {x, y, along, room(1.f), room(-1.f)};
  }
};

/// Gathers parties that have no guide, and says what their guides need for a local map.
template <class MemorySpace>
struct DescribeGuides {
  static constexpr int grain = 1;
  GuideScene<MemorySpace> scene;
  Kokkos::View<const GroupBehavior*, MemorySpace> behaviors;
  Kokkos::View<const std::int32_t*, MemorySpace> start;  ///< of local maps: those of guides come behind the agents'
  std::int32_t agents;
  Kokkos::View<LocalScene*, MemorySpace> scenes;

  KOKKOS_FUNCTION void operator()(int p) const {
    const Party& party = scene.parties.parties(p);
    PartyGuide& guide = scene.parties.guides(p);
    LocalScene& local = scenes(scene.motion.scene.agents.working + p);
    local.shape = -1;
    const std::int32_t lead = first_walking(party);
    if (lead < 0) {
      guide = {};
      return;
    }
    const std::int32_t goal = scene.motion.scene.agents.goal(lead);
    // An obstacle may have come to where the guide is.
    const bool stands = guide.goal == goal && scene.potentials.cells.is_passable(guide.x, guide.y);
    if (guide.state == GuideState::gathering || !stands) gather(p, goal);
    if (guide.state == GuideState::gathering) return;
    const Vec2d to = scene.motion.goal_point(goal, guide.x, guide.y);
    const auto goal_x = static_cast<float>(to.x), goal_y = static_cast<float>(to.y);
    const std::int32_t cell = scene.potentials.cell(guide.x, guide.y);
    const float away = Kokkos::fmax(Kokkos::abs(goal_x - guide.x), Kokkos::abs(goal_y - guide.y));
    const bool is_there = away < party.spacing || scene.potentials.is_at(goal, cell);
    if (is_there) {
      guide.state = GuideState::over;
      return;
    }
    const auto ahead = scene.potentials.descent(goal, cell);
    // The goal of one that is over may have moved away.
    if (guide.state == GuideState::over || !ahead.exists()) {
      guide.state = GuideState::gathering;
    } else {
      guide.pace = pace(p, goal);
      const double time = static_cast<double>(scene.motion.scene.step()) * scene.motion.scene.time_step;
      local.x = guide.x;
      local.y = guide.y;
      local.goal_x = goal_x;
      local.goal_y = goal_y;
      look(local, guide.along, ahead, behaviors(party.group).bias(time, ahead));
      local.radius = scene.radius;
      local.shape = party.group;
      local.cells = start(agents + p);
      local.self = -1;
      local.party = p;
      local.apart = 0;
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int32_t first_walking(const Party& party) const {
    for (std::int32_t k = party.first; k < party.first + party.size; ++k) {
      const std::int32_t i = scene.parties.at(k);
      if (scene.motion.scene.agents.state(i) == active_state) return i;
    }
    return -1;
  }

  /// Makes the member that is nearest to the middle of those who walk to the goal the beginning of the guide's way, and gives all members
  /// their places, so that those in front are in front.
  KOKKOS_INLINE_FUNCTION void gather(int p, std::int32_t goal) const {
    const Party& party = scene.parties.parties(p);
    PartyGuide& guide = scene.parties.guides(p);
    const Agents<MemorySpace>& all = scene.motion.scene.agents;
    const std::int32_t end = party.first + party.size;
    float sum_x = 0, sum_y = 0, walking = 0;
    for (std::int32_t k = party.first; k < end; ++k) {
      if (!scene.walks(k, goal)) continue;
      sum_x += all.position(place(k), 0);
      sum_y += all.position(place(k), 1);
      walking += 1;
    }
    std::int32_t nearest = -1;
    float least = 0;
    for (std::int32_t k = party.first; k < end; ++k) {
      if (!scene.walks(k, goal)) continue;
      const float x = all.position(place(k), 0) - sum_x / walking, y = all.position(place(k), 1) - sum_y / walking;
      const float squared = Kokkos::fma(x, x, y * y);
      if (nearest >= 0 && !(squared < least)) continue;
      nearest = k;
      least = squared;
    }
    guide = {};
    guide.goal = goal;
    guide.x = all.position(place(nearest), 0);
    guide.y = all.position(place(nearest), 1);
    const std::int32_t cell = scene.potentials.cell(guide.x, guide.y);
    if (cell < 0) return;
    if (!scene.potentials.cells.is_passable(guide.x, guide.y)) {
      const Vec2d center = scene.potentials.cells.center(cell);
      guide.x = static_cast<float>(center.x);
      guide.y = static_cast<float>(center.y);
    }
    if (scene.potentials.is_at(goal, cell)) {
      guide.state = GuideState::over;
      return;
    }
    guide.along = scene.potentials.descent(goal, cell);
    if (!guide.along.exists()) return;
    guide.state = GuideState::walking;
    guide.columns = party.abreast;
    give_places(party, goal, guide.along);
    const float behind = scene.potentials.cells.free_way(guide.x, guide.y, -guide.along.x, -guide.along.y,
                                                         party.trail_step() * static_cast<float>(party.trail_size));
    for (std::int32_t age = 0; age < party.trail_size; ++age) {
      const float far = Kokkos::fmax(0.f, Kokkos::fmin(behind - scene.radius, static_cast<float>(age) * party.trail_step()));
      scene.parties.point(p, age) =
          scene.look_aside(party, Kokkos::fma(-far, guide.along.x, guide.x), Kokkos::fma(-far, guide.along.y, guide.y), guide.along);
    }
  }

  /// Fills the rows from the front by how far ahead members are, and each row from its left. Those who do not walk to the goal come last.
  KOKKOS_INLINE_FUNCTION void give_places(const Party& party, std::int32_t goal, const Direction& along) const {
    const Agents<MemorySpace>& all = scene.motion.scene.agents;
    const auto& slots = scene.parties.slots;
    const auto ahead = [&](std::int32_t k) {
      return scene.walks(k, goal) ? dot(along, {all.position(place(k), 0), all.position(place(k), 1)}) : -1e30f;
    };
    const auto to_left = [&](std::int32_t k) { return dot({-along.y, along.x}, {all.position(place(k), 0), all.position(place(k), 1)}); };
    const auto count_before = [&](std::int32_t k, const auto& distance, const auto& counts) {
      std::int32_t before = 0;
      for (std::int32_t j = party.first; j < party.first + party.size; ++j) {
        const float own = distance(k), other = distance(j);
        if (j != k && counts(j) && (other > own || (other == own && j < k))) ++before;
      }
      return before;
    };
    constexpr std::int32_t low_bits = 8;
    for (std::int32_t k = party.first; k < party.first + party.size; ++k) {
      slots(k) = count_before(k, ahead, [](std::int32_t) { return true; });
    }
    const auto row = [&](std::int32_t k) { return (slots(k) & ((1 << low_bits) - 1)) / party.abreast; };
    for (std::int32_t k = party.first; k < party.first + party.size; ++k) {
      const std::int32_t own = row(k);
      slots(k) |= (own * party.abreast + count_before(k, to_left, [&](std::int32_t j) { return row(j) == own; })) << low_bits;
    }
    for (std::int32_t k = party.first; k < party.first + party.size; ++k) slots(k) >>= low_bits;
  }

  /// Returns the speed of a guide: a little less than that of its slowest member who walks at all, so that others catch up, and down to a
  /// tenth of that if members are behind their places by two rows in the mean.
  KOKKOS_INLINE_FUNCTION float pace(int p, std::int32_t goal) const {
    const Party& party = scene.parties.parties(p);
    const Agents<MemorySpace>& all = scene.motion.scene.agents;
    float lag = 0, walking = 0, slowest = 0;
    for (std::int32_t k = party.first; k < party.first + party.size; ++k) {
      if (!scene.walks(k, goal)) continue;
      const std::int32_t i = place(k);
      const PartyPlace to = scene.parties.place(p, scene.parties.slots(k));
      lag += Kokkos::fmax(0.f, dot(to.along, {to.x - all.position(i, 0), to.y - all.position(i, 1)}));
      const float speed = all.preferred_speed(i);
      if (speed > 0.f) slowest = slowest == 0.f ? speed : Kokkos::fmin(slowest, speed);
      walking += 1;
    }
    return 0.85f * slowest * Kokkos::fmax(0.1f, 1.f - lag / (walking * 2.f * party.spacing));
  }
  KOKKOS_INLINE_FUNCTION std::int32_t place(std::int32_t member) const { return scene.parties.at(member); }
};

/// Lets guides go down their maps, and parties take as many columns as there is room for.
template <class MemorySpace>
struct AdvanceGuides {
  static constexpr int grain = 1;
  GuideScene<MemorySpace> scene;
  Kokkos::View<const LocalScene*, MemorySpace> scenes;
  Kokkos::View<const LocalDescent*, MemorySpace> descents;

  KOKKOS_FUNCTION void operator()(int p) const {
    const std::int32_t at = scene.motion.scene.agents.working + p;
    const LocalScene& local = scenes(at);
    if (local.shape < 0) return;
    const Party& party = scene.parties.parties(p);
    PartyGuide& guide = scene.parties.guides(p);
    const Direction descent = Direction::of_tiny(descents(at).x, descents(at).y);
    const Direction to = descent.exists() ? descent : Direction{local.ahead_x, local.ahead_y};
    guide.speed = descent.exists() ? guide.pace * speed_kept(guide.along, to) : 0.f;
    guide.along = turn(guide.along, to, scene.motion.groups.inertia(party.group));
    const float far = guide.speed * scene.motion.scene.time_step;
    const float x = Kokkos::fma(far, guide.along.x, guide.x), y = Kokkos::fma(far, guide.along.y, guide.y);
    if (scene.potentials.cells.is_passable(x, y)) {
      guide.x = x;
      guide.y = y;
      leave_trail(p, party, guide, far);
    } else {
      guide.speed = 0;
    }
    guide.columns = columns(p, party, guide);
  }

 private:
  KOKKOS_INLINE_FUNCTION void leave_trail(int p, const Party& party, PartyGuide& guide, float far) const {
    for (guide.since += far; guide.since >= party.trail_step();) {
      guide.since -= party.trail_step();
      const float back = Kokkos::fmin(guide.since, far);
      guide.newest = (guide.newest + 1) % party.trail_size;
      scene.parties.point(p, 0) =
          scene.look_aside(party, Kokkos::fma(-back, guide.along.x, guide.x), Kokkos::fma(-back, guide.along.y, guide.y), guide.along);
    }
  }

  /// Returns how many members have room in a row wherever rows are now, and two rows ahead of the guide.
  KOKKOS_INLINE_FUNCTION std::int32_t columns(int p, const Party& party, const PartyGuide& guide) const {
    float least = room(scene.parties.point(p, 0));
    const std::int32_t rows = (party.size + guide.columns - 1) / guide.columns;
    for (std::int32_t age = 1; age <= trail_points_per_row * rows; ++age) least = Kokkos::fmin(least, room(scene.parties.point(p, age)));
    for (std::int32_t row = 1; row <= 2; ++row) {
      const float far = static_cast<float>(row) * party.spacing;
      const float x = Kokkos::fma(far, guide.along.x, guide.x), y = Kokkos::fma(far, guide.along.y, guide.y);
      if (!scene.potentials.cells.is_passable(x, y)) break;
      least = Kokkos::fmin(least, room(scene.look_aside(party, x, y, guide.along)));
    }
    return Kokkos::max(1, Kokkos::min(party.abreast, 1 + static_cast<std::int32_t>(least / party.spacing)));
  }
  KOKKOS_INLINE_FUNCTION static float room(const TrailPoint& point) { return point.left + point.right; }
};

}  // namespace plethos::planning
