#pragma once

#include <string>

#include "scenarios/json.hpp"

namespace plethos::study {

/// Returns what differs between the environments of two results of a study: a list of objects with `key`, `a` and `b` (null: not told, or
/// not there). Parts of the record are named as "gpu.driver". What changes from one moment to the next, such as load and clocks, is left
/// out, and so is what only the record of one of the two programs has.
Json environment_differences(const Json& a, const Json& b);

/// Returns that list as a table for a terminal, or one line if nothing differs.
std::string environment_text(const Json& differences);

}  // namespace plethos::study
