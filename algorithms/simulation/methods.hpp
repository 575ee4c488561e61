#pragma once

#include <map>
#include <string>
#include <vector>

#include "algorithms/method.hpp"
#include "core/parameter_table.hpp"
#include "core/vec2.hpp"

namespace plethos::simulation {

/// The name of a family's default method. Errors: InputError for an unknown family.
std::string default_method(const std::string& family);

/// Which algorithms a simulation is made of.
struct Methods {
  std::string avoidance = default_method("avoidance");
  std::string neighbors = default_method("neighbors");
  std::string steering = default_method("steering");
  std::string planner = default_method("planner");
  ParameterValues values = {};  ///< of the methods' own parameters, those of all families together
  /// m: points that agents may walk by where their goal is out of sight, for planners that go by such. Without any, planner `roadmap` takes
  /// those at the obstacles' corners.
  std::vector<Vec2> nodes = {};
  bool replay = true;           ///< on a GPU: steps are recorded once and then launched as a whole
  bool regroup = true;          ///< arrived agents leave the working set, so that late steps cost less
};

/// Methods that do the same job, of which a simulation has one. Flags, keys of files and fields of reports are called as the family is.
struct MethodFamily {
  using Member = std::string Methods::*;

  std::string name;
  std::string question;  ///< what its methods answer, for help: "How agents avoid each other"
  Member chosen;
  std::vector<MethodInfo> methods;  ///< the first one is the default
  bool quiet_default = false;       ///< lists where methods stand by their names alone leave the default out

  std::vector<std::string> names() const;
  /// Errors: InputError for an unknown name.
  const MethodInfo& find(const std::string& method) const;
};

/// All families, in the order in which people name them.
const std::vector<MethodFamily>& method_families();
/// Errors: InputError for an unknown family.
const MethodFamily& method_family(const std::string& name);

/// The parameters of all methods, each once, in the order of families and methods.
const std::vector<ParameterInfo>& method_parameters();
/// The names of the methods that have the parameter.
std::vector<std::string> methods_with(const std::string& parameter);
/// The parameters of the methods in use. Errors: InputError for an unknown method.
std::vector<ParameterInfo> parameters_in_use(const Methods& methods);
/// Those of the values that a method in use has. Errors: as parameters_in_use().
ParameterValues values_in_use(const ParameterValues& values, const Methods& methods);

/// Where some families have a method already (by family), and others have not: the method that cannot be used with the parameter, as all
/// that have it are others of its family; else empty.
std::string misses_parameter(const std::map<std::string, std::string>& named, const std::string& parameter);

/// Throws InputError for an unknown method, or a value that no method in use has.
void check_methods(const Methods& methods);

/// For people: the names of the methods in use with what they are, such as "rvo avoidance, no steering, grid neighbors".
std::string methods_text(const Methods& methods);
/// "rvo avoidance", or "no steering" for the method `none`.
std::string method_text(const std::string& family, const std::string& method);
/// The same in lists where methods stand by their names alone: "rvo", "no avoidance"; empty for a MethodFamily::quiet_default.
std::string short_method_text(const std::string& family, const std::string& method);

}  // namespace plethos::simulation
