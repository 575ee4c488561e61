#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/distribution/slabs.hpp"
#include "scenarios/keys.hpp"
#include "scenarios/parts.hpp"
#include "scenarios/request.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// The input of a builder. It has been checked against the builder's table and the agent's.
struct BuilderInput {
  std::optional<std::int64_t> agents{};  ///< >= 1; the user's number
  ParameterValues values{};              ///< of all the builder's keys
  AgentRecord agent{};                   ///< the fields of every agent
  Parameters parameters{};               ///< the seed among them
  std::string map_file{};
  std::string scen_file{};
  bool strict = false;       ///< as ScenarioRequest::strict
  bool for_queries = false;  ///< as ScenarioRequest::for_queries
  std::string cost_file{};   ///< as ScenarioRequest::cost_file
  DrawnMap drawn{};          ///< instead of `map_file`
  /// Of several ranks: the ids of the agents to make, instead of all. It is for builders with `reach`.
  std::optional<distribution::RowRange> part = {};

  /// Returns the user's number of agents, or `otherwise`.
  std::int64_t count(std::int64_t otherwise) const { return agents.value_or(otherwise); }
  /// Returns the value of one of the builder's keys as float32.
  float value(std::string_view key) const { return static_cast<float>(values.find(key)->second); }
  /// Returns the ids of the agents to make, of so many.
  distribution::RowRange ids(std::size_t count) const { return part.value_or(distribution::RowRange{0, static_cast<std::int64_t>(count)}); }
};

/// A scenario that is computed from parameters. A new one needs a function, and a line in builder.cpp.
struct Builder {
  std::string name;
  std::string description;
  std::int64_t agents;              ///< the default number
  bool needs_map = false;           ///< whether it reads BuilderInput::map_file or draws a map
  std::vector<ParameterInfo> keys;  ///< its own parameters
  /// Fills world, agents and groups; build() fills everything else. Errors: InputError "NAME: KEY: found X, expected Y".
  Scenario (*make)(const Builder&, const BuilderInput&);
  /// If it is there, make() can make BuilderInput::part alone, with the goals of all agents: there are no obstacles, and agents have the
  /// fields of BuilderInput::agent but for places, goals and groups. Two starts can overlap only if the agents' ids differ by no more than
  /// it returns.
  std::int64_t (*reach)(const Builder&, const BuilderInput&) = nullptr;
  bool leaves = false;  ///< the default of Parameters::leave_on_arrival

  /// Returns the parameters of a run whose caller changes none.
  Parameters parameters() const {
    Parameters own;
    own.leave_on_arrival = leaves;
    return own;
  }
};

/// Returns all builders, by name.
const std::vector<Builder>& builders();

/// Returns the builder called `name`, or null.
const Builder* find_builder(std::string_view name);

/// Returns the input of a builder that a request asks for, with the builder's defaults for what it does not name. Errors: InputError for a
/// request that check_request() refuses, or a value out of range.
BuilderInput builder_input(const Builder& builder, const ScenarioRequest& request);

/// Makes the scenario, with name, description, parameters and bounds. Keys that `input.values` lacks get their defaults. It does not
/// validate (scenarios/validation.hpp). Together: a builder with `reach` makes a part on each rank, which holds the agents of its slab and
/// those that may overlap with them (Scenario::part). Errors: InputError for an unknown key, a value out of range, or from the builder.
Scenario build(const Builder& builder, BuilderInput input, const Making& making = {});

/// Adds a copy of `agent` that starts at `start` and heads for a goal of its own, which it adds to the world.
void add_agent(Scenario& scenario, const AgentRecord& agent, Vec2 start, Vec2 goal);

}  // namespace plethos::scenarios
