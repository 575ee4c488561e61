#include "algorithms/simulation/methods.hpp"

#include <algorithm>

#include "algorithms/avoidance/registry.hpp"
#include "algorithms/neighbors/registry.hpp"
#include "algorithms/planning/registry.hpp"
#include "algorithms/steering/registry.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

template const std::vector<plethos::MethodInfo>& plethos::avoidance::Registry::infos();
template const std::vector<plethos::MethodInfo>& plethos::neighbors::Registry::infos();
template const std::vector<plethos::MethodInfo>& plethos::planning::Registry::infos();
template const std::vector<plethos::MethodInfo>& plethos::steering::Registry::infos();

namespace plethos::simulation {
namespace {

/// Returns the parameter of that name among those of the methods in use.
const ParameterInfo& require_in_use(const std::vector<ParameterInfo>& known, const std::string& name, const MethodChoices& methods) {
  if (const ParameterInfo* info = find_parameter(known, name)) return *info;
  static_cast<void>(require_parameter(method_parameters(), name, "parameter"));
  throw InputError(name + ": found a parameter of " + joined_text(methods_with(name), "and") + ", expected one of " +
                   methods_text(methods));
}

}  // namespace

const std::vector<MethodFamily>& method_families() {
  static const std::vector<MethodFamily> families{{.name = "avoidance",
                                                   .question = "How agents avoid each other",
                                                   .chosen = &MethodChoices::avoidance,
                                                   .methods = avoidance::Registry::infos()},
                                                  {.name = "planner",
                                                   .question = "Where agents head",
                                                   .chosen = &MethodChoices::planner,
                                                   .methods = planning::Registry::infos(),
                                                   .quiet_default = true},
                                                  {.name = "steering",
                                                   .question = "What agents prefer to do",
                                                   .chosen = &MethodChoices::steering,
                                                   .methods = steering::Registry::infos(),
                                                   .quiet_default = true},
                                                  {.name = "neighbors",
                                                   .question = "How neighbors are found",
                                                   .chosen = &MethodChoices::neighbors,
                                                   .methods = neighbors::Registry::infos()}};
  return families;
}

const MethodFamily& method_family(const std::string& name) {
  std::vector<std::string> names;
  for (const MethodFamily& family : method_families()) {
    if (family.name == name) return family;
    names.push_back(family.name);
  }
  throw InputError(unknown_name_message("family of methods", name, names));
}

std::string default_method(const std::string& family) { return method_family(family).methods.front().name; }

std::vector<std::string> MethodFamily::names() const {
  std::vector<std::string> result;
  for (const MethodInfo& method : methods) result.push_back(method.name);
  return result;
}

const MethodInfo& MethodFamily::find(const std::string& method) const {
  for (const MethodInfo& info : methods) {
    if (info.name == method) return info;
  }
  throw InputError(unknown_name_message(name, method, names()));
}

const std::vector<ParameterInfo>& method_parameters() {
  static const std::vector<ParameterInfo> all = [] {
    std::vector<ParameterInfo> infos;
    for (const MethodFamily& family : method_families()) {
      for (const MethodInfo& method : family.methods) {
        for (const ParameterInfo& info : method.parameters) {
          if (find_parameter(infos, info.name) == nullptr) infos.push_back(info);
        }
      }
    }
    return infos;
  }();
  return all;
}

std::string group_parameters_text() {
  std::vector<std::string> names;
  for (const ParameterInfo& info : method_parameters()) {
    if (info.by_group) names.push_back(info.name);
  }
  return names.empty() ? "none" : joined_text(names, "or");
}

std::vector<std::string> methods_with(const std::string& parameter) {
  std::vector<std::string> names;
  for (const MethodFamily& family : method_families()) {
    for (const MethodInfo& method : family.methods) {
      if (find_parameter(method.parameters, parameter) != nullptr) names.push_back(method.name);
    }
  }
  return names;
}

std::vector<ParameterInfo> parameters_in_use(const MethodChoices& methods) {
  std::vector<ParameterInfo> infos;
  for (const MethodFamily& family : method_families()) {
    const std::vector<ParameterInfo>& own = family.find(methods.*family.chosen).parameters;
    infos.insert(infos.end(), own.begin(), own.end());
  }
  return infos;
}

ParameterValues values_in_use(const ParameterValues& values, const MethodChoices& methods) {
  ParameterValues result;
  for (const ParameterInfo& info : parameters_in_use(methods)) {
    if (const auto value = values.find(info.name); value != values.end()) result.insert(*value);
  }
  return result;
}

std::string irreproducible_text(const MethodChoices& methods) {
  for (const ParameterInfo& info : parameters_in_use(methods)) {
    const auto value = methods.values.find(info.name);
    if (info.irreproducible.empty() || value == methods.values.end()) continue;
    if (value_text(info, value->second) == info.irreproducible) return info.name + " " + info.irreproducible;
  }
  return {};
}

std::string misses_parameter(const std::map<std::string, std::string>& named, const std::string& parameter) {
  std::string other;
  for (const MethodFamily& family : method_families()) {
    const auto has = [&](const MethodInfo& method) { return find_parameter(method.parameters, parameter) != nullptr; };
    if (std::none_of(family.methods.begin(), family.methods.end(), has)) continue;
    const auto name = named.find(family.name);
    if (name == named.end() || has(family.find(name->second))) return {};
    other = name->second;
  }
  return other;
}

void check_methods(const MethodChoices& methods) {
  const std::vector<ParameterInfo> known = parameters_in_use(methods);
  for (const auto& [name, value] : methods.values) require_number(require_in_use(known, name, methods), value);
  for (std::size_t group = 0; group < methods.group_values.size(); ++group) {
    try {
      for (const auto& [name, value] : methods.group_values[group]) {
        const ParameterInfo& info = require_in_use(known, name, methods);
        if (!info.by_group) {
          throw InputError(name +
                           ": found a parameter that all agents share, expected one that a group may have: " + group_parameters_text());
        }
        require_number(info, value);
      }
    } catch (const InputError& error) {
      throw InputError("group_values[" + std::to_string(group) + "]: " + error.what());
    }
  }
}

void check_choices(const World& world, const MethodChoices& methods) {
  const MethodFamily& planners = method_family("planner");
  if (world.choices.empty() || planners.find(methods.planner).chooses_goals) return;
  std::vector<std::string> able;
  for (const MethodInfo& planner : planners.methods) {
    if (planner.chooses_goals) able.push_back(planner.name);
  }
  throw InputError("planner: found " + methods.planner + ", expected " + joined_text(able, "or") + ", whose agents choose among goals");
}

void check_ranks(const MethodChoices& methods, int ranks) {
  for (const MethodFamily& family : method_families()) {
    const std::string& chosen = methods.*family.chosen;
    if (ranks == 1 || !family.find(chosen).one_rank) continue;
    std::vector<std::string> able;
    for (const MethodInfo& method : family.methods) {
      if (!method.one_rank) able.push_back(method.name);
    }
    throw InputError(family.name + ": found " + chosen + " on " + std::to_string(ranks) +
                     " ranks, which needs all agents in one process; expected " + joined_text(able, "or"));
  }
}

std::string one_world_text(const MethodChoices& methods) {
  for (const MethodFamily& family : method_families()) {
    const std::string& chosen = methods.*family.chosen;
    if (family.find(chosen).one_world) return family.name + " " + chosen;
  }
  for (const ParameterInfo& info : parameters_in_use(methods)) {
    const auto value = methods.values.find(info.name);
    if (info.one_world && value != methods.values.end() && value->second != info.default_value) {
      return info.name + " " + value_text(info, value->second);
    }
  }
  return {};
}

void check_worlds(const MethodChoices& methods, std::size_t worlds) {
  const std::string text = one_world_text(methods);
  if (worlds <= 1 || text.empty()) return;
  throw InputError("ensemble: found " + std::to_string(worlds) + " worlds with " + text + ", expected one: it cannot tell worlds apart");
}

std::string method_text(const std::string& family, const std::string& method) { return (method == "none" ? "no" : method) + " " + family; }

std::string short_method_text(const std::string& family, const std::string& method) {
  if (method_family(family).quiet_default && default_method(family) == method) return "";
  return method == "none" ? method_text(family, method) : method;
}

std::string methods_text(const MethodChoices& methods) {
  std::string text;
  for (const MethodFamily& family : method_families()) {
    text += (text.empty() ? "" : ", ") + method_text(family.name, methods.*family.chosen);
  }
  return text;
}

}  // namespace plethos::simulation
