#pragma once

#include <string>

#include "backends/backend.hpp"
#include "core/world.hpp"

namespace plethos::scenarios {

/// Returns one line that says which planner answers queries in a world sooner than one over regions does, by shorter ways; nothing where
/// none is known to. It knows CPUs and worlds with a grid in which every cell costs the same. Cost: a pass over the cells.
std::string search_hint(const std::string& planner, const World& world, const backends::Backend& backend);

}  // namespace plethos::scenarios
