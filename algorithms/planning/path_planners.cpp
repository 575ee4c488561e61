#include "algorithms/planning/path_finder.hpp"
#include "algorithms/planning/registry.hpp"
#include "core/error.hpp"

namespace plethos::planning {

std::vector<std::string> path_planners() { return PathMethods::names(); }

void require_path_planner(const std::string& planner, const std::string& label) { PathMethods::require(planner, label); }

bool needs_grid(const std::string& planner) {
  for (const MethodInfo& info : Methods::infos()) {
    if (info.name == planner) return info.needs_grid;
  }
  throw InputError(unknown_name_message("planner", planner, Methods::names()));
}

}  // namespace plethos::planning
