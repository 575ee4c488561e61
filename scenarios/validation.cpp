#include "scenarios/validation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <vector>

#include "algorithms/obstacles/obstacle_index.hpp"
#include "algorithms/obstacles/outline_meeting.hpp"
#include "algorithms/obstacles/placement.hpp"
#include "core/error.hpp"
#include "core/in_parts.hpp"
#include "core/point_text.hpp"
#include "core/text.hpp"
#include "scenarios/geometry/free_parts.hpp"
#include "scenarios/geometry/near_places.hpp"
#include "scenarios/keys.hpp"

namespace plethos::scenarios {
namespace {

[[noreturn]] void fail(const std::string& place, const std::string& found, const std::string& expected) {
  throw InputError(one_line(place + ": found " + found + ", expected " + expected));
}

/// Calls visit(vertex) for the vertices of a moving obstacle where it is at first, and at each point of its path.
template <class Visit>
void for_each_place(const MovingObstacle& obstacle, const Visit& visit) {
  for (const Vec2 vertex : obstacle.outline.vertices) {
    visit(vertex);
    for (const Vec2 by : obstacle.path) visit(vertex + by);
  }
}

class Validator {
 public:
  Validator(const Scenario& scenario, const Origins& origins) : scenario_(scenario), origins_(origins) {}

  void run() {
    check_polygons();
    check_moving();
    check_agents();
    check_next_goals();
    check_choices();
    check_exits();
    check_walkable();
    check_bounds();
    check_obstacles();
    check_overlaps();
  }

 private:
  /// Returns whether a goal is a point, and not one of several to choose among, which are checked by themselves.
  bool is_own_point(std::int32_t goal) const {
    const GoalRange range = scenario_.world.choice(goal);
    return scenario_.world.exit(goal) == nullptr && range.first + 1 == range.end;
  }
  Vec2 goal(std::size_t i) const { return scenario_.world.goals[static_cast<std::size_t>(scenario_.agents[i].goal)]; }

  /// Calls check(i) for all agents, by several threads if they are many. The fault of the first agent with one is reported.
  template <class Check>
  void for_each_agent(const Check& check) const {
    for_each_in_parts(scenario_.agents.size(), check);
  }

  void check_polygons() const {
    for (std::size_t i = 0; i < scenario_.world.polygons.size(); ++i) {
      if (const auto fault = obstacles::find_fault(scenario_.world.polygons[i])) fail(origins_.polygon(i), fault->found, fault->expected);
    }
  }

  void check_moving() const {
    for (std::size_t i = 0; i < scenario_.world.moving.size(); ++i) {
      if (const auto fault = obstacles::find_fault(scenario_.world.moving[i])) {
        fail(origins_.moving(i) + ": " + fault->field, fault->found, fault->expected);
      }
    }
  }

  void check_agents() const {
    const std::int64_t count = scenario_.count();
    if (count == 0) fail(scenario_.name + ": agents", "0", "at least 1");
    if (count > std::numeric_limits<std::int32_t>::max()) fail(scenario_.name + ": agents", std::to_string(count), "at most 2147483647");
    for (std::size_t row = 0; row < agent_table().infos().size(); ++row) check_field(row);
    for_each_agent([&](std::size_t i) {
      const AgentRecord& agent = scenario_.agents[i];
      if (!is_finite(agent.position)) fail(origins_.agent(i) + ": start", point_text(agent.position), "finite numbers");
      if (agent.state != AgentState::passive && agent.preferred_speed > agent.maximum_speed) {
        fail(origins_.agent(i) + ": preferred_speed", number_text(agent.preferred_speed),
             "at most maximum_speed, " + number_text(agent.maximum_speed));
      }
      if (!is_finite(agent.velocity)) fail(origins_.agent(i) + ": velocity", point_text(agent.velocity), "finite numbers");
      if (agent.goal < 0 || static_cast<std::size_t>(agent.goal) >= scenario_.world.goals.size()) {
        fail(origins_.agent(i) + ": goal", std::to_string(agent.goal), "an index below " + std::to_string(scenario_.world.goals.size()));
      }
      if (!is_finite(goal(i))) fail(origins_.goal(i), point_text(goal(i)), "finite numbers");
    });
  }

  /// Calls check(place, goal) for each goal to choose among, where place() is its place.
  template <class Check>
  void for_each_choice(const Check& check) const {
    for (std::size_t c = 0; c < scenario_.world.choices.size(); ++c) {
      const GoalRange range = scenario_.world.choices[c];
      for (std::int32_t goal = range.first; goal < range.end; ++goal) {
        check([&] { return origins_.choice(c, static_cast<std::size_t>(goal - range.first)); }, goal);
      }
    }
  }

  /// Calls check(place, exit) for each exit that is a goal, where place(outline) is that of one of its outlines.
  template <class Check>
  void for_each_exit(const Check& check) const {
    const World& world = scenario_.world;
    if (world.exits.empty()) return;
    std::vector<bool> seen(world.exits.size(), false);
    const auto visit = [&](std::int32_t goal, const auto& place) {
      const Exit* exit = world.exit(goal);
      if (exit == nullptr || seen[static_cast<std::size_t>(exit - world.exits.data())]) return;
      seen[static_cast<std::size_t>(exit - world.exits.data())] = true;
      check(place, *exit);
    };
    for_each_choice([&](const auto& place, std::int32_t goal) { visit(goal, [&](std::size_t) { return place(); }); });
    for (std::size_t i = 0; i < scenario_.agents.size(); ++i) {
      visit(scenario_.agents[i].goal, [&](std::size_t outline) { return origins_.exit(i, outline); });
    }
  }

  void check_choices() const {
    const World& world = scenario_.world;
    std::int32_t before = 0;
    for (const GoalRange& range : world.choices) {
      if (range.first < before || range.first >= range.end || range.end > static_cast<std::int64_t>(world.goals.size())) {
        fail(scenario_.name + ": choices", "goals from " + std::to_string(range.first) + " up to " + std::to_string(range.end),
             "ranges in order, of " + std::to_string(world.goals.size()) + " goals");
      }
      before = range.end;
    }
    for_each_choice([&](const auto& place, std::int32_t goal) {
      const Vec2 point = world.goals[static_cast<std::size_t>(goal)];
      if (!is_finite(point)) fail(place(), point_text(point), "finite numbers");
    });
  }

  void check_exits() const {
    const World& world = scenario_.world;
    const auto exists = [&](std::int32_t exit) { return exit >= -1 && exit < static_cast<std::int64_t>(world.exits.size()); };
    if (world.exit_of_goal.size() > world.goals.size() || !std::all_of(world.exit_of_goal.begin(), world.exit_of_goal.end(), exists)) {
      fail(scenario_.name + ": exits", "a goal whose exit does not exist", "-1 or an index below " + std::to_string(world.exits.size()));
    }
    for (const Exit& exit : world.exits) {
      if (exit.landings.empty()) fail(scenario_.name + ": exits", "an exit without landings", "at least 1");
    }
    for_each_exit([&](const auto& place, const Exit& exit) {
      for (std::size_t o = 0; o < exit.outlines.size(); ++o) {
        const std::vector<Vec2>& outline = exit.outlines[o];
        check_points(outline, 2, place(o));
        if (outline.size() == 2 && outline[0] == outline[1]) {
          fail(place(o), "the point " + point_text(outline[0]) + " twice", "two ends that differ (float32)");
        }
        if (outline.size() > 2) check_simple({&outline, 1}, [&](std::size_t) { return place(o); });
      }
    });
  }

  void check_walkable() const {
    const auto& outlines = scenario_.world.walkable;
    for (std::size_t o = 0; o < outlines.size(); ++o) check_points(outlines[o], 3, origins_.outline(o));
    check_simple(outlines, [&](std::size_t o) { return origins_.outline(o); });
  }

  static void check_points(const std::vector<Vec2>& outline, std::size_t least, const std::string& place) {
    if (outline.size() < least) fail(place, std::to_string(outline.size()) + " points", "at least " + std::to_string(least));
    for (const Vec2 point : outline) {
      if (!is_finite(point)) fail(place, "the point " + point_text(point), "finite numbers");
    }
  }

  template <class Place>
  static void check_simple(std::span<const std::vector<Vec2>> outlines, const Place& place) {
    const auto meeting = obstacles::find_outline_meeting(outlines);
    if (!meeting) return;
    fail(place(meeting->outline), obstacles::meeting_text(*meeting),
         outlines.size() == 1 ? "an outline that does not cross or touch itself" : "outlines that do not cross or touch each other");
  }

  void check_next_goals() const {
    const std::size_t goals = scenario_.world.goals.size();
    const auto& next = scenario_.world.next_goals;
    if (next.size() > goals) fail(scenario_.name + ": next goals", std::to_string(next.size()), "at most " + std::to_string(goals));
    for (std::size_t g = 0; g < next.size(); ++g) {
      const std::string place = scenario_.name + ": the goal after goal " + std::to_string(g);
      if (next[g] < -1 || next[g] >= static_cast<std::int64_t>(goals)) {
        fail(place, std::to_string(next[g]), "-1 or an index below " + std::to_string(goals));
      }
      if (next[g] < 0) continue;
      const Vec2 after = scenario_.world.goals[static_cast<std::size_t>(next[g])];
      if (!is_finite(after)) fail(place, point_text(after), "finite numbers");
      if (after == scenario_.world.goals[g]) fail(place, "the same place " + point_text(after), "another");
    }
  }
  /// Checks that every goal that follows another lies where agents can be.
  template <class Check>
  void for_each_next_goal(const Check& check) const {
    for (const std::int32_t next : scenario_.world.next_goals) {
      if (next >= 0) check(scenario_.name + ": goal " + std::to_string(next), scenario_.world.goals[static_cast<std::size_t>(next)]);
    }
  }

  void check_field(std::size_t row) const {
    const ParameterInfo& key = agent_table().infos()[row];
    // Rounding to float32 may leave the range by half a unit in the last place.
    const auto low = static_cast<float>(key.minimum);
    const auto high = static_cast<float>(key.maximum);
    for_each_agent([&](std::size_t i) {
      const double value = agent_table().get(scenario_.agents[i], row);
      if (!(value >= low && value <= high)) fail(origins_.agent(i) + ": " + key.name, number_text(value), range_text(key));
    });
  }

  void check_bounds() const {
    const Bounds& bounds = scenario_.world.bounds;
    if (!is_finite(bounds.low) || !is_finite(bounds.high) || !(bounds.low.x < bounds.high.x) || !(bounds.low.y < bounds.high.y)) {
      fail(scenario_.name + ": bounds", point_text(bounds.low) + " to " + point_text(bounds.high), "finite numbers, low below high");
    }
    const std::string expected = "a place within the bounds " + point_text(bounds.low) + " to " + point_text(bounds.high);
    for_each_agent([&](std::size_t i) {
      const Vec2 start = scenario_.agents[i].position;
      if (!bounds.contains(start)) fail(origins_.agent(i), "the start " + point_text(start), expected);
      if (is_own_point(scenario_.agents[i].goal) && !bounds.contains(goal(i)))
        fail(origins_.goal(i), "the goal " + point_text(goal(i)), expected);
    });
    for_each_next_goal([&](const std::string& place, Vec2 next) {
      if (!bounds.contains(next)) fail(place, "the goal " + point_text(next), expected);
    });
    for_each_choice([&](const auto& place, std::int32_t goal) {
      const Vec2 point = scenario_.world.goals[static_cast<std::size_t>(goal)];
      if (scenario_.world.exit(goal) == nullptr && !bounds.contains(point)) fail(place(), "the goal " + point_text(point), expected);
    });
    for_each_exit([&](const auto& place, const Exit& exit) {
      for (std::size_t o = 0; o < exit.outlines.size(); ++o) {
        for (const Vec2 point : exit.outlines[o]) {
          if (!bounds.contains(point)) fail(place(o), "the point " + point_text(point), expected);
        }
      }
    });
    for (std::size_t i = 0; i < scenario_.world.polygons.size(); ++i) {
      for (const Vec2 vertex : scenario_.world.polygons[i].vertices) {
        if (!bounds.contains(vertex)) fail(origins_.polygon(i), "the vertex " + point_text(vertex), expected);
      }
    }
    for (std::size_t i = 0; i < scenario_.world.moving.size(); ++i) {
      for_each_place(scenario_.world.moving[i], [&](Vec2 vertex) {
        if (!bounds.contains(vertex)) fail(origins_.moving(i), "the vertex " + point_text(vertex) + " on its path", expected);
      });
    }
    for (std::size_t i = 0; i < scenario_.methods.roadmap_nodes.size(); ++i) {
      const Vec2 node = scenario_.methods.roadmap_nodes[i];
      if (!is_finite(node)) fail(origins_.node(i), "the node " + point_text(node), "finite numbers");
      if (!bounds.contains(node)) fail(origins_.node(i), "the node " + point_text(node), expected);
    }
    const float extent = std::max({std::abs(bounds.low.x), std::abs(bounds.low.y), std::abs(bounds.high.x), std::abs(bounds.high.y)});
    const float step = std::nextafter(extent, std::numeric_limits<float>::max()) - extent;
    const auto least_radius = [&](std::size_t first, std::size_t end) {
      float least = std::numeric_limits<float>::max();
      for (std::size_t i = first; i < end; ++i) least = std::min(least, scenario_.agents[i].radius);
      return least;
    };
    const float smallest_radius = joined_in_parts(scenario_.agents.size(), std::numeric_limits<float>::max(), least_radius,
                                                  [](float& all, float some) { all = std::min(all, some); });
    if (step > smallest_radius) {
      fail(scenario_.name + ": bounds",
           "coordinates up to " + number_text(extent) + " m, where float32 positions lie " + number_text(step) + " m apart",
           "a scene that resolves the smallest radius, " + number_text(smallest_radius) + " m");
    }
  }

  /// Starts are checked against obstacles alone. Agents off the walkable ground are counted, not refused.
  void check_obstacles() const {
    const World& world = scenario_.world;
    if (world.polygons.empty() && world.moving.empty() && world.walkable.empty()) return;
    std::vector<Polygon> standing;
    std::copy_if(world.polygons.begin(), world.polygons.end(), std::back_inserter(standing),
                 [](const Polygon& polygon) { return polygon.beyond == Solid::neither; });
    const obstacles::ObstacleIndex obstacles(standing, largest_radius(scenario_.agents));
    const obstacles::ObstacleIndex ground({}, 0, world.walkable);
    const std::vector<Polygon> moving = obstacles::moving_at(world, 0);
    const obstacles::ObstacleIndex at_first(moving, largest_radius(scenario_.agents));
    const auto check_place = [&](const auto& place, const char* what, Vec2 point) {
      const bool solid = obstacles.is_solid(point);
      if (!solid && !ground.is_solid(point)) return;
      fail(place(), what + point_text(point) + (solid ? " inside an obstacle" : " off the walkable ground"), "a free place");
    };
    for_each_agent([&](std::size_t i) {
      const AgentRecord& agent = scenario_.agents[i];
      if (obstacles.hits(agent.position, agent.radius)) {
        const bool inside = obstacles.is_solid(agent.position);
        fail(origins_.agent(i), "the start " + point_text(agent.position) + (inside ? " inside an obstacle" : " overlapping a wall"),
             "a free disc of radius " + number_text(agent.radius) + " m");
      }
      if (at_first.hits(agent.position, agent.radius)) {
        fail(origins_.agent(i), "the start " + point_text(agent.position) + " in a moving obstacle",
             "a free disc of radius " + number_text(agent.radius) + " m");
      }
      // The start of a passive agent stands in for its goal.
      const bool heads_for_point = agent.state != AgentState::passive && is_own_point(agent.goal);
      if (heads_for_point) check_place([&] { return origins_.goal(i); }, "the goal ", goal(i));
    });
    for_each_next_goal([&](const std::string& place, Vec2 next) { check_place([&] { return place; }, "the goal ", next); });
    for_each_choice([&](const auto& place, std::int32_t goal) {
      if (world.exit(goal) == nullptr) check_place(place, "the goal ", world.goals[static_cast<std::size_t>(goal)]);
    });
    const std::vector<Vec2>& nodes = scenario_.methods.roadmap_nodes;
    for (std::size_t i = 0; i < nodes.size(); ++i) check_place([&] { return origins_.node(i); }, "the node ", nodes[i]);
    check_free_exits(obstacles, ground);
  }

  void check_free_exits(const obstacles::ObstacleIndex& obstacles, const obstacles::ObstacleIndex& ground) const {
    if (scenario_.world.exits.empty()) return;
    const obstacles::ObstacleIndex all(scenario_.world.polygons, 0, scenario_.world.walkable);
    const std::vector<Segment> walls = scenario_.world.segments();
    const FreeParts free(walls, all);
    for_each_exit([&](const auto& place, const Exit& exit) {
      const bool any = std::any_of(exit.outlines.begin(), exit.outlines.end(),
                                   [&](const std::vector<Vec2>& outline) { return !free.of(outline, 0).empty(); });
      if (any) return;
      const bool off = ground.is_solid(exit.outlines[0][0]) && !obstacles.is_solid(exit.outlines[0][0]);
      fail(place(0), std::string("an exit ") + (off ? "off the walkable ground" : "inside an obstacle"), "a free place on it");
    });
  }

  /// Agents lie in classes of radius, each a factor of two wide, with cells of their own. An agent looks into the nine cells around it, in
  /// its own class and in those of larger agents. So no cell is crowded, even if radii differ much.
  void check_overlaps() const {
    const auto& agents = scenario_.agents;
    const auto class_of = [](float radius) { return static_cast<std::size_t>(std::clamp(std::ilogb(radius) + 32, 0, 63)); };
    using Sizes = std::array<std::size_t, 64>;
    const auto sizes_of = [&](std::size_t first, std::size_t end) {
      Sizes sizes{};
      for (std::size_t i = first; i < end; ++i) ++sizes[class_of(agents[i].radius)];
      return sizes;
    };
    const Sizes sizes = joined_in_parts(agents.size(), Sizes{}, sizes_of, [](Sizes& all, const Sizes& some) {
      for (std::size_t c = 0; c < all.size(); ++c) all[c] += some[c];
    });
    for (std::size_t c = 0; c < sizes.size(); ++c) {
      if (sizes[c] == 0) continue;
      const auto looks = [&](float radius) { return class_of(radius) <= c; };
      if (sizes[c] == agents.size())
        return check_class(
            sizes[c], [](std::size_t k) { return k; }, looks);
      std::vector<std::uint32_t> members;
      members.reserve(sizes[c]);
      for (std::size_t i = 0; i < agents.size(); ++i) {
        if (class_of(agents[i].radius) == c) members.push_back(static_cast<std::uint32_t>(i));
      }
      check_class(
          members.size(), [&](std::size_t k) { return std::size_t{members[k]}; }, looks);
    }
  }

  /// member(k) is the agent number k of a class of so many.
  template <class Member, class Looks>
  void check_class(std::size_t size, const Member& member, const Looks& looks) const {
    const auto& agents = scenario_.agents;
    const auto largest_of = [&](std::size_t first, std::size_t end) {
      float most = 0;
      for (std::size_t k = first; k < end; ++k) most = std::max(most, agents[member(k)].radius);
      return most;
    };
    const float largest = joined_in_parts(size, 0.f, largest_of, [](float& all, float some) { all = std::max(all, some); });
    const NearPlaces places(size, 2. * static_cast<double>(largest), [&](std::size_t k) { return agents[member(k)].position; });
    for_each_agent([&](std::size_t i) {
      if (!looks(agents[i].radius)) return;
      std::size_t least = agents.size();
      places.near(agents[i].position, [&](std::size_t k) {
        if (member(k) < least && overlap(i, member(k))) least = member(k);
      });
      if (least < agents.size()) fail_for_overlap(std::max(i, least), std::min(i, least));
    });
  }

  bool overlap(std::size_t i, std::size_t j) const {
    if (i == j) return false;
    const AgentRecord& a = scenario_.agents[i];
    const AgentRecord& b = scenario_.agents[j];
    const double dx = double{a.position.x} - b.position.x;
    const double dy = double{a.position.y} - b.position.y;
    const double radii = double{a.radius} + b.radius;
    if (dx * dx + dy * dy >= radii * radii) return false;
    // Discs that touch, within the rounding of their positions, do not overlap.
    const double scale =
        std::max({std::abs(a.position.x), std::abs(a.position.y), std::abs(b.position.x), std::abs(b.position.y), a.radius});
    const double touching = std::max(0., radii - 4e-7 * scale);
    return dx * dx + dy * dy < touching * touching;
  }
  [[noreturn]] void fail_for_overlap(std::size_t later, std::size_t earlier) const {
    const AgentRecord& a = scenario_.agents[later];
    const AgentRecord& b = scenario_.agents[earlier];
    const double dx = double{a.position.x} - b.position.x;
    const double dy = double{a.position.y} - b.position.y;
    fail(origins_.agent(later),
         "the start " + point_text(a.position) + " " + number_text(static_cast<float>(std::sqrt(dx * dx + dy * dy))) + " m from that of " +
             origins_.agent(earlier),
         "at least the sum of the radii, " + number_text(static_cast<float>(double{a.radius} + b.radius)) + " m");
  }

  const Scenario& scenario_;
  const Origins& origins_;
};

}  // namespace

Bounds fit_bounds(const Scenario& scenario, const backends::Ranks& ranks) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr Bounds nothing{{infinity, infinity}, {-infinity, -infinity}};
  const auto fit = [&](std::size_t count, Bounds others, const auto& include) {
    const auto fit_range = [&](std::size_t first, std::size_t end) {
      Bounds bounds = nothing;
      for (std::size_t i = first; i < end; ++i) bounds = include(bounds, i);
      return bounds;
    };
    return joined_in_parts(count, others, fit_range, [](Bounds& all, const Bounds& some) {
      all = {{std::fmin(all.low.x, some.low.x), std::fmin(all.low.y, some.low.y)},
             {std::fmax(all.high.x, some.high.x), std::fmax(all.high.y, some.high.y)}};
    });
  };
  Bounds bounds = fit(scenario.agents.size(), nothing, [&](const Bounds& some, std::size_t i) {
    const AgentRecord& agent = scenario.agents[i];
    const Vec2 reach{agent.radius, agent.radius};
    return some.include(agent.position - reach).include(agent.position + reach);
  });
  bounds = fit(scenario.world.goals.size(), bounds,
               [goals = scenario.world.goals.data()](const Bounds& some, std::size_t i) { return some.include(goals[i]); });
  for (const Polygon& polygon : scenario.world.polygons) {
    for (const Vec2 vertex : polygon.vertices) bounds = bounds.include(vertex);
  }
  for (const MovingObstacle& obstacle : scenario.world.moving) {
    for_each_place(obstacle, [&](Vec2 vertex) { bounds = bounds.include(vertex); });
  }
  for (const Vec2 node : scenario.methods.roadmap_nodes) bounds = bounds.include(node);
  for (const Exit& exit : scenario.world.exits) {
    for (const std::vector<Vec2>& outline : exit.outlines) {
      for (const Vec2 point : outline) bounds = bounds.include(point);
    }
  }
  for (const std::vector<Vec2>& outline : scenario.world.walkable) {
    for (const Vec2 point : outline) bounds = bounds.include(point);
  }
  if (scenario.part) {
    std::array<float, 4> least{bounds.low.x, bounds.low.y, -bounds.high.x, -bounds.high.y};
    ranks.least(std::span(least));
    bounds = {{least[0], least[1]}, {-least[2], -least[3]}};
  }
  const Vec2 size = bounds.high - bounds.low;
  const Vec2 margin{std::max(1.f, 0.05f * size.x), std::max(1.f, 0.05f * size.y)};
  return {bounds.low - margin, bounds.high + margin};
}

std::string Origins::agent(std::size_t i) const { return text("agent", static_cast<std::size_t>(scenario_.range().first) + i); }
std::string Origins::goal(std::size_t i) const { return text("goal of agent", static_cast<std::size_t>(scenario_.range().first) + i); }
std::string Origins::polygon(std::size_t i) const { return text("polygon", i); }
std::string Origins::moving(std::size_t i) const { return text("moving obstacle", i); }
std::string Origins::outline(std::size_t i) const { return text("walkable outline", i); }
std::string Origins::node(std::size_t i) const { return text("roadmap node", i); }
std::string Origins::exit(std::size_t agent, std::size_t) const { return text("exit of agent", agent); }
std::string Origins::choice(std::size_t choice, std::size_t k) const {
  return text("goal", static_cast<std::size_t>(scenario_.world.choices[choice].first) + k);
}

void validate(const Scenario& scenario, const Origins& origins) { Validator(scenario, origins).run(); }

}  // namespace plethos::scenarios
