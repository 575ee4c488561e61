#include "algorithms/planning/path_finder.hpp"

#include "algorithms/planning/registry.hpp"

namespace plethos::planning {

std::vector<std::string> path_planners() { return PathMethods::names(); }

void require_path_planner(const std::string& planner, const std::string& label) { PathMethods::require(planner, label); }

}  // namespace plethos::planning
