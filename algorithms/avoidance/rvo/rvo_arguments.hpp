#pragma once

#include "algorithms/avoidance/arguments.hpp"

namespace plethos::avoidance {

struct RvoArguments : Arguments {
  std::int32_t samples;
  bool steady;  // the present velocity is a candidate, too
};

}  // namespace plethos::avoidance
