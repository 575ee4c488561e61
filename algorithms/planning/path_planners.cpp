#include <algorithm>

#include "algorithms/planning/path_finder.hpp"
#include "algorithms/planning/registry.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

namespace plethos::planning {
namespace {

template <class... Listed>
std::vector<std::string> path_planners_of(const MethodList<Listed...>&) {
  std::vector<std::string> names;
  ((FindsPaths<Listed> ? names.push_back(Listed::info().name) : void()), ...);
  return names;
}

}  // namespace

std::vector<std::string> path_planners() {
  std::vector<std::string> names = path_planners_of(Methods());
  const std::vector<std::string>& added = added_path_planners();
  names.insert(names.end(), added.begin(), added.end());
  return names;
}

void require_path_planner(const std::string& planner, const std::string& label) {
  const std::vector<std::string> all = Methods::names();
  if (std::find(all.begin(), all.end(), planner) == all.end()) throw InputError(label + unknown_name_message(Family::name, planner, all));
  const std::vector<std::string> able = path_planners();
  if (std::find(able.begin(), able.end(), planner) != able.end()) return;
  throw InputError(label + Family::name + " '" + planner + "' answers no queries without a simulation; expected one of " +
                   joined_text(able, "and"));
}

}  // namespace plethos::planning
