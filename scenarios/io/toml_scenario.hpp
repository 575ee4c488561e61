#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "scenarios/request.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// The largest scenario file that is read, in bytes.
constexpr std::size_t maximum_scenario_file = std::size_t{16} * 1024 * 1024;

/// Reads a scenario file (docs/guide/scenario-files.md), applies what the request asks for and validates the result.
/// Errors: InputError "FILE:LINE: KEY: found X, expected Y". Memory: the file, about 60 times over in the worst case, while it is read.
Scenario read_toml_scenario(const std::string& path, const ScenarioRequest& request = {});

/// The same for a text at hand. `source` stands for the file in messages; the folder in it is where maps are looked for.
Scenario parse_toml_scenario(std::string_view text, const std::string& source, const ScenarioRequest& request = {});

/// The file's text. Errors: InputError if it cannot be read or is too large.
std::string read_scenario_text(const std::string& path);

}  // namespace plethos::scenarios
