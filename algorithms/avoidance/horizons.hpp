#pragma once

#include "core/parameter_table.hpp"

namespace plethos::avoidance {

/// The horizons of a method of velocity obstacles.
struct Horizons {
  /// s, (0, 1e4]. An agent keeps clear of other agents for this long. More is smoother and reacts earlier, but leaves fewer velocities in a
  /// crowd. Cost: none.
  float time_horizon = 5.f;
  /// s, (0, 1e4]. An agent keeps clear of walls for this long. More keeps agents from walls that they do not head for. Cost: none.
  float time_horizon_obstacles = 2.f;
};

inline const ParameterTable<Horizons>& horizon_table() {
  static const ParameterTable<Horizons> table = [] {
    ParameterTable<Horizons> rows;
    rows.add(&Horizons::time_horizon, {"time_horizon", "s", 1e-6, 1e4, "how far ahead agents keep clear of each other"})
        .add(&Horizons::time_horizon_obstacles, {"time_horizon_obstacles", "s", 1e-6, 1e4, "how far ahead they keep clear of walls"});
    return rows;
  }();
  return table;
}

}  // namespace plethos::avoidance
