#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/method.hpp"
#include "algorithms/planning/planner_setup.hpp"
#include "core/text.hpp"

namespace plethos::planning {

/// Whether a planner answers queries without a simulation (path_finder.hpp). Its method then has a third static member,
/// make_path_finder<Execution>(execution, setup, values), which returns a PathFinder.
template <class Method>
concept FindsPaths = requires(const backends::AllExecutions& execution, const PlannerSetup& setup, const ParameterValues& values) {
  Method::template make_path_finder<backends::AllExecutions>(execution, setup, values);
};

/// Those planners of a registry for which FindsPaths holds.
template <class Registry>
struct PathMethodList;

template <class... Methods>
struct PathMethodList<MethodList<Methods...>> {
  using Registry = MethodList<Methods...>;

  /// Those of the list, then those that were added.
  static std::vector<std::string> names() {
    std::vector<std::string> names;
    auto info = Registry::infos().begin();
    ((FindsPaths<Methods> ? names.push_back(info++->name) : void(info++)), ...);
    names.insert(names.end(), added().begin(), added().end());
    return names;
  }

  /// Throws InputError for a planner that is not one of names(). `label` begins the message.
  static void require(const std::string& name, const std::string& label) {
    const std::vector<std::string> all = Registry::names();
    const auto holds = [&](const std::vector<std::string>& list) { return std::find(list.begin(), list.end(), name) != list.end(); };
    if (!holds(all)) throw InputError(label + unknown_name_message("planner", name, names()));
    if (!holds(names())) {
      throw InputError(label + "planner '" + name + "' answers no queries without a simulation; expected one of " +
                       joined_text(names(), "or"));
    }
  }

  /// Errors: as require(), and InputError for a planner that was not added for this kind of execution.
  template <class Execution>
  static std::unique_ptr<PathFinder> make(const Execution& execution, const std::string& name, const PlannerSetup& setup,
                                          const ParameterValues& values) {
    require(name, "");
    std::unique_ptr<PathFinder> finder;
    auto info = Registry::infos().begin();
    const auto make_listed = [&]<class Method>() {
      [[maybe_unused]] const bool is_wanted = info++->name == name;
      if constexpr (FindsPaths<Method>) {
        if (is_wanted) finder = Method::template make_path_finder<Execution>(execution, setup, values);
      }
    };
    (make_listed.template operator()<Methods>(), ...);
    if (finder) return finder;
    const auto& makers = added_makers<Execution>();
    const auto maker = makers.find(name);
    if (maker == makers.end()) throw InputError("planner '" + name + "': found a backend that it was not added for");
    return maker->second(execution, setup, values);
  }

  /// Adds a planner that was added to the registry, for the same kinds of execution.
  template <class Method, class... Executions>
  static void add(backends::ExecutionList<Executions...>) {
    const std::string name = Method::info().name;
    (added_makers<Executions>().emplace(name, &Method::template make_path_finder<Executions>), ...);
    added().push_back(name);
  }

 private:
  template <class Execution>
  using Maker = std::unique_ptr<PathFinder> (*)(const Execution& execution, const PlannerSetup& setup, const ParameterValues& values);

  static std::vector<std::string>& added() {
    static std::vector<std::string> names;
    return names;
  }
  template <class Execution>
  static auto& added_makers() {
    static std::map<std::string, Maker<Execution>> makers;
    return makers;
  }
};

}  // namespace plethos::planning
