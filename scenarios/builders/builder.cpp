#include "scenarios/builders/builder.hpp"

#include <algorithm>

#include "backends/ranks/agree.hpp"
#include "core/error.hpp"
#include "scenarios/builders/arena.hpp"
#include "scenarios/builders/building.hpp"
#include "scenarios/builders/circle.hpp"
#include "scenarios/builders/lattice.hpp"
#include "scenarios/builders/map.hpp"
#include "scenarios/builders/streams.hpp"
#include "scenarios/builders/streets.hpp"
#include "scenarios/validation.hpp"

namespace plethos::scenarios {

namespace {

Scenario make_part(const Builder& builder, BuilderInput& input, const Making& making) {
  const std::int64_t all = input.count(builder.agents);
  distribution::RowRange part{0, all};
  if (!making.needs_all) {
    const std::int64_t reach = builder.reach(builder, input);
    part = distribution::Slabs(all, making.ranks.size()).of(making.ranks.rank());
    if (part.size() > 0) part = {std::max<std::int64_t>(0, part.first - reach), std::min(all, part.end + reach)};
  }
  input.part = part;
  Scenario scenario;
  backends::agree(making.ranks, [&] { scenario = builder.make(builder, input); });
  scenario.part = {part.first, all};
  return scenario;
}

}  // namespace

const std::vector<Builder>& builders() {
  static const std::vector<Builder> table{arena_builder(), building_builder(), circle_builder(), lattice_builder(),
                                          map_builder(),   streams_builder(),  streets_builder()};
  return table;
}

const Builder* find_builder(std::string_view name) {
  for (const Builder& builder : builders()) {
    if (builder.name == name) return &builder;
  }
  return nullptr;
}

BuilderInput builder_input(const Builder& builder, const ScenarioRequest& request) {
  check_request(request, builder.keys);
  BuilderInput input;
  input.parameters = builder.parameters();
  input.agents = request.agents;
  for (const ParameterInfo& key : builder.keys) input.values[key.name] = key.default_value;
  for (const auto& [name, value] : own_settings(request, builder.keys)) input.values[name] = value;
  apply_to_agent(request, builder.keys, input.agent);
  apply_to_parameters(request, builder.keys, input.parameters);
  input.map_file = request.map_file;
  input.scen_file = request.scen_file;
  input.strict = request.strict;
  input.for_queries = request.for_queries;
  input.cost_file = request.cost_file;
  input.drawn = request.drawn;
  return input;
}

Scenario build(const Builder& builder, BuilderInput input, const Making& making) {
  ParameterValues values;
  std::vector<std::string> names;
  for (const ParameterInfo& key : builder.keys) {
    values[key.name] = key.default_value;
    names.push_back(key.name);
  }
  for (const auto& [name, value] : input.values) {
    if (!values.contains(name)) throw InputError(builder.name + ": " + unknown_name_message("key", name, names));
    values[name] = value;
  }
  for (const ParameterInfo& key : builder.keys) {
    const WrittenValue value = written_value(key, values[key.name]);
    if (const std::string expected = expected_instead(key, value); !expected.empty()) {
      throw InputError(builder.name + ": " + key.name + ": found " + written_text(value) + ", expected " + expected);
    }
  }
  input.values = std::move(values);
  const bool draws = !input.drawn.kind.empty();
  if (builder.needs_map && input.map_file.empty() && !draws) {
    throw InputError(builder.name + ": found no map, expected a Moving AI file (--map FILE.map)");
  }
  if (builder.needs_map && !input.map_file.empty() && draws) {
    throw InputError(builder.name + ": draw: found it beside the map " + input.map_file + ", expected one of them");
  }
  if (!builder.needs_map) {
    const std::pair<const char*, bool> given[] = {{"a map", draws || !input.map_file.empty()},
                                                  {"a .scen file", !input.scen_file.empty()},
                                                  {"a file of costs", !input.cost_file.empty()}};
    for (const auto& [what, is_given] : given) {
      if (is_given) throw InputError(builder.name + ": found " + what + ", expected none: this scenario has no map");
    }
  }
  Scenario scenario = builder.reach != nullptr && !making.ranks.alone() ? make_part(builder, input, making) : builder.make(builder, input);
  scenario.name = builder.name;
  scenario.description = builder.description;
  scenario.parameters = input.parameters;
  scenario.world.bounds = fit_bounds(scenario, making.ranks);
  return scenario;
}

void add_agent(Scenario& scenario, const AgentRecord& agent, Vec2 start, Vec2 goal) {
  AgentRecord& added = scenario.agents.emplace_back(agent);
  added.position = start;
  added.goal = static_cast<std::int32_t>(scenario.world.goals.size());
  scenario.world.goals.push_back(goal);
}

}  // namespace plethos::scenarios
