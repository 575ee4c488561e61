#pragma once

#include "algorithms/avoidance/arguments.hpp"

namespace plethos::avoidance {

struct RvoArguments : Arguments {
  std::int32_t samples;
};

}  // namespace plethos::avoidance
