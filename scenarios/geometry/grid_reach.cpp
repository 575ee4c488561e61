#include "scenarios/geometry/grid_reach.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "algorithms/planning/fields/goal_cells.hpp"
#include "core/parameter_table.hpp"
#include "scenarios/geometry/wall_gaps.hpp"

namespace plethos::scenarios {
namespace {

/// Whether another wall lies in a gap between two.
bool is_crossed(const WallGap& gap, const std::vector<Segment>& walls) {
  const Vec2d across = gap.b - gap.a;
  const double squared = dot(across, across);
  const auto beside = [&](Vec2 p) { return cross(across, in_double(p) - gap.a); };
  return std::any_of(walls.begin(), walls.end(), [&](const Segment& wall) {
    const double first = beside(wall.a), second = beside(wall.b);
    const auto along = [&](Vec2 p) { return dot(in_double(p) - gap.a, across) / squared; };
    const auto inside = [](double share) { return share > 0.01 && share < 0.99; };
    const double tiny = 1e-3 * squared;
    // A wall may lie along the gap, or end in its very line.
    if (std::abs(first) < tiny && std::abs(second) < tiny) {
      return std::min(along(wall.a), along(wall.b)) < 0.99 && std::max(along(wall.a), along(wall.b)) > 0.01;
    }
    if ((std::abs(first) < tiny && inside(along(wall.a))) || (std::abs(second) < tiny && inside(along(wall.b)))) return true;
    if ((first > 0) == (second > 0)) return false;
    const double share = first / (first - second);
    return inside((1 - share) * along(wall.a) + share * along(wall.b));
  });
}

/// Returns the width of the widest gap between walls that discs of `radius` metres pass, and whose two sides no passable cells join nearby.
double widest_closed_gap(const World& world, const GridRegions& regions, float radius) {
  const WorldGrid& grid = *world.grid;
  const std::vector<Segment> walls = world.segments();
  // Wider gaps hold a passable cell wherever cells lie.
  const double most = 2. * radius + 3. * double{grid.cell_size};
  const auto gaps = find_gaps(walls, most);
  double widest = 0;
  for (const WallGap& gap : gaps.value_or(std::vector<WallGap>{})) {
    const double x = gap.b.x - gap.a.x, y = gap.b.y - gap.a.y;
    const double width = std::hypot(x, y);
    if (width < 2. * radius || width <= widest || is_crossed(gap, walls)) continue;
    std::array<std::int32_t, 2> sides{-1, -1};
    for (int k = 0; k < 2; ++k) {
      const double side = (k == 0 ? 1 : -1) * (double{radius} + double{grid.cell_size}) / width;
      const Vec2 place{static_cast<float>(0.5 * (gap.a.x + gap.b.x) - side * y), static_cast<float>(0.5 * (gap.a.y + gap.b.y) + side * x)};
      const std::vector<std::int32_t> cells = planning::cells_of_place(grid, walls, place);
      if (!cells.empty()) sides[static_cast<std::size_t>(k)] = regions.label[static_cast<std::size_t>(cells[0])];
    }
    if (sides[0] >= 0 && sides[1] >= 0 && sides[0] != sides[1]) widest = width;
  }
  return widest;
}

}  // namespace

GridReach::GridReach(const World& world)
    : world_(world), walls_(world.segments()), regions_(connected_regions(*world.grid)), goals_(world.goals.size()) {}

const std::vector<std::int32_t>& GridReach::parts_of(std::int32_t goal) {
  std::optional<std::vector<std::int32_t>>& known = goals_[static_cast<std::size_t>(goal)];
  if (!known) {
    known.emplace();
    for (const std::int32_t cell : planning::goal_cells(*world_.grid, world_, walls_, goal)) {
      known->push_back(regions_.label[static_cast<std::size_t>(cell)]);
    }
  }
  return *known;
}

bool GridReach::reaches(Vec2 place, std::int32_t goal) {
  const std::vector<std::int32_t> cells = planning::cells_of_place(*world_.grid, walls_, place);
  if (cells.empty()) return false;
  const std::int32_t own = regions_.label[static_cast<std::size_t>(cells[0])];
  const GoalRange range = world_.choice(goal);
  for (std::int32_t other = range.first; other < range.end; ++other) {
    const std::vector<std::int32_t>& parts = parts_of(other);
    if (std::find(parts.begin(), parts.end(), own) != parts.end()) return true;
  }
  return false;
}

ClosedByGrid find_closed_by_grid(const World& world, std::span<const AgentRecord> agents) {
  ClosedByGrid closed;
  if (world.grid == nullptr) return closed;
  GridReach reach(world);
  for (const AgentRecord& agent : agents) {
    if (agent.state != AgentState::active) continue;
    ++closed.travelers;
    closed.agents += reach.reaches(agent.position, agent.goal) ? 0 : 1;
  }
  if (closed.agents > 0) closed.widest = widest_closed_gap(world, connected_regions(*world.grid), largest_radius(agents));
  return closed;
}

std::string closed_text(const World& world, double widest) {
  std::string text = "the grid's cells of " + number_text(world.grid->cell_size) + " m close ";
  if (widest > 0) {
    text += "gaps of up to " + number_text(std::floor(100 * widest) / 100) + " m between walls";
  } else {
    text += "every way";
  }
  return text + "; a smaller cell_size opens more, planners without a grid (straight, roadmap) need none";
}

}  // namespace plethos::scenarios
