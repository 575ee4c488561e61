#include "scenarios/run/standing.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/in_parts.hpp"
#include "scenarios/geometry/grid_reach.hpp"
#include "scenarios/geometry/near_places.hpp"

namespace plethos::scenarios {
namespace {

constexpr float walking_share = 0.25f;

/// Whether an agent has not reached its goal. Those that stay where they arrive stand there; the first of goals in a row says little.
bool is_under_way(const Scenario& scenario, const simulation::Frame& frame, std::size_t i) {
  const AgentRecord& agent = scenario.agents[i];
  if (agent.state != AgentState::active || frame.present[i] == 0) return false;
  const bool stands = frame.velocity_x[i] == 0 && frame.velocity_y[i] == 0;
  if (scenario.parameters.leave_on_arrival || !stands) return true;
  std::int32_t goal = agent.goal;
  for (std::size_t k = 0; scenario.world.next_goal(goal) >= 0 && k < scenario.world.goals.size(); ++k)
    goal = scenario.world.next_goal(goal);
  const Vec2 place{frame.x[i], frame.y[i]};
  const GoalRange range = scenario.world.choice(goal);
  for (std::int32_t other = range.first; other < range.end; ++other) {
    const float away = length(scenario.world.goal_from(other, place) - place);
    if (away < std::max(agent.goal_radius, scenario.world.exit(other) != nullptr ? 2 * agent.radius : 0.f)) return false;
  }
  return true;
}

}  // namespace

Standing find_standing(const Scenario& scenario, const simulation::MethodChoices& methods, const simulation::Frame& frame) {
  Standing found;
  if (scenario.agents.size() != frame.x.size()) return found;
  const bool over_grid = scenario.world.grid != nullptr && simulation::method_family("planner").find(methods.planner).needs_grid &&
                         scenario.world.next_goals.empty();
  std::optional<GridReach> reach;
  if (over_grid) reach.emplace(scenario.world);
  enum class Kept : std::uint8_t { no, closed, walking, still };
  std::vector<Kept> kept(frame.x.size());
  const auto look = [&](std::size_t i) {
    if (!is_under_way(scenario, frame, i)) return;
    const AgentRecord& agent = scenario.agents[i];
    const bool walks = std::hypot(frame.velocity_x[i], frame.velocity_y[i]) >= walking_share * agent.preferred_speed;
    const bool closed = reach && !reach->reaches({frame.x[i], frame.y[i]}, agent.goal);
    kept[i] = closed ? Kept::closed : walks ? Kept::walking : Kept::still;
  };
  if (reach) {
    for (std::size_t i = 0; i < kept.size(); ++i) look(i);
  } else {
    for_each_in_parts(kept.size(), look);
  }
  found.closed = std::ranges::count(kept, Kept::closed);
  found.walking = std::ranges::count(kept, Kept::walking);
  std::vector<std::uint32_t> still;
  still.reserve(static_cast<std::size_t>(std::ranges::count(kept, Kept::still)));
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i] == Kept::still) still.push_back(static_cast<std::uint32_t>(i));
  }
  const auto place = [&](std::size_t k) { return Vec2{frame.x[still[k]], frame.y[still[k]]}; };
  const NearPlaces places(still.size(), 4. * static_cast<double>(largest_radius(scenario.agents)), place);
  const auto is_pressed = [&](std::size_t k) {
    bool pressed = false;
    places.near(place(k), [&](std::size_t other) {
      const float radius = scenario.agents[still[k]].radius, radii = radius + scenario.agents[still[other]].radius;
      const Vec2 to = place(other) - place(k);
      pressed = pressed || (other != k && std::hypot(to.x, to.y) < radii + radius);
    });
    return pressed;
  };
  found.pressed = static_cast<std::int64_t>(counted_in_parts(still.size(), is_pressed));
  found.standing = static_cast<std::int64_t>(still.size()) - found.pressed;
  if (found.closed > 0) found.widest = find_closed_by_grid(scenario.world, scenario.agents).widest;
  return found;
}

std::string standing_text(const Standing& standing, const Scenario& scenario, const simulation::MethodChoices& methods,
                          std::int64_t steps) {
  std::string text;
  const auto add = [&](std::int64_t count, const std::string& what) {
    if (count > 0) text += (text.empty() ? "" : "; ") + std::to_string(count) + " " + what;
  };
  if (standing.closed > 0) add(standing.closed, "without a way: " + closed_text(scenario.world, standing.widest));
  const std::string more = "--steps " + std::to_string(2 * steps);
  add(standing.pressed, "pressed together: " + more + " shows whether the jam clears, another --avoidance may clear it");
  add(standing.standing, "standing alone: '" + methods.avoidance + "' with planner '" + methods.planner +
                             "' gets no further there; another --avoidance or --planner may");
  add(standing.walking, "still walking: " + more + " gives them time");
  return text;
}

}  // namespace plethos::scenarios
