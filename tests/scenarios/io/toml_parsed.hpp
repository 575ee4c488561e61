#pragma once

#include <cstdint>
#include <string>

#include "scenarios/io/toml_scenario.hpp"
#include "tests/scenarios/temporary_folder.hpp"

// What the tests of scenario files share.

namespace plethos::scenarios::parsed {

using tests::input_error;

inline Scenario parse(const std::string& text, const ScenarioRequest& request = {}) { return parse_toml_scenario(text, "f.toml", request); }

inline std::string error_of(const std::string& text, const ScenarioRequest& request = {}) {
  return input_error([&] { parse(text, request); });
}

inline const std::string group = "[[group]]\nstart.positions = [[0, 0], [2, 0]]\ngoal.point = [10, 0]\n";

/// Returns two agents more, `y` metres from those of `group`.
inline std::string group_at(const std::string& y) {
  return "[[group]]\nstart.positions = [[0, " + y + "], [2, " + y + "]]\ngoal.point = [10, " + y + "]\n";
}

inline ScenarioRequest asking_for(std::int64_t agents) { return {.agents = agents}; }

}  // namespace plethos::scenarios::parsed
