#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/grid_map.hpp"

namespace plethos::scenarios {

/// What lies in a cell of a map. A way goes from cell to cell of one terrain, and none goes over cells of `none`.
enum class Terrain : std::uint8_t { none, land, water, trees };

/// Returns a terrain's name: land, water or trees, and "nothing" for `none`.
const char* terrain_name(Terrain terrain);

/// A map, of which one terrain is passable.
struct TerrainMap : GridMap {
  /// Of each cell, in the order of `passable`. Empty: what is passable is land, and there is nothing else.
  std::vector<Terrain> terrain{};

  TerrainMap() = default;
  TerrainMap(GridMap map) : GridMap(std::move(map)) {}

  Terrain terrain_at(std::size_t index) const {
    return !terrain.empty() ? terrain[index] : passable[index] != 0 ? Terrain::land : Terrain::none;
  }
  /// Makes the cells of a terrain passable, and blocks all others. Cost: one visit of every cell.
  void open(Terrain only);
};

}  // namespace plethos::scenarios
