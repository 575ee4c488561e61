#pragma once

#include <cstdint>

#include "algorithms/neighbors/nearest_arguments.hpp"
#include "core/lane/host_device.hpp"
#include "core/neighbor_limits.hpp"

namespace plethos::neighbors {

/// The candidates wanted of each agent, and the most that it can have, for lists of `neighbors` entries.
PLETHOS_HOST_DEVICE constexpr std::int32_t wanted_candidates(std::int32_t neighbors) { return 2 * neighbors; }
PLETHOS_HOST_DEVICE constexpr std::int32_t most_candidates(std::int32_t neighbors) { return 3 * neighbors + 2; }

/// The number of an agent's candidates has this added for each step from the search to the one after that in which they did not suffice.
inline constexpr std::int32_t collected_at_age = 256;
static_assert(most_candidates(maximum_neighbors) < collected_at_age);

/// Lists hold for at most so many steps.
inline constexpr std::int32_t most_verlet_age = 16;
/// The greatest way of an age begins with this part, squared, of what it was the last time: few agents then go farther, so that few threads
/// raise it. It is an upper bound all the same.
inline constexpr float verlet_decay = 0.8f;

/// What the kernels of VerletLists read and write, as plain pointers and numbers that every lane can use. Arrays over agents have
/// `agents.lists.stride` elements. The candidates of agent i stand in row i of the matrix `agents.lists.index`, whose first
/// `agents.lists.capacity` columns are the lists.
struct VerletArguments {
  NearestArguments agents;
  std::int32_t wanted;       // candidates of an agent
  std::int32_t most;         // columns of the matrix
  float reach;               // m: farther agents are no candidates
  std::int32_t* candidates;  // how many an agent has, and collected_at_age
  float* beyond;             // m: all others were farther away when candidates were collected; less than 0: nothing is known of them
  float* pairs;              // m, (2 * stride): x and y of every agent, ghosts and parked ones among them, one beside the other
  float* from_x;             // m: where agents were then
  float* from_y;
  float* greatest;           // m^2, (most_verlet_age + 1): no agent's squared way since is greater, by the age of lists
  std::int32_t* left;        // the agents whose lists candidates did not make
  std::int32_t* left_count;  // (most_verlet_age + 1), by the age of lists
  std::int32_t age;          // steps since candidates were collected
};

/// Counts of lists that are still to be made, besides left_to_ids: the agent's neighbors must be searched, or be chosen among candidates
/// that were collected in this step.
inline constexpr std::int32_t left_to_search = -2, left_to_select = -3;

}  // namespace plethos::neighbors
