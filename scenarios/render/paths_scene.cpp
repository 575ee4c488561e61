#include "scenarios/render/paths_scene.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/error.hpp"
#include "core/text.hpp"
#include "scenarios/render/colors.hpp"
#include "scenarios/render/map_raster.hpp"
#include "scenarios/render/world_drawing.hpp"

namespace plethos::scenarios {
namespace {

constexpr Rgb edge_color{0.16f, 0.20f, 0.30f};
constexpr Rgb node_color{0.13f, 0.17f, 0.27f};
constexpr double least_block = 5;          // pixels: lines of smaller blocks would cover what is in them
constexpr double least_square = 3;         // pixels
constexpr double least_between_nodes = 3;  // pixels: a denser graph would be a gray area
constexpr std::int32_t margin_cells = 2;
constexpr std::size_t edges_at_once = 512;  // Cairo takes long for a path of very many lines

/// Returns the part of a map that has passable cells, or such of another terrain, and a margin of blocked ones.
Bounds bounds_of(const WorldGrid& grid, const std::vector<Terrain>& terrain) {
  GridCell first{grid.width, grid.height}, last{-1, -1};
  for (std::int32_t y = 0; y < grid.height; ++y) {
    for (std::int32_t x = 0; x < grid.width; ++x) {
      const bool is_free = terrain.empty() ? grid.is_passable(x, y) : terrain[grid.index(x, y)] != Terrain::none;
      if (!is_free) continue;
      first = {std::min(first.x, x), std::min(first.y, y)};
      last = {std::max(last.x, x), std::max(last.y, y)};
    }
  }
  if (last.x < 0) first = {0, 0}, last = {grid.width - 1, grid.height - 1};
  first = {std::max(0, first.x - margin_cells), std::max(0, first.y - margin_cells)};
  last = {std::min(grid.width - 1, last.x + margin_cells), std::min(grid.height - 1, last.y + margin_cells)};
  const auto corner = [&](std::int32_t columns, std::int32_t rows) {
    return grid.origin + grid.cell_size * Vec2{static_cast<float>(columns), static_cast<float>(rows)};
  };
  return {corner(first.x, grid.height - 1 - last.y), corner(last.x + 1, grid.height - first.y)};
}

Bounds bounds_of(const RecordedPaths& record) {
  if (record.world.grid != nullptr) return bounds_of(*record.world.grid, record.terrain);
  constexpr float infinity = std::numeric_limits<float>::infinity();
  Bounds bounds{{infinity, infinity}, {-infinity, -infinity}};
  const auto include = [&](const std::vector<Vec2>& points) {
    for (const Vec2 point : points) bounds = bounds.include(point);
  };
  for (const Polygon& polygon : record.world.polygons) include(polygon.vertices);
  for (const std::vector<Vec2>& outline : record.world.walkable) include(outline);
  for (const planning::PathQuery& query : record.queries) include({query.from, query.to});
  include(record.paths.points);
  if (!(bounds.low.x <= bounds.high.x)) bounds = {{0, 0}, {1, 1}};
  const float margin = 0.01f * std::max(bounds.high.x - bounds.low.x, bounds.high.y - bounds.low.y);
  return {bounds.low - Vec2{margin, margin}, bounds.high + Vec2{margin, margin}};
}

/// Returns "1203 regions".
std::string count_text(std::size_t count, const char* one) { return std::to_string(count) + " " + one + (count == 1 ? "" : "s"); }

std::size_t count_regions(const planning::AbstractGraph& graph) {
  return graph.region.empty() ? 0 : static_cast<std::size_t>(1 + *std::max_element(graph.region.begin(), graph.region.end()));
}

}  // namespace

PathsScene::PathsScene(const RecordedPaths& record, const PathsRenderOptions& options)
    : record_(record),
      layers_(options.layers),
      layout_(lay_out(bounds_of(record), options.width, options.height,
                      record.world.grid != nullptr ? static_cast<double>(record.world.grid->cell_size) : 0)) {
  choose_ways(options);
}

void PathsScene::choose_ways(const PathsRenderOptions& options) {
  const auto count = static_cast<std::int64_t>(record_.queries.size());
  for (const std::int64_t query : options.queries) {
    if (query < 0 || query >= count) {
      throw InputError("--query: found " + std::to_string(query) + ", expected a number from 0 to " + std::to_string(count - 1) +
                       ", the queries of the file");
    }
    ways_.push_back(static_cast<std::size_t>(query));
  }
  if (!options.queries.empty()) return;
  std::vector<std::size_t> solved;
  for (std::size_t q = 0; q < record_.queries.size(); ++q) {
    if (record_.paths.is_solved(q)) solved.push_back(q);
  }
  const std::size_t wanted = std::min(solved.size(), static_cast<std::size_t>(options.ways));
  for (std::size_t k = 0; k < wanted; ++k) ways_.push_back(solved[k * solved.size() / wanted]);
}

bool PathsScene::has_regions() const { return !record_.graph.region.empty(); }

double PathsScene::block_pixels() const {
  return has_regions() ? layout_.scale * static_cast<double>(record_.world.grid->cell_size) * record_.graph.block : 0;
}

double PathsScene::node_pixels() const {
  if (has_regions()) return block_pixels();
  const double extent = layout_.scale * std::sqrt(double{layout_.bounds.high.x - layout_.bounds.low.x} *
                                                  double{layout_.bounds.high.y - layout_.bounds.low.y});
  return extent / std::sqrt(static_cast<double>(record_.graph.nodes.size()));
}

bool PathsScene::shows_graph() const { return layers_.graph && !record_.graph.nodes.empty() && node_pixels() >= least_between_nodes; }

void PathsScene::draw(Canvas& canvas) const {
  use(canvas, ground_color);
  cairo_paint(canvas.cairo());
  draw_map(canvas);
  if (layers_.regions && block_pixels() >= least_block) draw_blocks(canvas);
  if (layers_.squares && !record_.graph.squares.empty()) draw_squares(canvas);
  if (shows_graph()) draw_graph(canvas);
  if (layers_.paths) draw_ways(canvas);
  draw_footer(canvas);
}

void PathsScene::draw_map(Canvas& canvas) const {
  if (record_.world.grid != nullptr) {
    draw_cells(canvas);
    return;
  }
  if (!layers_.map) return;
  draw_ground(canvas, layout_, record_.world.walkable);
  for (const Polygon& polygon : record_.world.polygons) draw_obstacle(canvas, layout_, polygon);
}

void PathsScene::draw_cells(Canvas& canvas) const {
  const bool regions = layers_.regions && has_regions();
  const bool field = layers_.field && !record_.field.is_empty();
  if (!layers_.map && !regions && !field) return;
  const WorldGrid& grid = *record_.world.grid;
  // Many small blocks in full color would outshine what lies over them.
  const auto paleness = static_cast<float>(std::clamp(1 - block_pixels() / 40, 0., 0.6));
  MapRaster raster(grid, layers_.map, regions ? &record_.graph.region : nullptr, paleness);
  raster.show_terrain(record_.terrain);
  if (field) raster.show_field(record_.field.cost);
  raster.draw(canvas, layout_);
}

void PathsScene::draw_squares(Canvas& canvas) const {
  const WorldGrid& grid = *record_.world.grid;
  cairo_t* cairo = canvas.cairo();
  const double cell = layout_.scale * static_cast<double>(grid.cell_size);
  std::size_t waiting = 0;
  use(canvas, edge_color, 0.55);
  cairo_set_line_width(cairo, 0.8);
  for (const planning::GridSquare& square : record_.graph.squares) {
    if (square.side * cell < least_square) continue;
    const Vec2 corner =
        layout_.to_canvas(grid.origin + grid.cell_size * Vec2{static_cast<float>(square.x), static_cast<float>(grid.height - square.y)});
    const double wide = std::min(square.side, grid.width - square.x) * cell, high = std::min(square.side, grid.height - square.y) * cell;
    cairo_rectangle(cairo, corner.x, corner.y, wide, high);
    if (++waiting % edges_at_once == 0) cairo_stroke(cairo);
  }
  cairo_stroke(cairo);
}

/// Draws the sides of blocks where a cell beside them is passable.
void PathsScene::draw_blocks(Canvas& canvas) const {
  const WorldGrid& grid = *record_.world.grid;
  cairo_t* cairo = canvas.cairo();
  const auto corner = [&](std::int32_t x, std::int32_t y) {
    return layout_.to_canvas(grid.origin + grid.cell_size * Vec2{static_cast<float>(x), static_cast<float>(grid.height - y)});
  };
  const auto line = [&](std::int32_t x, std::int32_t y, std::int32_t to_x, std::int32_t to_y) {
    const Vec2 from = corner(x, y);
    const Vec2 to = corner(to_x, to_y);
    cairo_move_to(cairo, from.x, from.y);
    cairo_line_to(cairo, to.x, to.y);
  };
  for (std::int32_t x = record_.graph.block; x < grid.width; x += record_.graph.block) {
    for (std::int32_t y = 0; y < grid.height; ++y) {
      if (grid.is_passable(x - 1, y) || grid.is_passable(x, y)) line(x, y, x, y + 1);
    }
  }
  for (std::int32_t y = record_.graph.block; y < grid.height; y += record_.graph.block) {
    for (std::int32_t x = 0; x < grid.width; ++x) {
      if (grid.is_passable(x, y - 1) || grid.is_passable(x, y)) line(x, y, x + 1, y);
    }
  }
  use(canvas, ground_color, 0.8);
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_width(cairo, std::clamp(block_pixels() / 24, 0.8, 2.5));
  cairo_stroke(cairo);
}

void PathsScene::draw_graph(Canvas& canvas) const {
  const planning::AbstractGraph& graph = record_.graph;
  cairo_t* cairo = canvas.cairo();
  const double apart = node_pixels();
  use(canvas, edge_color, std::clamp(apart / 40, 0.3, 0.7));
  cairo_set_line_width(cairo, std::clamp(apart / 22, 0.6, 2.2));
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
  for (std::size_t first = 0; first < graph.edges.size(); first += edges_at_once) {
    for (std::size_t k = first; k < std::min(graph.edges.size(), first + edges_at_once); ++k) {
      const Vec2 from = layout_.to_canvas(graph.nodes[static_cast<std::size_t>(graph.edges[k].from)]);
      const Vec2 to = layout_.to_canvas(graph.nodes[static_cast<std::size_t>(graph.edges[k].to)]);
      cairo_move_to(cairo, from.x, from.y);
      cairo_line_to(cairo, to.x, to.y);
    }
    cairo_stroke(cairo);
  }
  const auto radius = static_cast<float>(std::clamp(apart / 10, 0.9, 5.0));
  canvas.pixels();
  for (const Vec2 node : graph.nodes) {
    const Vec2 at = layout_.to_canvas(node);
    canvas.disc(at.x, at.y, radius, node_color);
  }
  canvas.changed();
}

void PathsScene::draw_ways(Canvas& canvas) const {
  for (std::size_t k = 0; k < ways_.size(); ++k) draw_way(canvas, ways_[k], group_color(k));
}

void PathsScene::draw_way(Canvas& canvas, std::size_t query, Rgb color) const {
  cairo_t* cairo = canvas.cairo();
  const double thick = std::clamp(layout_.width / 500.0, 1.2, 6.0);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
  if (record_.paths.is_solved(query)) {
    for (const Vec2 point : record_.paths.way(query)) {
      const Vec2 at = layout_.to_canvas(point);
      cairo_line_to(cairo, at.x, at.y);
    }
    use(canvas, ground_color, 0.85);
    cairo_set_line_width(cairo, thick + 2);
    cairo_stroke_preserve(cairo);
    use(canvas, color);
    cairo_set_line_width(cairo, thick);
    cairo_stroke(cairo);
  }
  const auto circle = [&](Vec2 place, double radius) {
    const Vec2 at = layout_.to_canvas(place);
    cairo_new_path(cairo);
    cairo_arc(cairo, at.x, at.y, radius, 0, 2 * std::numbers::pi);
  };
  circle(record_.queries[query].from, 1.9 * thick);
  use(canvas, color);
  cairo_fill_preserve(cairo);
  use(canvas, ground_color);
  cairo_set_line_width(cairo, 0.5 * thick);
  cairo_stroke(cairo);
  circle(record_.queries[query].to, 1.9 * thick);
  use(canvas, ground_color);
  cairo_fill_preserve(cairo);
  use(canvas, color);
  cairo_set_line_width(cairo, thick);
  cairo_stroke(cairo);
}

void PathsScene::draw_footer(Canvas& canvas) const {
  const double left = draw_scale_bar(canvas, layout_);
  std::vector<std::string> parts;
  for (const auto& [name, value] : record_.attributes) {
    if (name == "planner") parts.push_back(quote_text(value).substr(1, quote_text(value).size() - 2));
  }
  const planning::AbstractGraph& graph = record_.graph;
  if (has_regions() && layers_.regions) {
    const std::string block = std::to_string(graph.block);
    parts.push_back(count_text(count_regions(graph), "region") + " in blocks of " + block + " x " + block);
  }
  if (layers_.squares && !record_.graph.squares.empty()) parts.push_back(count_text(record_.graph.squares.size(), "quad"));
  if (layers_.field && !record_.field.is_empty()) parts.push_back("field of the goal of a query");
  if (shows_graph()) {
    parts.push_back(count_text(graph.nodes.size(), "node") + ", " + count_text(graph.edges.size(), "edge"));
  }
  if (layers_.paths)
    parts.push_back(std::to_string(ways_.size()) + " of " + std::to_string(record_.queries.size()) + " ways (disc: start, ring: end)");
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : "; ") + part;
  auto [size, baseline] = footer_text(layout_);
  const double right = layout_.width - layout_.margin();
  for (int tries = 0; tries < 12 && canvas.text_width(size, text) > right - left - size; ++tries) size *= 0.92;
  if (canvas.text_width(size, text) > right - left) return;
  use(canvas, ink_color);
  canvas.text(right, baseline, size, 1, text);
}

}  // namespace plethos::scenarios
