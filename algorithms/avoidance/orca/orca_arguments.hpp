#pragma once

#include "algorithms/avoidance/arguments.hpp"

namespace plethos::avoidance {

struct OrcaArguments : Arguments {
  float time_horizon;            // s, agents
  float time_horizon_obstacles;  // s
};

}  // namespace plethos::avoidance
