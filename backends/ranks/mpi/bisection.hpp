#pragma once

#include <cstdint>
#include <vector>

#include "backends/ranks/ranks.hpp"

namespace plethos::backends {

/// Divides points by Zoltan's recursive coordinate bisection (Berger and Bokhari 1987), in this process alone. Points of one column or row
/// stay together, so that parts are rectangles, if the heaviest part has at most a hundredth more for it. Parameters and errors: as
/// Ranks::bisect(); MachineError if Zoltan fails. Cost: some 0.2 us for each point, twice.
std::vector<std::int32_t> bisect_by_zoltan(const WeightedPoints& points, int parts);

}  // namespace plethos::backends
