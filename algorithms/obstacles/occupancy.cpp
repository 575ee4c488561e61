#include "algorithms/obstacles/occupancy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/obstacles/gap_cells.hpp"
#include "core/error.hpp"
#include "core/parameter_table.hpp"

namespace plethos::obstacles {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double rounding = 4e-7;  // of float32 positions, a share of the coordinate

/// A place in units of cells from the grid's lower left corner.
struct Place {
  double x;
  double y;
};

struct Interval {
  double low = infinity;
  double high = -infinity;

  void include(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

/// Adds the x of the points of a straight line whose y lie in the band.
void include_line(Interval& interval, const Interval& band, Place from, Place to) {
  if (from.y > to.y) std::swap(from, to);
  if (from.y > band.high || to.y < band.low) return;
  const double rise = to.y - from.y;
  const auto x_at = [&](double y) { return from.x + (y - from.y) / rise * (to.x - from.x); };
  interval.include(from.y < band.low ? x_at(band.low) : from.x);
  interval.include(to.y > band.high ? x_at(band.high) : to.x);
}

/// Adds the x of the points of a disc whose y lie in the band.
void include_disc(Interval& interval, const Interval& band, Place center, double radius) {
  const double off = std::max({band.low - center.y, center.y - band.high, 0.});
  if (off > radius) return;
  const double half = std::sqrt(radius * radius - off * off);
  interval.include(center.x - half);
  interval.include(center.x + half);
}

/// Returns the x of the points within `reach` of the segment from a to b whose y lie in the band. These points are a convex set: the discs
/// around both ends, and the rectangle along the segment.
Interval columns_near(Place a, Place b, double reach, const Interval& band) {
  Interval found;
  include_disc(found, band, a, reach);
  include_disc(found, band, b, reach);
  const double length = std::sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
  if (!(length > 0)) return found;
  const Place aside{-(b.y - a.y) / length * reach, (b.x - a.x) / length * reach};
  for (const double side : {-1., 1.}) {
    const Place from{a.x + side * aside.x, a.y + side * aside.y};
    const Place to{b.x + side * aside.x, b.y + side * aside.y};
    include_line(found, band, from, to);
  }
  return found;
}

/// Marks cells of a grid. It counts rows from below.
class Rasterizer {
 public:
  explicit Rasterizer(WorldGrid& grid) : grid_(grid) {}

  /// Blocks the cells of which a point is within `reach` metres of the segment from a to b.
  void block_near(Vec2 a, Vec2 b, double reach) {
    const Place from = place(a);
    const Place to = place(b);
    const double cells = reach / double{grid_.cell_size};
    const double low = std::floor(std::min(from.y, to.y) - cells);
    const double high = std::floor(std::max(from.y, to.y) + cells);
    const auto end = static_cast<std::int32_t>(std::clamp(high + 1, 0., static_cast<double>(grid_.height)));
    for (auto row = static_cast<std::int32_t>(std::clamp(low, 0., static_cast<double>(grid_.height))); row < end; ++row) {
      const Interval columns = columns_near(from, to, cells, {row + 0., row + 1.});
      set(row, std::floor(columns.low), std::floor(columns.high) + 1, 0);
    }
  }

  /// Blocks the cells whose centers are nearer than `reach` metres to the segment from a to b, or as near.
  void block_centers_near(Vec2 a, Vec2 b, double reach) {
    const Place from = place(a);
    const Place to = place(b);
    const double cells = reach / double{grid_.cell_size};
    const double height = grid_.height;
    const auto first = static_cast<std::int32_t>(std::clamp(first_center(std::min(from.y, to.y) - cells), 0., height));
    const auto end = static_cast<std::int32_t>(std::clamp(std::floor(std::max(from.y, to.y) + cells - 0.5) + 1, 0., height));
    for (std::int32_t row = first; row < end; ++row) {
      const Interval columns = columns_near(from, to, cells, {row + 0.5, row + 0.5});
      set(row, first_center(columns.low), std::floor(columns.high - 0.5) + 1, 0);
    }
  }

  /// Gives `value` to the cells whose centers lie inside of an odd number of the rings.
  void set_inside(std::span<const std::vector<Vec2>> rings, std::uint8_t value) {
    edges_.clear();
    for (const std::vector<Vec2>& ring : rings) {
      for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) add_edge(place(ring[j]), place(ring[i]));
    }
    std::sort(edges_.begin(), edges_.end(), [](const Edge& a, const Edge& b) { return a.first_row < b.first_row; });
    auto next = edges_.begin();
    for (std::int32_t row = 0; next != edges_.end() || !crossed_.empty(); ++row) {
      std::erase_if(crossed_, [&](const Edge& edge) { return edge.end_row == row; });
      for (; next != edges_.end() && next->first_row == row; ++next) crossed_.push_back(*next);
      fill_between_edges(row, value);
    }
  }

 private:
  /// An edge of an outline that crosses the lines through the centers of some rows.
  struct Edge {
    std::int32_t first_row;
    std::int32_t end_row;
    Place from;
    double slope;  // columns a row
  };

  Place place(Vec2 p) const {
    return {(double{p.x} - double{grid_.origin.x}) / double{grid_.cell_size},
            (double{p.y} - double{grid_.origin.y}) / double{grid_.cell_size}};
  }
  /// Returns the number of the first column or row whose center is not before a place.
  static double first_center(double at) { return std::ceil(at - 0.5); }

  /// A vertex at the very height of a row's centers counts as above it for both of its edges, so that parity holds.
  void add_edge(Place a, Place b) {
    const auto row_of = [&](Place p) {
      return static_cast<std::int32_t>(std::clamp(first_center(p.y), 0., static_cast<double>(grid_.height)));
    };
    const auto [first, end] = std::minmax({row_of(a), row_of(b)});
    if (first < end) edges_.push_back({first, end, a, (b.x - a.x) / (b.y - a.y)});
  }

  /// Rings are closed, so they cross a row an even number of times.
  void fill_between_edges(std::int32_t row, std::uint8_t value) {
    crossings_.clear();
    for (const Edge& edge : crossed_) crossings_.push_back(edge.from.x + (row + 0.5 - edge.from.y) * edge.slope);
    std::sort(crossings_.begin(), crossings_.end());
    for (std::size_t i = 0; i + 1 < crossings_.size(); i += 2) {
      set(row, first_center(crossings_[i]), first_center(crossings_[i + 1]), value);
    }
  }

  void set(std::int32_t row, double first_column, double end_column, std::uint8_t value) {
    const double width = grid_.width;
    const auto first = static_cast<std::int32_t>(std::clamp(first_column, 0., width));
    const auto end = static_cast<std::int32_t>(std::clamp(end_column, 0., width));
    const auto begin = grid_.passable.begin() + static_cast<std::ptrdiff_t>(grid_.index(0, grid_.height - 1 - row));
    // In the last row that a wall is near, rounding may leave none of its columns.
    if (first < end) std::fill(begin + first, begin + end, value);
  }

  WorldGrid& grid_;
  std::vector<Edge> edges_;        // by their first rows
  std::vector<Edge> crossed_;      // those that cross the present row
  std::vector<double> crossings_;  // columns at which they do
};

/// Makes a grid over the bounds, still without its cells.
WorldGrid empty_grid(const Bounds& bounds, float cell_size) {
  if (!(cell_size > 0) || !std::isfinite(cell_size)) {
    throw InputError("grid: cell_size: found " + number_text(cell_size) + " m, expected a finite number above 0");
  }
  const auto cells = [&](float low, float high) { return std::max(1., std::ceil((double{high} - double{low}) / double{cell_size})); };
  const double width = cells(bounds.low.x, bounds.high.x);
  const double height = cells(bounds.low.y, bounds.high.y);
  if (!(width * height <= static_cast<double>(maximum_map_cells))) {
    throw InputError("grid: cell_size: found " + number_text(cell_size) + " m, which makes " + number_text(width) + " x " +
                     number_text(height) + " cells, expected at most " + std::to_string(maximum_map_cells) + " cells");
  }
  WorldGrid grid;
  grid.width = static_cast<std::int32_t>(width);
  grid.height = static_cast<std::int32_t>(height);
  grid.origin = bounds.low;
  grid.cell_size = cell_size;
  return grid;
}

}  // namespace

namespace {

/// Returns how far, in m, float32 may put places of a grid aside.
double slack_of(const WorldGrid& grid, float clearance) {
  const double side = grid.cell_size;
  const double largest =
      std::max({std::abs(double{grid.origin.x}), std::abs(double{grid.origin.y}), std::abs(grid.origin.x + grid.width * side),
                std::abs(grid.origin.y + grid.height * side), double{clearance}});
  return rounding * largest;
}

/// Marks the cells whose centers lie on the walkable ground and in no polygon.
void set_ground(const World& world, Rasterizer& rasterizer) {
  rasterizer.set_inside(world.walkable, 1);
  for (const Polygon& polygon : world.polygons) {
    if (polygon.closed) rasterizer.set_inside({&polygon.vertices, 1}, 0);
  }
}

}  // namespace

WorldGrid rasterize(const World& world, float cell_size, float clearance) {
  if (!(clearance >= 0) || !std::isfinite(clearance)) {
    throw InputError("grid: clearance: found " + number_text(clearance) + " m, expected a finite number from 0");
  }
  WorldGrid grid = empty_grid(world.bounds, cell_size);
  grid.clearance = clearance;
  const auto cells = static_cast<std::size_t>(grid.width) * static_cast<std::size_t>(grid.height);
  grid.passable.assign(cells, world.walkable.empty() ? 1 : 0);

  const double slack = slack_of(grid, clearance);
  // An inside is found at the centers of cells alone: cells that an edge meets are blocked afterwards.
  Rasterizer rasterizer(grid);
  set_ground(world, rasterizer);
  for (const Segment& wall : world.segments()) rasterizer.block_near(wall.a, wall.b, clearance + slack);
  for (const std::vector<Vec2>& ring : world.walkable) {
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) rasterizer.block_near(ring[j], ring[i], slack);
  }
  return grid;
}

WorldGrid rasterize_with_gaps(const World& world, float cell_size, float clearance) {
  WorldGrid grid = rasterize(world, cell_size, clearance);
  if (!(clearance > 0)) return grid;
  WorldGrid centers = grid;
  std::fill(centers.passable.begin(), centers.passable.end(), world.walkable.empty() ? 1 : 0);
  Rasterizer rasterizer(centers);
  set_ground(world, rasterizer);
  // Half a cell keeps walls from between the centers of two cells beside each other.
  const double side = grid.cell_size;
  const double reach = std::max(double{clearance}, 0.5 * side) + slack_of(grid, clearance);
  for (const Segment& wall : world.segments()) rasterizer.block_centers_near(wall.a, wall.b, reach);
  open_gaps(centers, 4 + 2 * static_cast<std::int32_t>(std::min(100., reach / side)), grid);
  return grid;
}

}  // namespace plethos::obstacles
