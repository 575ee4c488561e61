#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "scenarios/request.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// The size in bytes of the largest scenario file that can be read.
constexpr std::size_t maximum_scenario_file = std::size_t{16} * 1024 * 1024;

/// Reads a scenario file (docs/guide/scenario-files.md), applies the request and validates the result. Errors: InputError "FILE:LINE: KEY:
/// found X, expected Y". Memory while it reads: at worst about 60 times the file.
Scenario read_toml_scenario(const std::string& path, const ScenarioRequest& request = {});

/// Does the same for a text. `source` stands for the file in messages, and maps are looked for in its folder.
Scenario parse_toml_scenario(std::string_view text, const std::string& source, const ScenarioRequest& request = {});

/// Returns the file's text. Errors: InputError if it cannot be read or is too large.
std::string read_scenario_text(const std::string& path);

}  // namespace plethos::scenarios
