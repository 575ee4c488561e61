#include "scenarios/io/toml_group.hpp"

#include <utility>

#include "algorithms/simulation/methods.hpp"
#include "core/error.hpp"
#include "core/parameters.hpp"
#include "core/text.hpp"
#include "scenarios/keys.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::int64_t most_agents = 2147483647;
constexpr std::size_t most_exit_points = 1000;  // each agent's step looks at the near ones
const ParameterInfo gap_info{"gap", "m", 0, 1e6, "free space between two discs, at least"};
const ParameterInfo disc_radius_info{"radius", "m", 1e-3, 1e9, "radius of the region"};

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

}  // namespace plethos::scenarios
