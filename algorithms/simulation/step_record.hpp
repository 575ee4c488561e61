#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace plethos::simulation {

/// The knowledge and the actions of agents in one step. Columns are by the agents' place in memory, which is the same before and after the
/// step.
struct StepRecord {
  float time_step = 0;         ///< s
  float minimum_distance = 0;  ///< m

  std::vector<std::uint32_t> id;
  std::vector<float> x, y;                                         ///< m, before
  std::vector<float> velocity_x, velocity_y;                       ///< m/s, before
  std::vector<float> preferred_x, preferred_y;                     ///< m/s, as avoidance reads them
  std::vector<float> chosen_x, chosen_y;                           ///< m/s, after
  std::vector<float> radius, maximum_speed, maximum_acceleration;  ///< m, m/s, m/s^2
  std::vector<float> reciprocity;                                  ///< [0, 1], before
  std::vector<std::uint8_t> active;                                ///< 1 if the agent headed for a goal before the step and still does

  std::int32_t working = 0;                  ///< the agents [0, working) have moved and have lists
  std::vector<std::int32_t> neighbor_count;  ///< entries of each agent's list
  std::vector<std::int32_t> neighbor;        ///< the place of agent i's j-th neighbor is neighbor[j * stride + i]
  std::size_t stride = 0;
};

}  // namespace plethos::simulation
