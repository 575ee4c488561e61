#include "scenarios/io/toml_group.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "algorithms/simulation/methods.hpp"
#include "core/error.hpp"
#include "core/parameters.hpp"
#include "core/random.hpp"
#include "core/text.hpp"
#include "scenarios/geometry/exit_goal.hpp"
#include "scenarios/keys.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::int64_t most_agents = 2147483647;
constexpr std::size_t most_exit_points = 1000;  // each agent's step looks at the near ones
const ParameterInfo gap_info{"gap", "m", 0, 1e6, "free space between two discs, at least"};
const ParameterInfo disc_radius_info{"radius", "m", 1e-3, 1e9, "radius of the region"};

/// The purposes of a group's random numbers, which keep them apart.
enum class Draw : std::uint64_t { starts, goals, shuffle, fields };

PhiloxStream stream(const Scenario& scenario, Draw what, std::size_t index) {
  return {scenario.parameters.seed, static_cast<std::uint64_t>(what) << 40 | index};
}

Growth read_growth(TomlTable& spot, bool disc) {
  const auto name = spot.text("grow");
  if (!name) return Growth::around;
  const std::vector<std::pair<std::string, Growth>> names{{"around", Growth::around}, {"east", Growth::east},   {"west", Growth::west},
                                                          {"north", Growth::north},   {"south", Growth::south}, {"none", Growth::none}};
  for (const auto& [known, growth] : names) {
    if (known != *name) continue;
    if (disc && growth != Growth::around && growth != Growth::none) spot.fail("grow", "'" + *name + "' for a disc", "'around' or 'none'");
    return growth;
  }
  spot.fail("grow", "'" + *name + "'", "'around', 'east', 'west', 'north', 'south' or 'none'");
}

std::optional<FillRegion> read_region(TomlTable& spot) {
  std::optional<FillRegion> region;
  if (const auto corners = spot.points("rectangle", 2)) {
    if (corners->size() != 2) spot.fail("rectangle", std::to_string(corners->size()) + " points", "[[low x, low y], [high x, high y]]");
    region = FillRegion{(*corners)[0], (*corners)[1]};
    if (!(region->low.x < region->high.x && region->low.y < region->high.y)) {
      spot.fail("rectangle", "corners that are not in order", "[[low x, low y], [high x, high y]], low below high");
    }
  }
  if (auto disc = spot.table("disc")) {
    const auto center = disc->point("center");
    const auto radius = disc->number("radius", disc_radius_info);
    if (!center) disc->fail("center", "nothing", "[x, y] in metres");
    if (!radius) disc->fail("radius", "nothing", "the radius of the region in metres");
    disc->finish();
    const Vec2 reach{static_cast<float>(*radius), static_cast<float>(*radius)};
    region = FillRegion{*center - reach, *center + reach, true};
  }
  if (region) region->growth = read_growth(spot, region->disc);
  return region;
}

void read_arrangement(TomlTable& spot, Arrangement& arrangement) {
  if (const auto name = spot.text("arrangement")) {
    if (*name != "random" && *name != "grid") spot.fail("arrangement", "'" + *name + "'", "'random' or 'grid'");
    arrangement.random = *name == "random";
  }
  if (const auto gap = spot.number("gap", gap_info)) arrangement.gap = static_cast<float>(*gap);
}

/// Throws unless exactly one of the keys is there.
void require_one(const TomlTable& spot, const std::vector<const char*>& keys) {
  std::string all;
  std::string last;
  std::size_t found = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    all += std::string(i == 0 ? "" : i + 1 == keys.size() ? " or " : ", ") + keys[i];
    if (!spot.has(keys[i])) continue;
    ++found;
    if (found == 2) spot.fail(keys[i], "both " + last + " and " + keys[i], "one of them");
    last = keys[i];
  }
  if (found == 0) spot.fail({}, "none of its keys", "one of " + all);
}

Spot read_start(TomlTable table, Group& group) {
  Spot spot;
  const auto points = table.points("positions", 1, &spot.lines);
  spot.region = read_region(table);
  read_arrangement(table, spot.arrangement);
  table.finish();
  require_one(table, {"positions", "rectangle", "disc"});
  spot.place = table.place(points ? "positions" : std::string_view{});
  if (points) {
    spot.points = *points;
    group.listed = true;
    const auto listed = static_cast<std::int64_t>(points->size());
    if (group.count == 0) group.count = listed;
    if (group.count != listed) {
      table.fail("positions", std::to_string(listed) + " positions", std::to_string(group.count) + ", the count of the group");
    }
  } else if (group.count == 0) {
    throw InputError(group.place + ".count: found nothing, expected how many agents fill the region");
  }
  return spot;
}

/// Reads whether agents choose among the goals that are listed.
bool read_choice(TomlTable& table) {
  const auto choice = table.text("choose");
  if (!choice) return false;
  if (*choice != "nearest") table.fail("choose", "'" + *choice + "'", "'nearest'");
  if (!table.has("points") && !table.has("exit")) table.fail("choose", "a choice without a list of goals", "points or exit beside it");
  return true;
}

Spot read_goal(TomlTable table, const Group& group) {
  Spot spot;
  spot.chooses = read_choice(table);
  if (const auto point = table.point("point")) {
    spot.points = {*point};
    spot.shared = true;
  }
  if (auto points = table.points("points", 1, &spot.lines)) {
    spot.points = std::move(*points);
    const auto listed = static_cast<std::int64_t>(spot.points.size());
    if (!spot.chooses && listed != group.count)
      table.fail("points", std::to_string(listed) + " goals", std::to_string(group.count) + ", one for each agent");
  }
  spot.offset = table.point("offset");
  spot.route = table.points("route", 2).value_or(std::vector<Vec2>{});
  if (auto exits = table.outlines("exit", 2, &spot.lines)) {
    spot.exits = std::move(*exits);
    std::size_t points = 0;
    for (const std::vector<Vec2>& outline : spot.exits) points += outline.size();
    if (points > most_exit_points) table.fail("exit", std::to_string(points) + " points", "at most " + std::to_string(most_exit_points));
  }
  spot.endless = table.boolean("endless").value_or(false);
  spot.region = read_region(table);
  read_arrangement(table, spot.arrangement);
  table.finish();
  require_one(table, {"point", "points", "exit", "rectangle", "disc", "offset", "route"});
  if (spot.chooses && spot.endless) table.fail("endless", "true beside choose", "none: who has reached the nearest goal has arrived");
  if (!spot.exits.empty() && spot.endless) table.fail("endless", "true beside exit", "none: who has left comes back no more");
  for (std::size_t i = 0; i < spot.route.size(); ++i) {
    const bool ends = i + 1 == spot.route.size();
    if ((!ends || spot.endless) && spot.route[i] == spot.route[ends ? 0 : i + 1]) {
      table.fail("route", "a place twice in a row", "places that differ (float32)");
    }
  }
  spot.place = table.place(spot.exits.empty() ? std::string_view{} : "exit");
  return spot;
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

/// Reads a group's own values of methods' parameters.
ParameterValues read_values(TomlTable table, const std::map<std::string, std::string>& named) {
  ParameterValues values;
  for (const ParameterInfo& info : simulation::method_parameters()) {
    if (!info.by_group) continue;
    if (const auto value = read_method_value(table, info, named)) values[info.name] = *value;
  }
  for (const std::vector<ParameterInfo>* infos : {&parameter_table().infos(), &simulation::method_parameters()}) {
    for (const ParameterInfo& info : *infos) {
      if (info.by_group || !table.has(info.name)) continue;
      table.fail(info.name, "a parameter that all agents share", "one that a group may have: " + simulation::group_parameters_text());
    }
  }
  table.finish();
  return values;
}

}  // namespace

std::vector<FieldRange> read_fields(TomlTable& table) {
  std::vector<FieldRange> fields;
  for (const ParameterInfo& key : agent_table().infos()) {
    if (const auto range = table.range(key.name.c_str(), key)) {
      fields.push_back({key.name, static_cast<float>(range->first), static_cast<float>(range->second)});
    }
  }
  return fields;
}

std::optional<double> read_method_value(TomlTable& table, const ParameterInfo& info, const std::map<std::string, std::string>& named) {
  const auto value = table.parameter(info);
  if (!value) return {};
  if (const std::string other = simulation::misses_parameter(named, info.name); !other.empty()) {
    table.fail(info.name, "a parameter of " + joined_text(simulation::methods_with(info.name), "and"), "none: [methods] names " + other);
  }
  return value;
}

Group read_group(TomlTable table, std::size_t number, const std::vector<FieldRange>& defaults,
                 const std::map<std::string, std::string>& named) {
  Group group;
  group.place = table.place();
  group.name = table.text("name").value_or("group " + std::to_string(number));
  group.count = table.whole("count", 1, most_agents).value_or(0);
  group.passive = table.boolean("passive").value_or(false);
  group.velocity = table.point("velocity").value_or(Vec2{});
  group.fields = defaults;
  for (const FieldRange& field : read_fields(table)) {
    std::erase_if(group.fields, [&](const FieldRange& other) { return other.name == field.name; });
    group.fields.push_back(field);
  }
  if (auto values = table.table("parameters")) group.values = read_values(std::move(*values), named);
  auto start = table.table("start");
  auto goal = table.table("goal");
  table.finish();
  if (!start) table.fail("start", "nothing", "start.rectangle, start.disc or start.positions");
  group.start = read_start(std::move(*start), group);
  if (group.passive) {
    if (goal) table.fail("goal", "a goal", "none: passive agents keep their velocity");
  } else {
    if (!goal) table.fail("goal", "nothing", "goal.point, goal.points, goal.exit, goal.rectangle, goal.disc, goal.offset or goal.route");
    group.goal = read_goal(std::move(*goal), group);
  }
  return group;
}

void scale_groups(std::vector<Group>& groups, const ScenarioRequest& request) {
  if (!request.agents) return;
  const std::int64_t agents = *request.agents;
  std::int64_t total = 0;
  for (const Group& group : groups) total += group.count;
  if (total == agents) return;
  for (const Group& group : groups) {
    if (group.listed) {
      throw InputError(group.start.place + ": found " + std::to_string(agents) + " agents asked for, expected " + std::to_string(total) +
                       ": listed positions cannot be scaled");
    }
    if (group.goal.points.size() > 1 && !group.goal.chooses) {
      throw InputError(group.goal.place + ": found " + std::to_string(agents) + " agents asked for, expected " + std::to_string(total) +
                       ": listed goals cannot be scaled");
    }
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
    const float diameter = 2 * largest_radius({group}, request);
    for (Spot* spot : {&group.start, &group.goal}) {
      if (spot->region) spot->region = spot->region->scaled(factor, diameter + spot->arrangement.gap);
    }
  }
}

float largest_radius(const std::vector<Group>& groups, const ScenarioRequest& request) {
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

void place_group(const Group& group, std::size_t index, const ScenarioRequest& request, const obstacles::ObstacleIndex& obstacles,
                 Scenario& scenario) {
  const auto count = static_cast<std::size_t>(group.count);
  const float radius = largest_radius({group}, request);
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

}  // namespace plethos::scenarios
