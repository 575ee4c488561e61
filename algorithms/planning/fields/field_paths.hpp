#pragma once

#include <memory>

#include "algorithms/planning/fields/fields.hpp"
#include "algorithms/planning/path_finder.hpp"

namespace plethos::planning {

/// Returns what answers queries in the world's grid by fields: one for each cell in which queries end, as many at the same time as the
/// parameter `search_memory` allows. A field is computed as far as its queries need it (the minimal map convergence of Garcia, Kapadia and
/// Badler 2014). If all fields fit at once, they are kept, and repaired where obstacles move. Errors: InputError for a world without a
/// grid, and as Fields::check() and Fields::spread().
template <class Execution>
std::unique_ptr<PathFinder> make_field_paths(const Execution& execution, std::unique_ptr<Fields<Execution>> fields);

}  // namespace plethos::planning
