#pragma once

namespace plethos::avoidance {

/// Neighbors and walls in the memory that a team shares, `Width` at a time as its lanes write them: the fields of RvoNeighbor and RvoWall.
/// A multiple of 16 bytes, so that a GPU reads four fields at once.
template <int Width>
struct alignas(16) RvoSharedNeighbors {
  float x[Width], y[Width], power[Width], strike_power[Width], apex_x[Width], apex_y[Width], factor[Width], share[Width];
};
template <int Width>
struct alignas(16) RvoSharedWalls {
  float along[Width], height[Width], length[Width], direction_x[Width], direction_y[Width], side[Width], gap[Width], power_0[Width],
      power_1[Width], strike_gap[Width], strike_0[Width], strike_1[Width], overlap[Width];
};

}  // namespace plethos::avoidance
