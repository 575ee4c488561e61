#pragma once

#include "algorithms/planning/grid/regions/region_parameters.hpp"

namespace plethos::planning {

/// How a way over regions becomes one over cells. `entries`: a search leads towards the representative of the next region and stops where
/// it enters that region (Caggianese and Erra 2014, figure 4, right). `representatives`: searches lead from one representative to the next
/// (figure 4, left).
enum class WayThrough : std::int32_t { entries, representatives };

struct PhaParameters : RegionParameters {
  WayThrough through = WayThrough::entries;
  bool pull = false;
};

inline const ParameterTable<PhaParameters>& pha_table() {
  static const auto table =
      ParameterTable<PhaParameters>()
          .add(grid_table())
          .add(&PhaParameters::block, block_info())
          .add(&PhaParameters::through, {"through",
                                         "",
                                         0,
                                         1,
                                         "what a way leads through in each region: where it enters, or the region's representative",
                                         0,
                                         ParameterKind::choice,
                                         {"entries", "representatives"}})
          .add(&PhaParameters::pull, pull_info());
  return table;
}

}  // namespace plethos::planning
