#pragma once

#include <vector>

#include "algorithms/planning/roadmap/ragged_lists.hpp"
#include "core/world.hpp"

namespace plethos::planning {

/// What nodes and goals that are points see: what the trees are grown from, and no step reads.
template <class MemorySpace>
struct VisibilityGraph {
  RaggedLists<MemorySpace> edges;  // E0: of each node, the nodes that it sees
  RaggedLists<MemorySpace> goals;  // E1: of each distinct point, the nodes that it sees
};

/// The graph of a world that may change, and what it is of: points in metres, and the moving obstacles that are there.
template <class MemorySpace>
struct KeptGraph {
  std::vector<Vec2> nodes, goals;
  std::vector<Polygon> moving;
  VisibilityGraph<MemorySpace> graph;

  std::size_t bytes() const { return graph.edges.bytes() + graph.goals.bytes(); }
};

}  // namespace plethos::planning
