#include "scenarios/cli/plan_request.hpp"

#include <algorithm>

#include "algorithms/planning/path_finder.hpp"
#include "algorithms/simulation/methods.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "scenarios/cli/backend_check.hpp"
#include "scenarios/cli/json_output.hpp"
#include "scenarios/cli/outputs.hpp"

namespace plethos::cli {
namespace {

/// Refuses a parameter of other methods. `label` begins the message.
void require_parameter_of(const std::string& planner, const std::string& name, const std::string& label) {
  std::vector<std::string> own;
  for (const ParameterInfo& info : planner_parameters(planner)) own.push_back(info.name);
  if (std::find(own.begin(), own.end(), name) != own.end()) return;
  throw InputError(label + ": found a parameter of " + joined_text(simulation::methods_with(name), "and") + ", and planner '" + planner +
                   "' has " + (own.empty() ? "none" : "only " + joined_text(own, "and")));
}

/// Returns whether ways go by eight neighbors, as those do whose lengths .scen files list.
bool goes_by_eight(const std::string& planner, const ParameterValues& values) {
  const ParameterInfo* info = find_parameter(planner_parameters(planner), "connectivity");
  const auto value = values.find("connectivity");
  return info == nullptr || value_text(*info, value == values.end() ? info->default_value : value->second) == "8";
}

}  // namespace

const std::vector<ParameterInfo>& planner_parameters(const std::string& planner) {
  return simulation::method_family("planner").find(planner).parameters;
}

void check_plan(PlanOptions& options) {
  check_backend(options.backend);
  planning::require_path_planner(options.planner, "--planner: ");
  if (!options.optimum.empty() && options.optimum != no_optimum) planning::require_path_planner(options.optimum, "--optimum: ");
  scenarios::ScenarioRequest& request = options.scenario;
  if (!request.scen_file.empty() && options.queries) throw InputError("--queries: found it beside --scen, expected one of them");
  if (!request.scen_file.empty() && options.seed) throw InputError("--seed: found it beside --scen, whose queries are not drawn");
  if (!request.scen_file.empty() && options.goals > 0) throw InputError("--goals: found it beside --scen, whose queries are not drawn");
  if (request.strict && request.scen_file.empty()) throw InputError("--strict: found it without --scen, the file that it is about");
  if (options.field && options.output.empty()) throw InputError("--field: found it without --out, the file that is to hold the field");
  for (const auto& [name, value] : options.short_settings) {
    require_parameter_of(options.planner, name, "--" + name);
    options.settings.push_back(name + "=" + value);
  }
  for (const std::string& setting : options.settings) scenarios::add_setting(request.settings, setting);
  if (request.name.empty() && request.map_file.empty()) {
    throw InputError("plan: found neither a scenario nor --map, expected one of them");
  }
  if (request.name.empty()) request.name = "map";
  if (!request.map_file.empty() && !request.agents) request.agents = 1;
  check_hdf5_ending("--out", options.output);
  check_outputs(
      {{{"--out", options.output}, scenarios::OutputKind::paths}, {{"--json", file_of_json(options.json)}, scenarios::OutputKind::json}},
      input_files(request));
  if (!options.quiet) warn_of_no_effect(options.backend);
}

ParameterValues planner_values(const PlanOptions& options, const scenarios::Scenario& scenario) {
  ParameterValues values;
  for (const auto& [name, value] : scenario.methods.values) {
    if (find_parameter(planner_parameters(options.planner), name) != nullptr) {
      values[name] = value;
    } else if (options.scenario.settings.contains(name)) {
      require_parameter_of(options.planner, name, "--set " + name);
    }
  }
  return values;
}

ParameterValues shared_values(const std::string& planner, const ParameterValues& values) {
  ParameterValues result;
  for (const ParameterInfo& info : planner_parameters(planner)) {
    if (const auto value = values.find(info.name); value != values.end()) result.insert(*value);
  }
  return result;
}

bool has_costs(const World& world) { return world.grid != nullptr && cost_range(*world.grid).most > 1; }

std::string choose_optimum(const PlanOptions& options, const scenarios::PathProblems& problems, const ParameterValues& values,
                           bool over_cells) {
  if (!options.optimum.empty()) return options.optimum;
  if (!problems.optimum.empty() && goes_by_eight(options.planner, values)) return {};
  const World& world = problems.scenario.world;
  if (world.grid == nullptr || !(over_cells || scenarios::is_map(world))) return "roadmap";
  return has_costs(world) ? "astar" : "jps";
}

}  // namespace plethos::cli
