#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "scenarios/cli/commands.hpp"
#include "scenarios/request.hpp"

namespace plethos::cli {

/// The options by which commands name a scenario and its methods, and those of a run. What `settings` collects is read by
/// add_setting() once all is parsed.
void add_scenario_options(CLI::App& command, scenarios::ScenarioRequest& request, std::vector<std::string>& settings);
void add_method_options(CLI::App& command, scenarios::ScenarioRequest& request);
void add_run_options(CLI::App& command, RunOptions& options);

/// As CLI::Range, for numbers of steps; CLI::Range would print itself behind every option of --help.
CLI::Validator step_range();

}  // namespace plethos::cli
