#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/parameter_table.hpp"
#include "core/vec2.hpp"

namespace plethos::planning {

template <class Execution>
class Planner;
class PathFinder;

/// The input for making a planner.
struct PlannerSetup {
  std::int32_t agents = 0;                         ///< of all ranks
  float largest_radius = 0;                        ///< m
  float minimum_distance = 0;                      ///< m, Parameters::minimum_distance
  std::vector<Vec2> nodes;                         ///< m: MethodChoices::roadmap_nodes
  std::vector<ParameterValues> group_values = {};  ///< MethodChoices::group_values
  /// AgentRecord::group of every agent at the start, by id; empty: all are in group 0.
  std::vector<std::int32_t> groups = {};
  bool leave_on_arrival = false;  ///< Parameters::leave_on_arrival

  /// Returns a number that is greater than that of any agent's group, and of any with values of its own.
  std::size_t group_count() const {
    const std::size_t of_agents = groups.empty() ? 1 : static_cast<std::size_t>(*std::max_element(groups.begin(), groups.end())) + 1;
    return std::max(of_agents, group_values.size());
  }
  /// Returns the values that hold for a group: `values`, the planner's, but for those that the group has of its own.
  ParameterValues values_of_group(const ParameterValues& values, std::size_t group) const {
    if (group >= group_values.size()) return values;
    ParameterValues result = group_values[group];
    result.insert(values.begin(), values.end());
    return result;
  }
};

}  // namespace plethos::planning
