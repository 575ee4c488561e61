#pragma once

#include <vector>

#include "scenarios/io/toml_table.hpp"
#include "scenarios/request.hpp"

namespace plethos::scenarios {

/// Reads a table `draw`: { kind = "office", size = 512, seed = 1 } and keys of the kind. Errors: InputError "FILE:LINE: KEY: ...".
DrawnMap read_drawn_map(TomlTable& table);

/// Reads such a table in which kind, size and seed may be lists. Returns a map for each combination of them.
std::vector<DrawnMap> read_drawn_maps(TomlTable& table);

}  // namespace plethos::scenarios
