#include "scenarios/methods.hpp"

#include <utility>

#include "algorithms/planning/grid/map/blocked_cells.hpp"
#include "algorithms/simulation/methods.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

namespace plethos::scenarios {

void take_values(const NamedMethods& by_scenario, simulation::MethodChoices& methods) {
  methods.values = simulation::values_in_use(by_scenario.values, methods);
  methods.group_values.clear();
  for (std::size_t group = 0; group < by_scenario.group_values.size(); ++group) {
    ParameterValues values = simulation::values_in_use(by_scenario.group_values[group], methods);
    if (values.empty()) continue;
    methods.group_values.resize(group + 1);
    methods.group_values[group] = std::move(values);
  }
}

simulation::MethodChoices choose_methods(const NamedMethods& by_scenario, const std::map<std::string, std::string>& by_request) {
  simulation::MethodChoices chosen;
  for (const simulation::MethodFamily& family : simulation::method_families()) {
    for (const auto* names : {&by_scenario.names, &by_request}) {
      if (const auto named = names->find(family.name); named != names->end()) chosen.*family.chosen = named->second;
    }
  }
  take_values(by_scenario, chosen);
  chosen.roadmap_nodes = by_scenario.roadmap_nodes;
  return chosen;
}

simulation::MethodChoices choose_methods(const Scenario& scenario, const ScenarioRequest& request) {
  simulation::MethodChoices chosen = choose_methods(scenario.methods, request.methods);
  simulation::check_choices(scenario.world, chosen);
  const MethodInfo& planner = simulation::method_family("planner").find(chosen.planner);
  if (planner.needs_grid) planning::require_grid(scenario.world, planner.name.c_str());
  for (const auto& [name, value] : request.settings) {
    if (!scenario.methods.values.contains(name) || chosen.values.contains(name)) continue;
    throw InputError("--set " + name + ": found a parameter of " + joined_text(simulation::methods_with(name), "and") +
                     ", expected one that this run has a use for: " + simulation::methods_text(chosen));
  }
  return chosen;
}

std::string methods_text(const simulation::MethodChoices& chosen, const Scenario& scenario, const ScenarioRequest& request) {
  std::string text;
  for (const simulation::MethodFamily& family : simulation::method_families()) {
    text += (text.empty() ? "" : ", ") + simulation::method_text(family.name, chosen.*family.chosen);
    if (request.methods.contains(family.name)) {
      text += " (asked for)";
    } else if (scenario.methods.names.contains(family.name)) {
      text += " (the scenario's)";
    }
  }
  return text;
}

}  // namespace plethos::scenarios
