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
void add_json_option(CLI::App& command, std::string& json);

/// Adds the options of `plethos plan`.
void add_plan_options(CLI::App& command, PlanOptions& options);

/// Adds the options of `plethos map`, whose only `action` is `generate`.
void add_map_options(CLI::App& command, std::string& action, MapOptions& options, std::vector<std::string>& settings);

/// Adds the options of `plethos verify-bits`.
void add_verify_bits_options(CLI::App& command, VerifyBitsOptions& options);

/// Lets an option that names a file for JSON take /dev/stdout for `standard_output` (json_output.hpp). Returns the option.
CLI::Option* take_standard_output(CLI::Option* option);

/// Returns a check for numbers of steps: 1 to 1e9.
CLI::Validator step_range();

}  // namespace plethos::cli
