#pragma once

#include <array>
#include <cstddef>

#include "scenarios/io/array_file.hpp"

namespace plethos::scenarios {

/// The arrays of a file of paths.
enum class PathsPart : std::size_t {
  first,              ///< std::int64_t, Paths::first
  points,             ///< Vec2, Paths::points
  lengths,            ///< double, m by query; NaN without a way
  queries,            ///< PathQuery
  optimum,            ///< double, by query
  passable,           ///< std::uint8_t, a table of rows and columns
  terrain,            ///< std::uint8_t, such a table: Terrain
  costs,              ///< std::int32_t, such a table
  origin,             ///< float: x and y of the map's lower left corner, m
  cell_size,          ///< float, one: m
  polygon_vertices,   ///< Vec2, of all obstacles
  polygon_sizes,      ///< std::uint32_t, vertices of each
  polygon_closed,     ///< std::uint8_t, of each
  walkable_vertices,  ///< Vec2, of all outlines of the walkable ground
  walkable_sizes,     ///< std::uint32_t, vertices of each
  block,              ///< std::int32_t, one: cells of a block's side
  regions,            ///< std::int32_t, a table of rows and columns
  nodes,              ///< Vec2
  edges,              ///< GraphEdge
  squares,            ///< GridSquare
  field,              ///< float, a table of rows and columns: GoalField::cost
  field_goal,         ///< float: x and y, m
};
inline constexpr std::size_t paths_parts = 22;

/// Returns how the file names these arrays, and how their numbers lie in memory.
const std::array<ArrayInfo, paths_parts>& paths_table();

}  // namespace plethos::scenarios
