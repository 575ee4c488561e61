#pragma once

#include <cstdint>

#include "core/neighbor_limits.hpp"
#include "core/parameter_table.hpp"

namespace plethos {

/// Parameters of a simulation as a whole. Agents carry their own radii, speeds and weights, and methods have parameters of their own.
struct Parameters {
  /// s, (0, 10]. With longer steps a run takes fewer of them, but agents react later and pass closer. Cost of a step: none.
  float time_step = 0.05f;
  /// Agents, [1, 64]. More neighbors are seen and avoided earlier. Cost: linear in the avoidance stage; 8 bytes an agent each.
  std::int32_t neighbors = usual_neighbors;
  /// m, (0, 1e6]. How far an agent sees agents and walls; too short and it brakes late. Cost: the search visits more cells.
  float neighbor_distance = 15.f;
  /// [0, 64]. An agent avoids this many of its nearest walls, without those that are solid on its side. With too few it cuts corners. Cost:
  /// linear in the avoidance stage.
  std::int32_t obstacle_neighbors = 8;
  /// m, [0, 100]. Agents try to keep this much room between each other's discs, and to walls (the minimum distance of Bleiweiss 2009,
  /// section 3.3). Random samples graze what they avoid, and this takes up the slack. More keeps a crowd looser. Cost: none.
  float minimum_distance = 0.02f;
  /// Key of all random numbers: the same seed gives the same run, bit for bit, on every backend.
  std::uint64_t seed = 1;
  /// If true, an agent leaves the scene when it arrives. Otherwise it stands at its goal and is avoided.
  bool leave_on_arrival = false;
  /// [0, 1e9]. A run ends after this many steps if not all agents have arrived before. 0: it takes as many steps as every agent needs for
  /// three times its straight way at its preferred speed (scenarios/catalog.hpp).
  std::int32_t steps = 0;
};

/// Returns the table of all parameters of a run, in the order of the structure. As numbers, seeds above 2^53 are not exact.
const ParameterTable<Parameters>& parameter_table();

}  // namespace plethos
