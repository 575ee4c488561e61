#pragma once

#include "backends/simd/targets.hpp"
#include "tests/core/lane/lane_report.hpp"

namespace plethos::tests {

/// Checks every operation of HighwayLane as compiled for a target.
LaneReport check_highway_lane(const backends::SimdTarget& target, std::uint64_t seed);

/// Elements of HighwayLane as compiled for a target.
int highway_lane_width(const backends::SimdTarget& target);

/// Whether what Highway has chosen for the whole process is the same after a look for a target's entry.
bool looking_leaves_highway_alone(const backends::SimdTarget& target);

/// The four words of each agent, computed over HighwayLane.
std::vector<std::uint32_t> highway_philox(const backends::SimdTarget& target, const PhiloxInput& input);

}  // namespace plethos::tests
