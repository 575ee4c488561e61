#pragma once

#include <string>
#include <string_view>

#include "scenarios/scenario.hpp"

namespace plethos::study {

/// Returns 16 hexadecimal digits of the text's hash (XXH3).
std::string hash_text(std::string_view text);

/// Returns the hash of a scenario's content: its file's text (empty: a builder made it), agents, goals, nodes, groups' own values of
/// methods' parameters, obstacles, grid and parameters.
std::string hash_scenario(std::string_view text, const scenarios::Scenario& scenario);

/// Returns version and commit. If sources were changed since, or may have been, it adds a hash of the program file.
std::string program_identity();

}  // namespace plethos::study
