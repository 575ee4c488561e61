#pragma once

#include "algorithms/planning/grid/map/grid_parameters.hpp"

namespace plethos::planning {

struct RtaaParameters : GridParameters {
  std::int32_t lookahead = 100000;
  float learned_memory = 300;  ///< MB
};

inline const ParameterTable<RtaaParameters>& rtaa_table() {
  static const auto table =
      ParameterTable<RtaaParameters>()
          .add(grid_table())
          .add(&RtaaParameters::lookahead, {"lookahead", "cells", 1, 1000000, "cells that an agent looks at before it moves on"})
          .add(&RtaaParameters::learned_memory, {"learned_memory", "MB", 0, 1e6,
                                                 "memory for what agents have learned, at most half of what is free; an agent that has too "
                                                 "little walks its way again in each search"});
  return table;
}

}  // namespace plethos::planning
