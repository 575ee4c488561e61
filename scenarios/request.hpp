#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/agent.hpp"
#include "core/parameters.hpp"
#include "scenarios/keys.hpp"

namespace plethos::scenarios {

/// Values of --set key=value by key. A scenario's own keys, then agent fields, then run parameters (scenarios/keys.hpp).
using Settings = std::map<std::string, double, std::less<>>;

/// Which scenario to make, and what the caller wants different from what the scenario says.
struct ScenarioRequest {
  std::string name;                    ///< of a builder or of the library, or the path of a TOML file
  std::optional<std::int64_t> agents;  ///< [1, 2^31 - 1]: how many in all
  Settings settings;                   ///< apply to every agent, whatever its group says
  std::optional<std::uint64_t> seed;   ///< stronger than a setting called seed
  std::string map_file;                ///< Moving AI .map, for the builder `map`
  std::string scen_file;               ///< Moving AI .scen, for the builder `map`
};

/// Splits "key=value" and adds it to the settings; a later one replaces an earlier one.
/// Errors: InputError if there is no '=', no key, or the value is not a finite number.
void add_setting(Settings& settings, const std::string& text);

/// A seed: a whole number in [0, 2^64). `label` is for messages. Errors: InputError for anything else.
std::uint64_t parse_seed(const std::string& label, const std::string& text);

/// Throws InputError for a number of agents out of range, or a setting that is neither one of the scenario's `own` keys, nor a field
/// of an agent, nor a parameter of the run.
void check_request(const ScenarioRequest& request, const std::vector<ScenarioKey>& own);

/// The settings among the scenario's `own` keys.
Settings own_settings(const ScenarioRequest& request, const std::vector<ScenarioKey>& own);

/// Sets the fields that the settings give, `own` keys excepted. Errors: InputError for a value out of range.
void apply_to_agent(const ScenarioRequest& request, const std::vector<ScenarioKey>& own, AgentRecord& agent);

/// Sets the parameters and the seed that the request gives, `own` keys excepted. Errors: InputError for a value out of range.
void apply_to_parameters(const ScenarioRequest& request, const std::vector<ScenarioKey>& own, Parameters& parameters);

}  // namespace plethos::scenarios
