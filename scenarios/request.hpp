#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/agent.hpp"
#include "core/parameters.hpp"

namespace plethos::scenarios {

/// Values of --set key=value by key. A key is one of the scenario's own, otherwise an agent's field (scenarios/keys.hpp), otherwise a
/// parameter of the run or of a method.
using Settings = std::map<std::string, WrittenValue, std::less<>>;

/// Stands for a file of costs, and says that none is to be read.
inline constexpr const char* no_costs = "none";

/// A square map that Plethos draws itself (maps/map_kinds.hpp), for the builder `map`.
struct DrawnMap {
  std::string kind{};     ///< empty: none is drawn
  std::int32_t size = 0;  ///< cells of a side
  std::uint64_t seed = 1;
  ParameterValues values{};  ///< of the kind's keys; those that are missing have their defaults

  /// Returns a name for people, such as "office 512".
  std::string name() const;
  friend bool operator==(const DrawnMap&, const DrawnMap&) = default;
};

/// A request for a scenario, with the caller's changes to it.
struct ScenarioRequest {
  std::string name{};                            ///< of a builder or of the library, or the path of a TOML file
  std::optional<std::int64_t> agents{};          ///< [1, 2^31 - 1]: how many in all
  Settings settings{};                           ///< apply to every agent, whatever its group says
  std::optional<std::uint64_t> seed{};           ///< stronger than a setting called seed
  std::map<std::string, std::string> methods{};  ///< by family; stronger than those that the scenario names
  std::string map_file{};                        ///< Moving AI .map, for the builder `map`
  std::string scen_file{};                       ///< Moving AI .scen, for the builder `map`
  bool strict = false;                           ///< refuse a .scen file of which a problem would be left out
  bool for_queries = false;                      ///< the .scen file's problems are queries: the agents need not walk where they lie
  /// Costs of the map's cells (io/map_costs.hpp), for the builder `map`; empty: the file beside the map if there is one; `no_costs`: none.
  std::string cost_file{};
  DrawnMap drawn{};  ///< instead of a map file

  /// Whether it names a map, by a file or as one to be drawn.
  bool has_map() const { return !map_file.empty() || !drawn.kind.empty(); }
};

/// Splits "key=value" and adds it to the settings. A later one replaces an earlier one. A value is a finite number, true, false or a word.
/// Errors: InputError if there is no '=', no key, or another value.
void add_setting(Settings& settings, const std::string& text);

/// Reads a seed: a whole number in [0, 2^64). `label` is for messages. Errors: InputError for anything else.
std::uint64_t parse_seed(const std::string& label, const std::string& text);

/// Checks a request. Errors: InputError for a number of agents out of range, or for a setting that is neither one of the scenario's `own`
/// keys, nor an agent's field, nor a parameter of the run or of a method.
void check_request(const ScenarioRequest& request, const std::vector<ParameterInfo>& own);

/// Returns the settings among the scenario's `own` keys. Errors: InputError for a value out of range.
ParameterValues own_settings(const ScenarioRequest& request, const std::vector<ParameterInfo>& own);

/// Sets the agent's fields that are in the settings, except for `own` keys. Errors: InputError for a value out of range.
void apply_to_agent(const ScenarioRequest& request, const std::vector<ParameterInfo>& own, AgentRecord& agent);

/// Sets the parameters and the seed that are in the request, except for `own` keys. Errors: InputError for a value out of range.
void apply_to_parameters(const ScenarioRequest& request, const std::vector<ParameterInfo>& own, Parameters& parameters);

/// Adds the values of methods' parameters that are in the request. Errors: InputError for a value out of range.
void apply_to_values(const ScenarioRequest& request, ParameterValues& values);

}  // namespace plethos::scenarios
