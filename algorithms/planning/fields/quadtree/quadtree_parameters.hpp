#pragma once

#include "algorithms/planning/fields/wave.hpp"
#include "algorithms/planning/grid/map/grid_parameters.hpp"

namespace plethos::planning {

struct QuadtreeParameters {
  Connectivity connectivity = Connectivity::eight;
  std::int32_t depth = 15;
  float untraversable_from = 0.9f;
  float crowded_cost = 16;
  Wave wave = Wave::front;
  bool smooth = true;
  float search_memory = 0;  ///< MB
};

inline const ParameterTable<QuadtreeParameters>& quadtree_table() {
  static const auto table =
      ParameterTable<QuadtreeParameters>()
          .add(&QuadtreeParameters::connectivity, connectivity_info())
          .add(&QuadtreeParameters::depth, {"depth", "", 0, 15, "levels of the tree below its root; no quad is smaller than a cell"})
          .add(&QuadtreeParameters::untraversable_from,
               {"untraversable_from", "", 0.001, 1, "share of a quad that is blocked, from which on nobody passes it"})
          .add(&QuadtreeParameters::crowded_cost,
               {"crowded_cost", "", 1, 1000, "cost of a quad that is all but blocked; a free one costs 1"})
          .add(&QuadtreeParameters::wave, wave_info())
          .add(&QuadtreeParameters::smooth, {"smooth", "", 0, 1, "whether ways of queries lead straight to the farthest place in sight"})
          .add(&QuadtreeParameters::search_memory, search_memory_info());
  return table;
}

}  // namespace plethos::planning
