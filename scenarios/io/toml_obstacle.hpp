#pragma once

#include <string>
#include <vector>

#include "core/moving_obstacle.hpp"
#include "scenarios/io/toml_table.hpp"

namespace plethos::scenarios {

/// Reads the moving obstacles of a scenario, its [[obstacle]] tables, in their order. `places` gets "FILE:LINE: KEY" of each. Errors:
/// InputError for a missing or unknown key, and as obstacles::find_fault().
std::vector<MovingObstacle> read_obstacles(TomlTable& root, std::vector<std::string>& places);

}  // namespace plethos::scenarios
