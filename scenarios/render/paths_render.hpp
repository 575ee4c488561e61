#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/io/paths_file.hpp"

namespace plethos::scenarios {

/// The layers of a picture of paths, from the bottom up.
struct PathsLayers {
  bool map = true;      ///< blocked cells and costs, or obstacles
  bool regions = true;  ///< in soft colors, and the blocks that they lie in
  bool field = true;    ///< what the way from each cell costs, in bands of color
  bool squares = true;  ///< the leaves of a quadtree
  bool graph = true;    ///< edges, and dots for the nodes
  bool paths = true;    ///< ways, with their starts (discs) and ends (rings)
};

/// Options of a picture of paths.
struct PathsRenderOptions {
  int width = 1600;  ///< pixels, [64, 16384]. Cost: linear.
  int height = 0;    ///< pixels, [64, 16384]; 0: it follows from the map's shape, and is at most the width
  PathsLayers layers{};
  std::vector<std::int64_t> queries{};  ///< whose ways to draw, by number from 0; empty: those of `ways` queries, evenly chosen
  std::int64_t ways = 20;
};

/// Returns the names of the layers, from the bottom up.
std::vector<std::string> paths_layer_names();
/// Reads the names of layers, "map,paths". Errors: InputError for another name.
PathsLayers paths_layers(const std::string& names);

/// Draws map, regions, field, squares, graph and ways as a picture (.png). The file appears under its name only when it is whole. Errors:
/// InputError for another ending, an option out of range, a query that the record lacks, and an unwritable path; MachineError if the disk
/// is full.
void render_paths(const RecordedPaths& record, const std::string& path, const PathsRenderOptions& options);

}  // namespace plethos::scenarios
