#pragma once

#include <vector>

#include "scenarios/io/paths_file.hpp"
#include "scenarios/render/canvas.hpp"
#include "scenarios/render/layout.hpp"
#include "scenarios/render/paths_render.hpp"

namespace plethos::scenarios {

/// The content of a picture of paths and its layout on the canvas. It keeps a reference to the record. Errors: as render_paths().
class PathsScene {
 public:
  PathsScene(const RecordedPaths& record, const PathsRenderOptions& options);

  int width() const { return layout_.width; }
  int height() const { return layout_.height; }
  void draw(Canvas& canvas) const;

 private:
  bool has_regions() const;
  /// Pixels of the side of a block, 0 without blocks.
  double block_pixels() const;
  /// About how many pixels lie between nodes of the graph: a block, or their mean distance.
  double node_pixels() const;
  bool shows_graph() const;
  void choose_ways(const PathsRenderOptions& options);
  void draw_map(Canvas& canvas) const;
  void draw_cells(Canvas& canvas) const;
  void draw_blocks(Canvas& canvas) const;
  void draw_squares(Canvas& canvas) const;
  void draw_graph(Canvas& canvas) const;
  void draw_ways(Canvas& canvas) const;
  void draw_way(Canvas& canvas, std::size_t query, Rgb color) const;
  void draw_footer(Canvas& canvas) const;

  const RecordedPaths& record_;
  PathsLayers layers_;
  Layout layout_;
  std::vector<std::size_t> ways_;  // the queries whose ways are drawn
};

}  // namespace plethos::scenarios
