#pragma once

#include "algorithms/planning/grid/regions/region_parameters.hpp"

namespace plethos::planning {

struct GatesParameters : RegionParameters {
  bool pull = true;
};

inline const ParameterTable<GatesParameters>& gates_table() {
  static const auto table = ParameterTable<GatesParameters>()
                                .add(grid_table())
                                .add(&GatesParameters::block, block_info())
                                .add(&GatesParameters::pull, pull_info());
  return table;
}

}  // namespace plethos::planning
