#include "scenarios/geometry/fill_region.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace plethos::scenarios {
namespace {

/// A lattice over a region, with one place in the middle of each cell.
struct Lattice {
  Vec2d low;
  Vec2d cell;
  std::size_t columns;
  std::size_t rows;

  Lattice(const FillRegion& region, double pitch) : low{region.low.x, region.low.y}, cell{}, columns(0), rows(0) {
    const double width = double{region.high.x} - low.x;
    const double height = double{region.high.y} - low.y;
    columns = static_cast<std::size_t>(std::max(1., std::floor(width / pitch)));
    rows = static_cast<std::size_t>(std::max(1., std::floor(height / pitch)));
    cell = {width / static_cast<double>(columns), height / static_cast<double>(rows)};
  }

  Vec2d place(std::size_t i) const {
    const auto column = static_cast<double>(i % columns);
    const auto row = static_cast<double>(i / columns);
    return {low.x + (column + 0.5) * cell.x, low.y + (row + 0.5) * cell.y};
  }
};

class Filler {
 public:
  Filler(const FillRegion& region, float radius, const obstacles::ObstacleIndex& obstacles)
      : region_(region), radius_(radius), obstacles_(obstacles) {}

  bool is_free(Vec2d p) const {
    // The slack keeps in discs that touch the region's edge, whose position was rounded to float32.
    const double slack = 1e-6 * (std::abs(p.x) + std::abs(p.y) + radius_);
    if (region_.disc) {
      const double dx = p.x - 0.5 * (double{region_.low.x} + region_.high.x);
      const double dy = p.y - 0.5 * (double{region_.low.y} + region_.high.y);
      const double room = 0.5 * (double{region_.high.x} - region_.low.x) - radius_ + slack;
      if (room < 0 || dx * dx + dy * dy > room * room) return false;
    } else if (p.x - radius_ < region_.low.x - slack || p.x + radius_ > region_.high.x + slack || p.y - radius_ < region_.low.y - slack ||
               p.y + radius_ > region_.high.y + slack) {
      return false;
    }
    return !obstacles_.hits(rounded(p), radius_);
  }

  std::vector<Vec2d> free_places(const Lattice& lattice) const {
    std::vector<Vec2d> places;
    for (std::size_t i = 0; i < lattice.columns * lattice.rows; ++i) {
      if (const Vec2d place = lattice.place(i); is_free(place)) places.push_back(place);
    }
    return places;
  }

  static Vec2 rounded(Vec2d p) { return {static_cast<float>(p.x), static_cast<float>(p.y)}; }

 private:
  const FillRegion& region_;
  float radius_;
  const obstacles::ObstacleIndex& obstacles_;
};

}  // namespace

FillRegion FillRegion::scaled(double factor, float least) const {
  const double width = double{high.x} - low.x;
  const double height = double{high.y} - low.y;
  const auto longer = [&](double side, double times) { return static_cast<float>(std::max(side * times, std::min(side, double{least}))); };
  FillRegion result = *this;
  switch (growth) {
    case Growth::around: {
      const Vec2 middle = 0.5f * (low + high);
      const Vec2 half = 0.5f * Vec2{longer(width, std::sqrt(factor)), longer(height, std::sqrt(factor))};
      result.low = middle - half;
      result.high = middle + half;
      break;
    }
    case Growth::east:
      result.high.x = low.x + longer(width, factor);
      break;
    case Growth::west:
      result.low.x = high.x - longer(width, factor);
      break;
    case Growth::north:
      result.high.y = low.y + longer(height, factor);
      break;
    case Growth::south:
      result.low.y = high.y - longer(height, factor);
      break;
    case Growth::none:
      break;
  }
  return result;
}

std::vector<Vec2> fill_region(const FillRegion& region, std::size_t count, float radius, const Arrangement& arrangement,
                              const obstacles::ObstacleIndex& obstacles, PhiloxStream random) {
  if (count == 0) return {};
  const double least_pitch = 2. * radius + arrangement.gap;
  const double area =
      (double{region.high.x} - region.low.x) * (double{region.high.y} - region.low.y) * (region.disc ? std::numbers::pi / 4 : 1);
  const Filler filler(region, radius, obstacles);
  // The pitch shrinks until there are enough places, at worst to the least pitch.
  double pitch = std::max(std::sqrt(area / static_cast<double>(count)), least_pitch);
  Lattice lattice(region, pitch);
  std::vector<Vec2d> places = filler.free_places(lattice);
  while (places.size() < count && pitch > least_pitch) {
    pitch = std::max(0.98 * pitch, least_pitch);
    lattice = Lattice(region, pitch);
    if (!region.disc && lattice.columns * lattice.rows < count) continue;
    places = filler.free_places(lattice);
  }

  const double reach_x = 0.5 * std::max(0., lattice.cell.x - least_pitch);
  const double reach_y = 0.5 * std::max(0., lattice.cell.y - least_pitch);
  const std::size_t chosen = std::min(count, places.size());
  std::vector<Vec2> result;
  result.reserve(chosen);
  for (std::size_t i = 0; i < places.size() && result.size() < chosen; ++i) {
    // Some places stay empty. They are drawn at random, with all subsets equally likely, or evenly spread.
    const std::size_t left = chosen - result.size();
    const bool taken =
        arrangement.random ? random.below(places.size() - i) < left : (i + 1) * chosen / places.size() > i * chosen / places.size();
    if (!taken) continue;
    if (arrangement.random) {
      const Vec2d moved{places[i].x + (2. * random.unit() - 1) * reach_x, places[i].y + (2. * random.unit() - 1) * reach_y};
      if (filler.is_free(moved)) {
        result.push_back(Filler::rounded(moved));
        continue;
      }
    }
    result.push_back(Filler::rounded(places[i]));
  }
  return result;
}

}  // namespace plethos::scenarios
