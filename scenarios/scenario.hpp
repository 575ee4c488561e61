#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/agent.hpp"
#include "core/parameters.hpp"
#include "core/world.hpp"

namespace plethos::scenarios {

/// The methods and their values that a scenario names (algorithms/simulation/methods.hpp).
struct NamedMethods {
  std::map<std::string, std::string> names;        ///< by family; for a family that is not here the user or the default decides
  ParameterValues values;                          ///< of methods' own parameters, also of methods that may not be used
  std::vector<Vec2> nodes = {};                    ///< simulation::Methods::nodes
  std::vector<ParameterValues> group_values = {};  ///< simulation::Methods::group_values, also of methods that may not be used
};

/// All input of a run but the backend. An agent's id is its index in `agents`.
struct Scenario {
  std::string name;
  std::string description;
  Parameters parameters;
  NamedMethods methods;
  World world;
  std::vector<AgentRecord> agents;
  std::vector<std::string> groups;  ///< names; AgentRecord::group is an index into it
};

}  // namespace plethos::scenarios
