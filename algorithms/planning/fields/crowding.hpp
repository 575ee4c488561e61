#pragma once

#include "core/parameter_table.hpp"

namespace plethos::planning {

/// The most that a crowd adds to the cost of a cell.
inline constexpr std::int32_t most_crowd_cost = 60;

/// How much dearer ground is where people stand, for planners that take costs.
struct Crowding {
  /// Costs of a free cell that each person on a square metre adds to the cost of a cell; 0: none.
  float crowding = 0;
  std::int32_t crowding_interval = 20;  ///< steps
};

inline const ParameterTable<Crowding>& crowding_table() {
  static const auto table =
      ParameterTable<Crowding>()
          .add(&Crowding::crowding, {.name = "crowding",
                                     .unit = "cells m^2",
                                     .minimum = 0,
                                     .maximum = 100,
                                     .description = "what a person on a square metre adds to the cost of a cell, in costs of a free cell; "
                                                    "0: nothing",
                                     // Each world would need costs of its own.
                                     .one_world = true})
          .add(&Crowding::crowding_interval, {"crowding_interval", "steps", 2, 1e6,
                                              "steps from one look at the crowd to the next; an odd number counts as the one after it"});
  return table;
}

}  // namespace plethos::planning
