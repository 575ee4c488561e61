#pragma once

#include <string>
#include <vector>

#include "core/agent.hpp"
#include "core/parameters.hpp"
#include "core/world.hpp"

namespace plethos::scenarios {

/// What is simulated: everything that a run needs but the backend. An agent's id is its index in `agents`.
struct Scenario {
  std::string name;
  std::string description;
  Parameters parameters;
  World world;
  std::vector<AgentRecord> agents;
  std::vector<std::string> groups;  ///< names; AgentRecord::group is an index into it
};

}  // namespace plethos::scenarios
