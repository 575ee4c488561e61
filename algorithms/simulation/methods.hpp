#pragma once

#include <map>
#include <string>
#include <vector>

#include "algorithms/method.hpp"
#include "core/parameter_table.hpp"
#include "core/vec2.hpp"
#include "core/world.hpp"

namespace plethos::simulation {

/// Returns the name of a family's default method. Errors: InputError for an unknown family.
std::string default_method(const std::string& family);

/// The algorithms that a simulation consists of.
struct MethodChoices {
  std::string avoidance = default_method("avoidance");
  std::string neighbors = default_method("neighbors");
  std::string steering = default_method("steering");
  std::string planner = default_method("planner");
  ParameterValues values = {};  ///< values of the methods' own parameters, for all families together
  /// By AgentRecord::group: the values that a group has of its own, of parameters with ParameterInfo::by_group. All others are those of
  /// `values`, also for groups beyond the last entry.
  std::vector<ParameterValues> group_values = {};
  /// m. Points that agents may walk by where their goal is out of sight, for planners that use such points. If there are none, planner
  /// `roadmap` takes points at the obstacles' corners.
  std::vector<Vec2> roadmap_nodes = {};
  bool replay = true;   ///< on a GPU, steps are recorded once and then launched as a whole
  bool regroup = true;  ///< arrived agents leave the working set, so that late steps cost less
};

/// Methods that do the same job. A simulation has one of them. Flags, keys of files and fields of reports bear the family's name.
struct MethodFamily {
  using Member = std::string MethodChoices::*;

  std::string name;
  std::string question;  ///< the question that its methods answer, for help: "How agents avoid each other"
  Member chosen;
  std::vector<MethodInfo> methods;  ///< the first one is the default
  bool quiet_default = false;       ///< texts that name methods without their family leave the default out

  std::vector<std::string> names() const;
  /// Returns the method of that name. Errors: InputError for an unknown name.
  const MethodInfo& find(const std::string& method) const;
};

/// Returns all families, in the order in which people name them.
const std::vector<MethodFamily>& method_families();
/// Returns the family of that name. Errors: InputError for an unknown family.
const MethodFamily& method_family(const std::string& name);

/// Returns the parameters of all methods, each once, in the order of families and methods.
const std::vector<ParameterInfo>& method_parameters();
/// Returns the names of the parameters of which a group may have a value of its own, for messages: "A, B or C".
std::string group_parameters_text();
/// Returns the names of the methods that have the parameter.
std::vector<std::string> methods_with(const std::string& parameter);
/// Returns the parameters of the methods in use. Errors: InputError for an unknown method.
std::vector<ParameterInfo> parameters_in_use(const MethodChoices& methods);
/// Returns those of the values that belong to a method in use. Errors: as parameters_in_use().
ParameterValues values_in_use(const ParameterValues& values, const MethodChoices& methods);

/// Returns the value with which two runs of the same may end differently, such as "relaxing unsynchronized", or an empty text: runs have
/// the same bits, here and on every other backend. Errors: as parameters_in_use().
std::string irreproducible_text(const MethodChoices& methods);

/// Returns the named method that rules the parameter out, or an empty text. `named` holds the methods that some families have already, by
/// family. They rule the parameter out if only methods of these families have it, and none of the named methods does. Errors: InputError
/// for an unknown method.
std::string misses_parameter(const std::map<std::string, std::string>& named, const std::string& parameter);

/// Checks methods and values, also those of groups. Errors: InputError for an unknown method, for a value that no method in use has, or no
/// group may have, and for a value out of range.
void check_methods(const MethodChoices& methods);

/// Throws InputError if a method in use needs one rank, and there are more.
void check_ranks(const MethodChoices& methods, int ranks);

/// Returns what of the methods in use keeps several worlds from being simulated together, such as "neighbors kdtree", or an empty text.
/// Errors: as parameters_in_use().
std::string one_world_text(const MethodChoices& methods);

/// Throws InputError if there is such, and there are several worlds.
void check_worlds(const MethodChoices& methods, std::size_t worlds);

/// Throws InputError if the world has goals to choose among (World::choices) and the planner is none whose agents choose.
void check_choices(const World& world, const MethodChoices& methods);

/// Returns the names of the methods in use with their families, for people, such as "orca avoidance, no steering, grid neighbors".
std::string methods_text(const MethodChoices& methods);
/// Returns one of these names, such as "orca avoidance", or "no steering" for the method `none`.
std::string method_text(const std::string& family, const std::string& method);
/// Returns the name for texts that name methods without their family: "orca", or "no avoidance". It is empty for the default of a family
/// with quiet_default.
std::string short_method_text(const std::string& family, const std::string& method);

}  // namespace plethos::simulation
