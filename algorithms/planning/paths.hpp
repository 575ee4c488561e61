#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/vec2.hpp"

namespace plethos::planning {

/// A question for a way between two places, in metres.
struct PathQuery {
  Vec2 from;
  Vec2 to;
};

/// The ways that answer queries, in the order of the queries. A way is a chain of straight legs.
struct Paths {
  /// For each query the place in `points` where its way begins, and at the end the number of points.
  std::vector<std::int64_t> first{0};
  /// m. The points of a way: the query's `from`, where the way bends, and the query's `to`. A query without a way has none.
  std::vector<Vec2> points{};

  std::size_t count() const { return first.size() - 1; }
  std::span<const Vec2> way(std::size_t query) const;
  bool is_solved(std::size_t query) const { return first[query + 1] > first[query]; }
  /// Returns the sum of the legs' lengths in metres, 0 without a way.
  double length(std::size_t query) const;
  /// Appends the way of the next query; an empty one says that there is none.
  void add(std::span<const Vec2> way);
  /// Appends the ways of the next queries.
  void append(const Paths& more);
};

/// An edge between two nodes of an AbstractGraph.
struct GraphEdge {
  std::int32_t from;
  std::int32_t to;

  friend constexpr bool operator==(const GraphEdge&, const GraphEdge&) = default;
};

/// A square of cells, `side` of them wide: cell (x, y) is its north-western one. It may reach beyond the map.
struct GridSquare {
  std::int32_t x, y, side;

  friend constexpr bool operator==(const GridSquare&, const GridSquare&) = default;
};

/// What of the way from each cell to a goal a planner over fields has found.
struct GoalField {
  Vec2 goal{};  ///< m
  /// Of each cell of the world's grid: m times the costs of cells; infinite without a way; empty: there is no field.
  std::vector<float> cost;

  bool is_empty() const { return cost.empty(); }
};

/// The graph that a planner searches before it looks at cells or at walls, in main memory. The nodes of `pha` are the regions, each at the
/// cell that represents it; those of `gates` are the two cells of each gate; those of `roadmap` are the corners of obstacles.
struct AbstractGraph {
  std::int32_t block = 0;            ///< cells of the side of a block that regions lie in; 0: there are no regions
  std::vector<std::int32_t> region;  ///< of each cell of the world's grid, in the order of GridMap::passable; -1: blocked
  std::vector<Vec2> nodes;           ///< m
  std::vector<GraphEdge> edges;      ///< each pair of nodes once, from the lower to the higher one
  std::vector<GridSquare> squares;   ///< leaves of a quadtree that can be passed

  bool is_empty() const { return region.empty() && nodes.empty() && squares.empty(); }
};

}  // namespace plethos::planning
