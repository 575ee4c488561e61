#include "scenarios/methods.hpp"

#include <utility>

#include "algorithms/planning/grid/map/blocked_cells.hpp"
#include "algorithms/simulation/methods.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

namespace plethos::scenarios {

void take_values(const NamedMethods& by_scenario, simulation::Methods& methods) {
  methods.values = simulation::values_in_use(by_scenario.values, methods);
  methods.group_values.clear();
  for (std::size_t group = 0; group < by_scenario.group_values.size(); ++group) {
    ParameterValues values = simulation::values_in_use(by_scenario.group_values[group], methods);
    if (values.empty()) continue;
    methods.group_values.resize(group + 1);
    methods.group_values[group] = std::move(values);
  }
}

ChosenMethods choose_methods(const NamedMethods& by_scenario, const std::map<std::string, std::string>& by_request) {
  ChosenMethods chosen;
  for (const simulation::MethodFamily& family : simulation::method_families()) {
    const auto take = [&](const std::map<std::string, std::string>& names, NamedBy by) {
      const auto named = names.find(family.name);
      if (named == names.end()) return;
      chosen.methods.*family.chosen = named->second;
      chosen.named_by[family.name] = by;
    };
    chosen.named_by[family.name] = NamedBy::nobody;
    take(by_scenario.names, NamedBy::scenario);
    take(by_request, NamedBy::request);
  }
  take_values(by_scenario, chosen.methods);
  chosen.methods.nodes = by_scenario.nodes;
  return chosen;
}

ChosenMethods choose_methods(const Scenario& scenario, const ScenarioRequest& request) {
  ChosenMethods chosen = choose_methods(scenario.methods, request.methods);
  simulation::check_choices(scenario.world, chosen.methods);
  const MethodInfo& planner = simulation::method_family("planner").find(chosen.methods.planner);
  if (planner.needs_grid) planning::require_grid(scenario.world, planner.name.c_str());
  for (const auto& [name, value] : request.settings) {
    if (!scenario.methods.values.contains(name) || chosen.methods.values.contains(name)) continue;
    throw InputError("--set " + name + ": found a parameter of " + joined_text(simulation::methods_with(name), "and") +
                     ", expected one that this run has a use for: " + simulation::methods_text(chosen.methods));
  }
  return chosen;
}

std::string methods_text(const ChosenMethods& chosen) {
  std::string text;
  for (const simulation::MethodFamily& family : simulation::method_families()) {
    text += (text.empty() ? "" : ", ") + simulation::method_text(family.name, chosen.methods.*family.chosen);
    const NamedBy named_by = chosen.named_by.at(family.name);
    if (named_by != NamedBy::nobody) text += named_by == NamedBy::scenario ? " (the scenario's)" : " (asked for)";
  }
  return text;
}

}  // namespace plethos::scenarios
