#pragma once

#include <cstdint>

#include "core/neighbor_limits.hpp"
#include "core/parameter_table.hpp"

namespace plethos {

/// What governs a simulation as a whole. Agents carry their own radii, speeds and weights, and methods have parameters of their own.
struct Parameters {
  /// s, (0, 10]. Longer steps take fewer of them to the goal, but agents react later and pass closer. Cost of a step: none.
  float time_step = 0.05f;
  /// Agents, [1, 64]. More neighbors are seen and avoided earlier. Cost: linear in the avoidance stage; 8 bytes an agent each.
  std::int32_t neighbors = usual_neighbors;
  /// m, (0, 1e6]. How far an agent sees agents and walls; too short and it brakes late. Cost: the search visits more cells.
  float neighbor_distance = 15.f;
  /// Segments, [0, 64]. Nearest walls that an agent avoids, those that are solid on its side left out; too few and it cuts corners. Cost:
  /// linear in the avoidance stage.
  std::int32_t obstacle_neighbors = 8;
  /// m, [0, 100]. Room that agents try to keep between each other's discs, and to walls (Bleiweiss 2009, section 3.3's minimum distance):
  /// random samples graze what they avoid, and this takes up the slack. More keeps a crowd looser. Cost: none.
  float minimum_distance = 0.02f;
  /// Key of all random numbers: the same seed gives the same run, bit for bit, on every backend.
  std::uint64_t seed = 1;
  /// Whether an agent that has arrived leaves the scene. Else it stands at its goal and is avoided.
  bool leave_on_arrival = false;
  /// Steps, [0, 1e9]: where a run ends if not all agents have arrived before. 0: as many as let every agent go three times as far as
  /// its straight way at its preferred speed (scenarios/catalog.hpp).
  std::int32_t steps = 0;
};

/// All parameters of a run, in the order of the structure. Seeds above 2^53 cannot be set or had exactly as numbers.
const ParameterTable<Parameters>& parameter_table();

}  // namespace plethos
