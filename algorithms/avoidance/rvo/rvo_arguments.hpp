#pragma once

#include "algorithms/avoidance/arguments.hpp"

namespace plethos::avoidance {

/// What turns times to collision into costs.
struct RvoRates {
  float time_step;  // s
  float spared;     // 1/s: a wall that is hit with an urgency up to this costs nothing
};

struct RvoArguments : Arguments {
  std::int32_t samples;
  bool steady;  // the present velocity is a candidate, too
  RvoRates rates;
};

}  // namespace plethos::avoidance
