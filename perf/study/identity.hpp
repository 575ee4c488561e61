#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "scenarios/scenario.hpp"

namespace plethos::study {

/// 16 hexadecimal digits of the text's hash (XXH3).
std::string hash_text(std::string_view text);

/// The same of what a scenario holds: its file's text (empty: made by a builder), agents, goals, nodes, obstacles and parameters.
std::string hash_scenario(std::string_view text, const scenarios::Scenario& scenario);

/// Version and commit; where sources were changed since, a hash of the program file too.
std::string program_identity();

}  // namespace plethos::study
