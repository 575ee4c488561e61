#pragma once

#include "algorithms/planning/roadmap/roadmap_method.hpp"
#include "algorithms/planning/straight/straight_method.hpp"

namespace plethos::planning {

// clang-format off: one line a planner
using Methods = MethodList<StraightMethod, RoadmapMethod>;
// clang-format on

/// What a program that adds planners of its own needs to know of this family.
struct Family {
  static constexpr const char* name = "planner";
  template <class Execution>
  using Maker = std::unique_ptr<Planner<Execution>> (*)(const PlannerSetup& setup, const ParameterValues& values);
};

/// The planner of that name, with those of the values that are its own. Errors: InputError for an unknown name.
template <class Execution>
std::unique_ptr<Planner<Execution>> make(const std::string& name, const PlannerSetup& setup, const ParameterValues& values) {
  return Methods::make<Family, Execution>(name, setup, values);
}

/// Whether a planner answers queries without a simulation (path_finder.hpp). Its method then has a third static member,
/// make_path_finder<Execution>(execution, setup, values), which returns a PathFinder.
template <class Method>
concept FindsPaths = requires(const backends::AllExecutions& execution, const PlannerSetup& setup, const ParameterValues& values) {
  Method::template make_path_finder<backends::AllExecutions>(execution, setup, values);
};

/// The names of added planners for which FindsPaths holds. They follow the rules of MethodList::add().
inline std::vector<std::string>& added_path_planners() {
  static std::vector<std::string> names;
  return names;
}

template <class Execution>
using PathFinderMaker = std::unique_ptr<PathFinder> (*)(const Execution& execution, const PlannerSetup& setup,
                                                        const ParameterValues& values);

/// The makers of the added path finders, by name.
template <class Execution>
std::map<std::string, PathFinderMaker<Execution>>& added_path_finder_makers() {
  static std::map<std::string, PathFinderMaker<Execution>> makers;
  return makers;
}

/// Makes the path finder of that name, one of path_planners(). Errors: InputError for one that was not added for this kind of execution.
template <class... Listed, class Execution>
std::unique_ptr<PathFinder> make_path_finder(const MethodList<Listed...>&, const Execution& execution, const std::string& name,
                                             const PlannerSetup& setup, const ParameterValues& values) {
  std::unique_ptr<PathFinder> finder;
  const auto make_listed = [&]<class Method>() {
    if constexpr (FindsPaths<Method>) {
      if (Method::info().name == name) finder = Method::template make_path_finder<Execution>(execution, setup, values);
    }
  };
  (make_listed.template operator()<Listed>(), ...);
  if (finder) return finder;
  const auto& makers = added_path_finder_makers<Execution>();
  const auto maker = makers.find(name);
  if (maker == makers.end()) throw InputError(std::string(Family::name) + " '" + name + "': found a backend that it was not added for");
  return maker->second(execution, setup, values);
}

template <class Method, class... Executions>
void add_path_finder(backends::ExecutionList<Executions...>) {
  const std::string name = Method::info().name;
  (added_path_finder_makers<Executions>().emplace(name, &Method::template make_path_finder<Executions>), ...);
  added_path_planners().push_back(name);
}

/// Adds a planner of the program's own, which is then known wherever built-in ones are. `Method`: a class as those of the list.
/// `Executions`: for which kinds of execution, a backends::ExecutionList. Errors: as MethodList::add().
template <class Method, class Executions = backends::AllExecutions>
void add() {
  Methods::add<Family, Method>(Executions());
  if constexpr (FindsPaths<Method>) add_path_finder<Method>(Executions());
}

}  // namespace plethos::planning
