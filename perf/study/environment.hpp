#pragma once

#include <string>
#include <vector>

#include "scenarios/json.hpp"

namespace plethos::study {

/// Returns what differs between the environments of results of a study: a list of objects with `key` and the values `a`, `b` and so on
/// (null: not told, or not there). Parts of the record are named as "gpu.driver". What changes from one moment to the next, such as load
/// and clocks, is left out, and so is what the record of only some of the programs has.
Json environment_differences(const std::vector<Json>& results);

/// Returns that list as a table for a terminal, or one line if nothing differs.
std::string environment_text(const Json& differences);

}  // namespace plethos::study
