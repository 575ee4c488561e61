#pragma once

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
  std::int32_t agents = 0;
  float largest_radius = 0;    ///< m
  float minimum_distance = 0;  ///< m, Parameters::minimum_distance
  std::vector<Vec2> nodes;     ///< m: Methods::nodes
  std::vector<ParameterValues> group_values = {};  ///< Methods::group_values
  std::vector<std::int32_t> groups = {};           ///< AgentRecord::group of every agent, by id; without entries all are in group 0
};

}  // namespace plethos::planning
