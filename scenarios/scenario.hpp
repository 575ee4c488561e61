#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/agent.hpp"
#include "core/ensemble.hpp"
#include "core/parameters.hpp"
#include "core/world.hpp"
#include "scenarios/terrain.hpp"

namespace plethos::scenarios {

/// The methods and their values that a scenario names (algorithms/simulation/methods.hpp).
struct NamedMethods {
  std::map<std::string, std::string> names;        ///< by family; for a family that is not here the user or the default decides
  ParameterValues values;                          ///< of methods' own parameters, also of methods that may not be used
  std::vector<Vec2> roadmap_nodes = {};            ///< simulation::MethodChoices::roadmap_nodes
  std::vector<ParameterValues> group_values = {};  ///< simulation::MethodChoices::group_values, also of methods that may not be used
};

/// All input of a run but the backend. An agent's id is its index among all agents.
struct Scenario {
  std::string name{};
  std::string description{};
  Parameters parameters{};
  NamedMethods methods{};
  World world{};
  std::vector<AgentRecord> agents{};  ///< all, or those of a part
  std::vector<std::string> groups{};  ///< names; AgentRecord::group is an index into it
  /// Of a map with several terrains: that of each cell of World::grid, whose passable cells are of one terrain.
  std::shared_ptr<const std::vector<Terrain>> terrain = {};
  /// Lines for people: what its files hold and the scenario does not.
  std::vector<std::string> warnings = {};
  /// Of a scenario that several ranks have made together, each a part of its agents.
  struct Part {
    std::int64_t first{};  ///< the id of the first agent here
    std::int64_t all{};    ///< agents of the scenario
  };
  std::optional<Part> part = {};
  Ensemble ensemble = {};  ///< the worlds that the agents are in, if there are several

  /// Returns the agents that are here, with their ids.
  AgentRange range() const { return part ? AgentRange(agents, part->first, part->all) : AgentRange(agents); }
  /// Returns the number of all agents.
  std::int64_t count() const { return range().all; }
};

}  // namespace plethos::scenarios
