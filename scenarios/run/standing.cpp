#include "scenarios/run/standing.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "scenarios/geometry/grid_reach.hpp"

namespace plethos::scenarios {
namespace {

constexpr float walking_share = 0.25f;

/// Agents by squares of a plane that is as large as they are apart.
class Squares {
 public:
  Squares(const simulation::Frame& frame, float side) : frame_(frame), side_(side) {}

  void add(std::size_t i) { squares_[square(i)].push_back(i); }
  /// Calls visit(other) for those in the square of agent i and around it.
  template <class Visit>
  void near(std::size_t i, const Visit& visit) const {
    const auto [column, row] = square(i);
    for (std::int64_t x = column - 1; x <= column + 1; ++x) {
      for (std::int64_t y = row - 1; y <= row + 1; ++y) {
        const auto found = squares_.find({x, y});
        if (found == squares_.end()) continue;
        for (const std::size_t other : found->second) visit(other);
      }
    }
  }

 private:
  std::pair<std::int64_t, std::int64_t> square(std::size_t i) const {
    return {static_cast<std::int64_t>(std::floor(frame_.x[i] / side_)), static_cast<std::int64_t>(std::floor(frame_.y[i] / side_))};
  }

  const simulation::Frame& frame_;
  float side_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::size_t>> squares_;
};

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
  std::vector<std::size_t> still;
  Squares squares(frame, 4 * largest_radius(scenario.agents));
  for (std::size_t i = 0; i < frame.x.size(); ++i) {
    if (!is_under_way(scenario, frame, i)) continue;
    const AgentRecord& agent = scenario.agents[i];
    if (reach && !reach->reaches({frame.x[i], frame.y[i]}, agent.goal)) {
      ++found.closed;
    } else if (std::hypot(frame.velocity_x[i], frame.velocity_y[i]) >= walking_share * agent.preferred_speed) {
      ++found.walking;
    } else {
      still.push_back(i);
      squares.add(i);
    }
  }
  for (const std::size_t i : still) {
    bool pressed = false;
    squares.near(i, [&](std::size_t other) {
      const float radius = scenario.agents[i].radius, radii = radius + scenario.agents[other].radius;
      pressed = pressed || (other != i && std::hypot(frame.x[i] - frame.x[other], frame.y[i] - frame.y[other]) < radii + radius);
    });
    ++(pressed ? found.pressed : found.standing);
  }
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
