#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "scenarios/cli/commands.hpp"
#include "scenarios/request.hpp"

namespace plethos::cli {

/// Add the options by which commands name a scenario and its methods, and those of a run. add_setting() reads the collected `settings`
/// after all options are parsed.
void add_scenario_options(CLI::App& command, scenarios::ScenarioRequest& request, std::vector<std::string>& settings);
void add_method_options(CLI::App& command, scenarios::ScenarioRequest& request);
void add_run_options(CLI::App& command, RunOptions& options);
/// Parts of them, which other commands have, too.
void add_set_option(CLI::App& command, std::vector<std::string>& settings);
void add_map_files(CLI::App& command, scenarios::ScenarioRequest& request);
void add_backend_options(CLI::App& command, backends::BackendOptions& backend);

/// Adds the options of `plethos plan`.
void add_plan_options(CLI::App& command, PlanOptions& options);

/// Adds the options of `plethos map`, whose only `action` is `generate`.
void add_map_options(CLI::App& command, std::string& action, MapOptions& options, std::vector<std::string>& settings);

/// Returns a validator for numbers of steps. CLI::Range does the same, but would print itself behind every option of --help.
CLI::Validator step_range();

}  // namespace plethos::cli
