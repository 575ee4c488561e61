#pragma once

#include "algorithms/planning/fields/crowding.hpp"
#include "algorithms/planning/fields/wavefront/wave_arguments.hpp"
#include "algorithms/planning/grid/map/grid_parameters.hpp"
#include "core/grid_map.hpp"

namespace plethos::planning {

struct WavefrontParameters : Crowding {
  Connectivity connectivity = Connectivity::eight;
  Metric metric = Metric::steps;
  Order order = Order::first;
  Wave wave = Wave::front;
  float search_memory = 0;  ///< MB
};

/// Errors: InputError for order 2 with the metric `steps`, and for a map whose cells cost more than fields of these parameters take.
/// `range` is that of the map's costs.
void require_wave_fits(const GridMap& map, const CostRange& range, const WavefrontParameters& parameters);

inline const ParameterTable<WavefrontParameters>& wavefront_table() {
  static const auto table =
      ParameterTable<WavefrontParameters>()
          .add(&WavefrontParameters::connectivity, connectivity_info())
          .add(&WavefrontParameters::metric, {"metric",
                                              "",
                                              0,
                                              1,
                                              "what a field holds: lengths of ways in steps, or distances at any angle",
                                              0,
                                              ParameterKind::choice,
                                              {"steps", "eikonal"},
                                              true})
          .add(&WavefrontParameters::order, {"order",
                                             "",
                                             0,
                                             1,
                                             "how fast the error of distances falls with the size of a cell, with metric=eikonal",
                                             0,
                                             ParameterKind::choice,
                                             {"1", "2"},
                                             true})
          .add(&WavefrontParameters::wave, wave_info())
          .add(crowding_table())
          .add(&WavefrontParameters::search_memory, search_memory_info());
  return table;
}

}  // namespace plethos::planning
