#pragma once

#include <cstdint>
#include <vector>

#include "backends/ranks/ranks.hpp"

namespace plethos::backends {

/// Divides points by Zoltan's recursive coordinate bisection (Berger and Bokhari 1987), in this process alone. Parameters and errors: as
/// Ranks::bisect(); MachineError if Zoltan fails.
std::vector<std::int32_t> bisect_by_zoltan(const WeightedPoints& points, int parts);

}  // namespace plethos::backends
