#pragma once

#include <string>
#include <vector>

#include "core/parameter_table.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/paths/path_problems.hpp"

namespace plethos::cli {

/// Stands for a planner, and says that lengths are compared with nothing.
inline constexpr const char* no_optimum = "none";

/// Refuses mistakes and contradictions before anything is made, and completes the request. Errors: InputError.
void check_plan(PlanOptions& options);

/// Returns the parameters of a planner.
const std::vector<ParameterInfo>& planner_parameters(const std::string& planner);

/// Returns the values of the planner's own parameters. Errors: InputError for a setting of another method.
ParameterValues planner_values(const PlanOptions& options, const scenarios::Scenario& scenario);

/// Returns those of the values that another planner has, too.
ParameterValues shared_values(const std::string& planner, const ParameterValues& values);

/// Returns whether a world has cells of differing costs.
bool has_costs(const World& world);

/// Returns the planner whose ways count as the shortest; empty: the lengths of the .scen file do; `no_optimum`: nothing does. The file's
/// lengths are those of eight neighbors. `over_cells`: whether the planner searches a grid (planning::needs_grid()).
std::string choose_optimum(const PlanOptions& options, const scenarios::PathProblems& problems, const ParameterValues& values,
                           bool over_cells);

}  // namespace plethos::cli
