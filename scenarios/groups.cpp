#include "scenarios/groups.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "algorithms/obstacles/obstacle_index.hpp"
#include "algorithms/obstacles/placement.hpp"
#include "core/error.hpp"
#include "core/parameter_table.hpp"
#include "core/random.hpp"
#include "scenarios/geometry/exit_goal.hpp"
#include "scenarios/geometry/ground.hpp"
#include "scenarios/keys.hpp"

namespace plethos::scenarios {
namespace {

/// The purposes of a group's random numbers, which keep them apart.
enum class Draw : std::uint64_t { starts, goals, shuffle, fields };

PhiloxStream stream(const Scenario& scenario, Draw what, std::size_t index) {
  return {scenario.parameters.seed, static_cast<std::uint64_t>(what) << 40 | index};
}

/// Returns the largest radius that an agent of the groups may have, in metres.
float largest_radius(std::span<const Group> groups, const ScenarioRequest& request) {
  float largest = 0;
  for (const Group& group : groups) {
    AgentRecord agent;
    for (const FieldRange& field : group.fields) {
      if (field.name == "radius") agent.radius = field.high;
    }
    apply_to_agent(request, {}, agent);
    largest = std::max(largest, agent.radius);
  }
  return largest;
}

/// Shares the requested agents among the groups, in proportion to their counts, and scales their regions likewise.
void scale_groups(std::vector<Group>& groups, const ScenarioRequest& request) {
  if (!request.agents) return;
  const std::int64_t agents = *request.agents;
  std::int64_t total = 0;
  for (const Group& group : groups) total += group.count;
  if (total == agents) return;
  for (const Group& group : groups) {
    const Spot* listed = group.listed ? &group.start : group.goal.points.size() > 1 && !group.goal.chooses ? &group.goal : nullptr;
    if (listed == nullptr) continue;
    throw InputError(listed->place + ": found " + std::to_string(agents) + " agents asked for, expected " + std::to_string(total) +
                     ": listed " + (group.listed ? "positions" : "goals") + " cannot be scaled");
  }
  // Rounded shares add up: each group gets its part of the rest for itself and the groups after it.
  std::int64_t left = agents;
  for (Group& group : groups) {
    const std::int64_t before = group.count;
    const double part = static_cast<double>(before) / static_cast<double>(total);
    group.count = std::min(left, static_cast<std::int64_t>(part * static_cast<double>(left) + 0.5));
    total -= before;
    left -= group.count;
    const double factor = static_cast<double>(group.count) / static_cast<double>(before);
    if (group.count == 0) continue;
    const float diameter = 2 * largest_radius({&group, 1}, request);
    for (Spot* spot : {&group.start, &group.goal}) {
      if (spot->region) spot->region = spot->region->scaled(factor, diameter + spot->arrangement.gap);
    }
  }
}

/// Returns the line exits of all groups. They are doors if they lie on the edge of the walkable ground, and are moved onto it if they only
/// miss it by rounded numbers.
std::vector<Line> put_doors_on_outlines(const std::vector<std::vector<Vec2>>& ground, float reach, std::vector<Group>& groups) {
  std::vector<Line> doors;
  for (Group& group : groups) {
    for (std::vector<Vec2>& outline : group.goal.exits) {
      if (outline.size() != 2) continue;
      doors.push_back(on_outline(ground, {outline[0], outline[1]}, reach));
      outline = {doors.back().a, doors.back().b};
    }
  }
  return doors;
}

/// Makes the goals from `first` on the choice of some agents. Each begins with the one that is nearest by a straight line.
void let_choose(std::int32_t first, std::span<AgentRecord> agents, World& world) {
  const auto end = static_cast<std::int32_t>(world.goals.size());
  world.choices.push_back({first, end});
  for (AgentRecord& agent : agents) {
    const auto away = [&](std::int32_t goal) { return length(world.goal_from(goal, agent.position) - agent.position); };
    agent.goal = first;
    for (std::int32_t goal = first + 1; goal < end; ++goal) {
      if (away(goal) < away(agent.goal)) agent.goal = goal;
    }
  }
}

/// Adds the exits of the group's agents, which are the last ones of the scenario, and makes the exits their goal.
void head_for_exits(const Group& group, std::size_t first_agent, const obstacles::ObstacleIndex& obstacles, Scenario& scenario) {
  const auto begin = scenario.agents.begin() + static_cast<std::ptrdiff_t>(first_agent);
  if (begin == scenario.agents.end()) return;
  const auto narrower = [](const AgentRecord& a, const AgentRecord& b) { return a.radius < b.radius; };
  const auto largest = std::max_element(begin, scenario.agents.end(), narrower);
  const std::vector<Segment> walls = scenario.world.segments();
  const FreeParts free(walls, obstacles);
  const auto add = [&](std::span<const std::vector<Vec2>> outlines) {
    return add_exit_goal(outlines, {begin, scenario.agents.end()}, scenario.parameters.minimum_distance, free, scenario.world);
  };
  if (group.goal.chooses) {
    const auto first = static_cast<std::int32_t>(scenario.world.goals.size());
    const auto has_room = [&](const std::vector<Vec2>& outline, float radius) {
      return !free.of(outline, static_cast<double>(radius)).empty();
    };
    const bool any = std::any_of(group.goal.exits.begin(), group.goal.exits.end(),
                                 [&](const std::vector<Vec2>& outline) { return has_room(outline, largest->radius); });
    // Nobody is to choose an exit that is too narrow while there is another one. One that lies in an obstacle is a mistake.
    for (const std::vector<Vec2>& outline : group.goal.exits) {
      if (!any || has_room(outline, largest->radius) || !has_room(outline, 0)) add({&outline, 1});
    }
    return let_choose(first, {begin, scenario.agents.end()}, scenario.world);
  }
  const std::int32_t goal = add(group.goal.exits);
  for (auto agent = begin; agent != scenario.agents.end(); ++agent) agent->goal = goal;
}

std::vector<Vec2> fill(const Spot& spot, const Group& group, float radius, const obstacles::ObstacleIndex& obstacles, PhiloxStream random) {
  const auto count = static_cast<std::size_t>(group.count);
  std::vector<Vec2> places = fill_region(*spot.region, count, radius, spot.arrangement, obstacles, random);
  if (places.size() < count) {
    throw InputError(spot.place + ": found " + std::to_string(count) + " agents of radius " + number_text(radius) +
                     " m, expected at most " + std::to_string(places.size()) +
                     ": the free part of the region holds no more with a gap of " + number_text(spot.arrangement.gap) + " m");
  }
  return places;
}

void apply_fields(const Group& group, PhiloxStream random, AgentRecord& agent) {
  for (const FieldRange& field : group.fields) agent_table().set(agent, field.name, random.between(field.low, field.high));
}

/// Adds the goals of a route, which lead from one to the next. Returns the first.
std::int32_t add_route(const Spot& spot, World& world) {
  const auto first = static_cast<std::int32_t>(world.goals.size());
  std::vector<Vec2>& goals = world.goals.own();
  goals.insert(goals.end(), spot.route.begin(), spot.route.end());
  const auto last = static_cast<std::int32_t>(world.goals.size()) - 1;
  for (std::int32_t goal = first; goal < last; ++goal) world.lead_on(goal, goal + 1);
  if (spot.endless) world.lead_on(last, first);
  return first;
}

/// Adds the agents of group `index`. `obstacles` are those of the scenario.
void place_group(const Group& group, std::size_t index, const ScenarioRequest& request, const obstacles::ObstacleIndex& obstacles,
                 Scenario& scenario) {
  const auto count = static_cast<std::size_t>(group.count);
  const float radius = largest_radius({&group, 1}, request);
  const std::vector<Vec2> starts =
      group.start.region ? fill(group.start, group, radius, obstacles, stream(scenario, Draw::starts, index)) : group.start.points;
  std::vector<Vec2> goals = group.goal.points;
  if (group.goal.region) {
    goals = fill(group.goal, group, radius, obstacles, stream(scenario, Draw::goals, index));
    PhiloxStream random = stream(scenario, Draw::shuffle, index);
    for (std::size_t i = goals.size(); group.goal.arrangement.random && i > 1; --i) std::swap(goals[i - 1], goals[random.below(i)]);
  }
  World& world = scenario.world;
  const auto add_goal = [&](Vec2 place) {
    world.goals.push_back(place);
    return static_cast<std::int32_t>(world.goals.size() - 1);
  };
  const std::size_t first_agent = scenario.agents.size();
  const bool leaves = !group.goal.exits.empty();
  const bool chooses_points = group.goal.chooses && !leaves;
  const bool shared = (group.goal.shared && !group.goal.endless) || !group.goal.route.empty() || leaves || chooses_points;
  std::int32_t shared_goal = 0;
  if (shared && !leaves && !chooses_points && count > 0)
    shared_goal = group.goal.route.empty() ? add_goal(goals.front()) : add_route(group.goal, world);
  for (std::size_t i = 0; i < count; ++i) {
    AgentRecord agent;
    apply_fields(group, stream(scenario, Draw::fields, scenario.agents.size()), agent);
    apply_to_agent(request, {}, agent);
    agent.position = starts[i];
    agent.velocity = group.velocity;
    agent.state = group.passive ? AgentState::passive : AgentState::active;
    agent.group = static_cast<std::int32_t>(index);
    agent.goal = shared_goal;
    if (!shared) {
      // A passive agent needs no goal. Its start stands in for one, so that every index is valid.
      const Vec2 own = group.goal.shared ? goals.front() : goals.empty() ? starts[i] : goals[i];
      agent.goal = add_goal(group.goal.offset ? starts[i] + *group.goal.offset : own);
    }
    if (group.goal.endless && !shared) {
      const std::int32_t start = add_goal(starts[i]);
      world.lead_on(agent.goal, start);
      world.lead_on(start, agent.goal);
    }
    scenario.agents.push_back(agent);
  }
  if (chooses_points && count > 0) {
    const auto first = static_cast<std::int32_t>(world.goals.size());
    for (const Vec2 goal : goals) add_goal(goal);
    let_choose(first, std::span(scenario.agents).subspan(first_agent), world);
  }
  if (leaves) head_for_exits(group, first_agent, obstacles, scenario);
  ParameterValues values = group.values;
  for (const auto& [name, value] : request.settings) values.erase(name);
  if (!values.empty()) {
    scenario.methods.group_values.resize(index + 1);
    scenario.methods.group_values[index] = std::move(values);
  }
}

/// Returns which elements of a group's list are the goals of the world's last choice. Some exits may have been left out.
std::vector<std::size_t> elements_of_choice(const Group& group, const World& world) {
  const GoalRange range = world.choices.back();
  const std::vector<std::vector<Vec2>>& exits = group.goal.exits;
  std::vector<std::size_t> elements;
  for (std::int32_t goal = range.first; goal < range.end; ++goal) {
    const Exit* exit = world.exit(goal);
    elements.push_back(exit == nullptr
                           ? static_cast<std::size_t>(goal - range.first)
                           : static_cast<std::size_t>(std::find(exits.begin(), exits.end(), exit->outlines[0]) - exits.begin()));
  }
  return elements;
}

}  // namespace

PlacedGroups::PlacedGroups(std::vector<Group> groups, std::string file, const ScenarioRequest& request, Scenario& scenario)
    : groups_(std::move(groups)), file_(std::move(file)) {
  scale_groups(groups_, request);
  World& world = scenario.world;
  const float largest = largest_radius(groups_, request);
  const float reach = door_reach(world.walkable, largest);
  const std::vector<Line> doors = put_doors_on_outlines(world.walkable, reach, groups_);
  const std::vector<Polygon> edge = ground_walls(world.walkable, doors, reach);
  world.polygons.insert(world.polygons.end(), edge.begin(), edge.end());
  std::vector<Polygon> at_start = world.polygons;
  const std::vector<Polygon> moving = obstacles::moving_at(world, 0);
  at_start.insert(at_start.end(), moving.begin(), moving.end());
  const obstacles::ObstacleIndex obstacles(at_start, largest, world.walkable);
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    first_.push_back(scenario.agents.size());
    scenario.groups.push_back(groups_[i].name);
    place_group(groups_[i], i, request, obstacles, scenario);
    if (choices_.size() < world.choices.size()) choices_.push_back({i, elements_of_choice(groups_[i], world)});
  }
}

std::string PlacedGroups::exit(std::size_t agent, std::size_t outline) const {
  const Group& group = groups_[group_of(agent)];
  return element(group, group.goal, outline);
}

std::string PlacedGroups::choice(std::size_t choice, std::size_t k) const {
  const Group& group = groups_[choices_[choice].group];
  return element(group, group.goal, choices_[choice].elements[k]);
}

std::size_t PlacedGroups::group_of(std::size_t agent) const {
  return static_cast<std::size_t>(std::upper_bound(first_.begin(), first_.end(), agent) - first_.begin()) - 1;
}

std::string PlacedGroups::spot(std::size_t agent, Spot Group::*which) const {
  const std::size_t g = group_of(agent);
  return element(groups_[g], groups_[g].*which, agent - first_[g]);
}

std::string PlacedGroups::element(const Group& group, const Spot& spot, std::size_t i) const {
  if (i >= spot.lines.size()) return spot.place.empty() ? group.place : spot.place;
  // An element of a list has a line of its own: the text is "FILE:LINE: KEY" with another line.
  return file_ + ":" + std::to_string(spot.lines[i]) + spot.place.substr(spot.place.rfind(": "));
}

}  // namespace plethos::scenarios
