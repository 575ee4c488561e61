#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <type_traits>
#include <vector>

#include "backends/executions.hpp"
#include "core/error.hpp"
#include "core/parameter_table.hpp"

namespace plethos {

/// Describes a method; it does not make one. Flags and their help, files, lists, headers, studies, reports and messages are made from it.
struct MethodInfo {
  std::string name;
  std::string sentence;                        ///< what it does, for help, where it follows the name in parentheses
  std::vector<ParameterInfo> parameters = {};  ///< its own; a name means the same in every method that has it
  std::uint64_t bytes_per_agent = 0;           ///< the most that it claims for each agent, besides some kilobytes in all
  std::int32_t words_per_agent = 0;            ///< the 32-bit words that it remembers of each agent, in Agents::memory
  bool chooses_goals = false;                  ///< whether it is a planner whose agents choose among goals (World::choices)
  bool needs_grid = false;                     ///< whether it is a planner that refuses a world without a grid, as it searches its cells
  bool one_rank = false;                       ///< whether one process must have all agents, so that no run of several ranks can use it
  bool one_world = false;                      ///< whether no ensemble of several worlds can use it
};

/// The registry of a family of methods. The first method is the default. Each method is a class with two static members: info(), and
/// make<Execution>(...), which returns a method for that kind of execution. The class includes no Kokkos; its make() is compiled with the
/// method's kernels. A program can add methods of its own until the registry is first asked for its methods. From then on any thread may
/// read it.
///
/// Where a function takes a `Family`, this is a class with `name`, the family's name in messages, and Maker<Execution>, the type of a
/// pointer to a method's make<Execution>.
template <class... Methods>
struct MethodList {
  /// Returns the methods of the list, then those that were added.
  static const std::vector<MethodInfo>& infos();

  static std::vector<std::string> names() {
    std::vector<std::string> names;
    for (const MethodInfo& info : infos()) names.push_back(info.name);
    return names;
  }

  /// Returns use.operator()<Method>() with the method of that name in the list. Messages call the family `family`. Errors: InputError for
  /// an unknown name.
  template <class Use>
  static auto with(const char* family, const std::string& name, const Use& use) {
    std::common_type_t<decltype(use.template operator()<Methods>())...> result{};
    auto info = infos().begin();
    const bool found = ((info++->name == name ? (result = use.template operator()<Methods>(), true) : false) || ...);
    if (!found) throw InputError(unknown_name_message(family, name, names()));
    return result;
  }

  /// Makes the method of that name. Errors: InputError for an unknown name, or for a method that was not added for this kind of execution.
  template <class Family, class Execution, class... Arguments>
  static auto make(const std::string& name, const Arguments&... arguments) {
    if (!can_make<Family, Execution>(name)) {
      throw InputError(std::string(Family::name) + " '" + name + "': found a backend that it was not added for");
    }
    const auto& makers = added_makers<Family, Execution>();
    if (const auto maker = makers.find(name); maker != makers.end()) return maker->second(arguments...);
    return with(Family::name, name, [&]<class Method>() { return Method::template make<Execution>(arguments...); });
  }

  /// Returns whether a method exists for this kind of execution. It may be missing only for methods that a program has added. Returns true
  /// for an unknown name.
  template <class Family, class Execution>
  static bool can_make(const std::string& name) {
    static_cast<void>(infos());
    return !has_name(added().infos, name) || added_makers<Family, Execution>().contains(name);
  }

  /// Adds a method for some kinds of execution. Errors: InputError for a name that is empty or taken, and if the registry was already asked
  /// for its methods.
  template <class Family, class Method, class... Executions>
  static void add(backends::ExecutionList<Executions...>) {
    const MethodInfo info = Method::info();
    const std::string label = std::string(Family::name) + " '" + info.name + "': ";
    const std::lock_guard lock(added().mutex);
    if (added().asked_for) {
      throw InputError(label +
                       "found it added after it was asked what methods there are, expected it before any simulation::MethodChoices, "
                       "scenario or simulation is made");
    }
    if (info.name.empty()) throw InputError(label + "expected a name");
    if (has_name({Methods::info()...}, info.name) || has_name(added().infos, info.name)) {
      throw InputError(label + "found a method of that name, expected a new one");
    }
    (added_makers<Family, Executions>().emplace(info.name, &Method::template make<Executions>), ...);
    added().infos.push_back(info);
  }

 private:
  struct Added {
    std::mutex mutex;
    bool asked_for = false;
    std::vector<MethodInfo> infos;  // not written once it was asked for
  };

  static Added& added() {
    static Added methods;
    return methods;
  }
  template <class Family, class Execution>
  static auto& added_makers() {
    static std::map<std::string, typename Family::template Maker<Execution>> makers;
    return makers;
  }
  static bool has_name(const std::vector<MethodInfo>& infos, const std::string& name) {
    for (const MethodInfo& info : infos) {
      if (info.name == name) return true;
    }
    return false;
  }
};

// Only the file that instantiates this for a registry compiles what its methods say of themselves.
template <class... Methods>
const std::vector<MethodInfo>& MethodList<Methods...>::infos() {
  static const std::vector<MethodInfo> all = [] {
    const std::lock_guard lock(added().mutex);
    added().asked_for = true;
    std::vector<MethodInfo> infos{Methods::info()...};
    infos.insert(infos.end(), added().infos.begin(), added().infos.end());
    return infos;
  }();
  return all;
}

}  // namespace plethos
