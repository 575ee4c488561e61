#include "scenarios/geometry/reachability.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "algorithms/obstacles/obstacle_index.hpp"
#include "scenarios/geometry/free_parts.hpp"
#include "scenarios/geometry/subdivision.hpp"
#include "scenarios/geometry/wall_gaps.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::size_t most_radii = 8;
constexpr double slack = 1e-4;      // m: a gap is open if it is narrower by less
constexpr double overshoot = 1e-5;  // m: lines across gaps end behind the walls' lines, which are rounded to micrometres
constexpr int directions = 32;      // the number of directions in which places near a goal are looked for

/// The faces of the plane for discs of one radius. A disc can get from one place to another if both are in one face.
class ReachablePlane {
 public:
  ReachablePlane(const World& world, std::span<const Segment> walls, const obstacles::ObstacleIndex& obstacles, float radius)
      : world_(world), obstacles_(obstacles), free_(walls, obstacles), radius_(radius) {
    const auto gaps = find_gaps(walls, 2. * radius - slack);
    built_ = gaps.has_value();
    if (!built_) return;
    for (const Segment& wall : walls) plane_.add_edge({wall.a.x, wall.a.y}, {wall.b.x, wall.b.y}, {});
    for (const WallGap& gap : *gaps) {
      const double length = std::hypot(gap.b.x - gap.a.x, gap.b.y - gap.a.y);
      const double x = overshoot * (gap.b.x - gap.a.x) / length;
      const double y = overshoot * (gap.b.y - gap.a.y) / length;
      plane_.add_edge({gap.a.x - x, gap.a.y - y}, {gap.b.x + x, gap.b.y + y}, {});
    }
    plane_.build();
  }

  bool built() const { return built_; }

  bool joins(const Line& journey) const { return face(journey.a) == face(journey.b); }

  /// Returns whether the agent can get to its goal, or to one of those that it chooses among, and so on to all that follow it.
  bool reaches_goals(const AgentRecord& agent) {
    const std::size_t start = face(agent.position);
    std::int32_t goal = agent.goal;
    for (std::size_t k = 0; goal >= 0 && k <= world_.next_goals.size(); ++k, goal = world_.next_goal(goal)) {
      const GoalRange range = world_.choice(goal);
      bool any = false;
      for (std::int32_t other = range.first; other < range.end && !any; ++other) any = reaches(agent, start, other);
      if (!any) return false;
    }
    return true;
  }

 private:
  using Faces = std::vector<std::size_t>;

  std::size_t face(Vec2 p) const { return plane_.locate({p.x, p.y}); }

  bool reaches(const AgentRecord& agent, std::size_t start, std::int32_t goal) {
    const auto holds = [&](const Faces& faces) { return std::find(faces.begin(), faces.end(), start) != faces.end(); };
    if (const Exit* exit = world_.exit(goal)) {
      if (holds(exit_faces(world_.exit_of_goal[static_cast<std::size_t>(goal)], *exit))) return true;
      return std::any_of(exit->outlines.begin(), exit->outlines.end(),
                         [&](const std::vector<Vec2>& outline) { return outline.size() > 2 && is_inside(outline, agent.position); });
    }
    const Vec2 point = world_.goals[static_cast<std::size_t>(goal)];
    if (!obstacles_.hits(point, radius_) && face(point) == start) return true;
    return length(agent.position - point) < agent.goal_radius || holds(faces_near(goal, point, agent.goal_radius));
  }

  const Faces& exit_faces(std::int32_t index, const Exit& exit) {
    const auto [entry, is_new] = exits_.try_emplace(index);
    if (!is_new) return entry->second;
    for (const std::vector<Vec2>& outline : exit.outlines) {
      for (const Line& part : free_.of(outline, static_cast<double>(radius_))) {
        entry->second.push_back(plane_.locate({0.5 * (double{part.a.x} + part.b.x), 0.5 * (double{part.a.y} + part.b.y)}));
      }
    }
    return entry->second;
  }

  /// Returns the faces near a goal: an agent arrives near its goal, even if a wall lies between.
  const Faces& faces_near(std::int32_t goal, Vec2 point, float goal_radius) {
    const auto [entry, is_new] = near_.try_emplace({goal, goal_radius});
    if (!is_new) return entry->second;
    for (const float share : {0.5f, 0.999f}) {
      for (int k = 0; k < directions; ++k) {
        const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(k) / directions;
        const Vec2 place = point + (share * goal_radius) * Vec2{std::cos(angle), std::sin(angle)};
        if (!obstacles_.hits(place, radius_)) entry->second.push_back(face(place));
      }
    }
    return entry->second;
  }

  const World& world_;
  const obstacles::ObstacleIndex& obstacles_;
  FreeParts free_;
  float radius_;
  bool built_ = false;
  Subdivision plane_;
  std::map<std::int32_t, Faces> exits_;
  std::map<std::pair<std::int32_t, float>, Faces> near_;
};

bool travels(const AgentRecord& agent) { return agent.state == AgentState::active; }

/// Returns at most `most_radii` of the travelers' radii, in order, the smallest among them.
std::vector<float> radii_of(std::span<const AgentRecord> agents) {
  std::vector<float> radii;
  for (const AgentRecord& agent : agents) {
    if (travels(agent)) radii.push_back(agent.radius);
  }
  std::sort(radii.begin(), radii.end());
  radii.erase(std::unique(radii.begin(), radii.end()), radii.end());
  if (radii.size() <= most_radii) return radii;
  std::vector<float> some;
  for (std::size_t k = 0; k < most_radii; ++k) some.push_back(radii[k * radii.size() / most_radii]);
  return some;
}

}  // namespace

std::int64_t Reachability::agents() const {
  std::int64_t sum = 0;
  for (const Unreachable& group : groups) sum += group.agents;
  return sum;
}

Reachability find_unreachable(const World& world, std::span<const AgentRecord> agents) {
  const std::vector<Segment> walls = world.segments();
  if (walls.empty()) return {};
  const obstacles::ObstacleIndex obstacles(world.polygons, largest_radius(agents), world.walkable);
  std::map<std::int32_t, Unreachable> groups;
  const std::vector<float> radii = radii_of(agents);
  for (std::size_t r = 0; r < radii.size(); ++r) {
    ReachablePlane plane(world, walls, obstacles, radii[r]);
    if (!plane.built()) return {{}, false};
    for (const AgentRecord& agent : agents) {
      const bool is_next = r + 1 < radii.size() && agent.radius >= radii[r + 1];
      if (!travels(agent) || agent.radius < radii[r] || is_next) continue;
      Unreachable& group = groups.try_emplace(agent.group, Unreachable{agent.group, 0, 0}).first->second;
      ++group.travelers;
      group.agents += plane.reaches_goals(agent) ? 0 : 1;
    }
  }
  Reachability result;
  for (const auto& [index, group] : groups) {
    if (group.agents > 0) result.groups.push_back(group);
  }
  return result;
}

std::optional<std::vector<bool>> reachable(const World& world, float radius, std::span<const Line> journeys) {
  std::vector<bool> result(journeys.size(), true);
  const std::vector<Segment> walls = world.segments();
  if (walls.empty()) return result;
  const obstacles::ObstacleIndex obstacles(world.polygons, radius, world.walkable);
  const ReachablePlane plane(world, walls, obstacles, radius);
  if (!plane.built()) return {};
  for (std::size_t k = 0; k < journeys.size(); ++k) result[k] = plane.joins(journeys[k]);
  return result;
}

std::vector<std::string> reach_warnings(std::span<const std::string> groups, const Reachability& reachability) {
  std::vector<std::string> warnings;
  for (const Unreachable& group : reachability.groups) {
    const auto index = static_cast<std::size_t>(group.group);
    const std::string name = index < groups.size() ? "group '" + groups[index] + "'" : "group " + std::to_string(index);
    warnings.push_back(name + ": " + std::to_string(group.agents) + " of " + std::to_string(group.travelers) +
                       " agents cannot reach their goal: walls, or gaps narrower than the agents, close every way");
  }
  return warnings;
}

}  // namespace plethos::scenarios
