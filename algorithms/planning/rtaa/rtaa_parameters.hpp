#pragma once

#include "algorithms/planning/grid_search/grid_parameters.hpp"

namespace plethos::planning {

struct RtaaParameters : GridParameters {
  std::int32_t lookahead = 3;
};

inline const ParameterTable<RtaaParameters>& rtaa_table() {
  static const auto table =
      ParameterTable<RtaaParameters>()
          .add(grid_table())
          .add(&RtaaParameters::lookahead, {"lookahead", "cells", 1, 500, "cells that an agent looks at before it moves on"});
  return table;
}

}  // namespace plethos::planning
