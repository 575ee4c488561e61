#pragma once

#include <vector>

#include "algorithms/avoidance/host_scene.hpp"
#include "algorithms/simulation/measurements.hpp"

namespace plethos::simulation {

/// Returns the least work of the stages that every run has, and that no method counts by itself. Bytes are those of the columns that a stage
/// must read and write, each once; operations are those that no way of doing it avoids. A search looks at more agents than it lists, and a
/// planner may do anything, so these say what no program can be faster than, and not what this one does. Cost: a copy of the lists' counts.
template <class MemorySpace>
std::vector<StageWork> least_work(const avoidance::AvoidanceScene<MemorySpace>& scene) {
  const double agents = scene.agents.working;
  const double listed = avoidance::listed_entries(scene.neighbors, scene.agents.working);
  const double walls = avoidance::listed_entries(scene.near_walls, scene.agents.working);
  // It reads position, radius, id and state, and writes a count of neighbors and one of walls, and each of them. A squared distance is two
  // differences, a product and a multiply-add.
  const Work perceive{5 * listed, agents * (8 + 4 + 4 + 4 + 4 + 4) + 4 * (listed + walls)};
  // It reads the position, the goal and where that is, and the preferred speed, and writes the preferred velocity: a difference in x and y,
  // a length of three operations and a root, a quotient and two products.
  const Work plan{agents * 9, agents * (8 + 4 + 8 + 4 + 8)};
  // It reads position, velocity, chosen velocity, greatest acceleration, goal, where that is, its radius and the state, and writes position and
  // velocity. A change of velocity is two differences, a length and a limit of five, and two multiply-adds; a way two multiply-adds, and the
  // distance from the goal five.
  const Work move{agents * (2 + 4 + 5 + 4 + 4 + 5), agents * (8 + 8 + 8 + 4 + 4 + 8 + 4 + 4 + 8 + 8)};
  return {{"perceive", perceive}, {"plan", plan}, {"move", move}};
}

}  // namespace plethos::simulation
