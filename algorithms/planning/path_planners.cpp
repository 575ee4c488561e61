#include "algorithms/planning/path_finder.hpp"

#include <algorithm>

#include "algorithms/planning/registry.hpp"
#include "core/error.hpp"

namespace plethos::planning {

std::vector<std::string> path_planners() { return PathMethods::names(); }

void require_path_planner(const std::string& planner, const std::string& label) {
  const std::vector<std::string> all = Methods::names();
  if (std::find(all.begin(), all.end(), planner) == all.end()) {
    throw InputError(label + unknown_name_message("planner", planner, path_planners()));
  }
  PathMethods::require(planner, label);
}

bool needs_grid(const std::string& planner) {
  for (const MethodInfo& info : Methods::infos()) {
    if (info.name == planner) return info.needs_grid;
  }
  throw InputError(unknown_name_message("planner", planner, Methods::names()));
}

}  // namespace plethos::planning
