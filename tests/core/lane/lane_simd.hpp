#pragma once

#include "backends/simd/targets.hpp"
#include "tests/core/lane/lane_report.hpp"

namespace plethos::tests {

/// Checks every operation of HighwayLane as it was compiled for a target.
LaneReport check_highway_lane(const backends::SimdTarget& target, std::uint64_t seed);

/// Returns the number of elements of HighwayLane as it was compiled for a target.
int highway_lane_width(const backends::SimdTarget& target);

/// Returns whether Highway's choice for the whole process is the same after a target's entry was looked up.
bool looking_leaves_highway_alone(const backends::SimdTarget& target);

/// Returns the four words of each agent, computed over HighwayLane.
std::vector<std::uint32_t> highway_philox(const backends::SimdTarget& target, const PhiloxInput& input);

}  // namespace plethos::tests
