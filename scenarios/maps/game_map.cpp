#include <algorithm>
#include <cmath>
#include <vector>

#include "scenarios/maps/map_kinds.hpp"
#include "scenarios/maps/map_shapes.hpp"

namespace plethos::scenarios {
namespace {

/// Streams of random numbers beside those of the districts.
constexpr std::uint64_t river_stream = std::uint64_t{1} << 40;

/// A river from north to south: its middle swings around a column.
class River {
 public:
  static constexpr double half_width = 5, bank = 5;

  River(double column, double swing, std::int32_t height, PhiloxStream& random) {
    for (std::int32_t k = 0; k * pitch < height + 2 * pitch; ++k) {
      knots_.push_back(column + swing * random.between(-1, 1));
    }
  }

  double middle(double y) const { return at(y).middle; }
  /// Returns the direction in which it flows.
  Vec2d flow(double y) const {
    const double slope = at(y).slope;
    const double scale = 1 / std::sqrt(1 + slope * slope);
    return {slope * scale, scale};
  }

 private:
  static constexpr std::int32_t pitch = 64;

  struct Place {
    double middle, slope;
  };

  Place at(double y) const {
    const double row = y < 0 ? 0 : y / pitch;
    const auto k = std::min(static_cast<std::size_t>(row), knots_.size() - 2);
    const double t = row - static_cast<double>(k);
    const double rise = knots_[k + 1] - knots_[k];
    return {knots_[k] + rise * t * t * (3 - 2 * t), rise * 6 * t * (1 - t) / pitch};
  }

  std::vector<double> knots_;
};

/// Draws a landscape as of a game: rivers with bridges, and in districts a castle with a ring wall and gates, a village along streets, or
/// scattered houses and pieces of walls. Nothing stands along the axes but by chance. Structures keep a distance from each other, so that
/// all ground that is not inside of a building is one part.
class GameMap {
 public:
  explicit GameMap(const MapRequest& request)
      : seed_(request.seed),
        district_(static_cast<std::int32_t>(request.values.at("district"))),
        castles_(request.values.at("castles")),
        villages_(request.values.at("villages")),
        map_(plain_map(request.width, request.height, true)) {
    if (request.values.at("rivers") != 0) draw_rivers();
    std::uint64_t number = 0;
    for (std::int32_t top = 0; top < map_.height; top += district_) {
      for (std::int32_t left = 0; left < map_.width; left += district_) draw_district(left, top, number++);
    }
    open_banks();
  }

  GridMap take() { return std::move(map_); }

 private:
  /// Blocks rivers with their banks, where nothing can be built; open_banks() opens the banks and the bridges later.
  void draw_rivers() {
    const std::int32_t pitch = 3 * district_;
    const std::int32_t count = map_.width < least_of_river ? 0 : std::max(1, map_.width / pitch);
    for (std::int32_t k = 0; k < count; ++k) {
      PhiloxStream random(seed_, river_stream + static_cast<std::uint64_t>(k));
      const double between = static_cast<double>(map_.width) / count;
      rivers_.emplace_back((k + 0.5) * between, std::min(between, static_cast<double>(pitch)) / 6, map_.height, random);
    }
    for (const River& river : rivers_) {
      flood(river, River::half_width + River::bank, false);
    }
  }

  /// Blocks the cells within a distance of the middle of a river, or makes them passable.
  void flood(const River& river, double distance, bool passable) {
    for (std::int32_t y = 0; y < map_.height; ++y) {
      const double middle = river.middle(y + 0.5);
      const double reach = distance / river.flow(y + 0.5).y;
      const std::int32_t first = std::max(0, static_cast<std::int32_t>(std::floor(middle - reach)));
      const std::int32_t last = std::min(map_.width - 1, static_cast<std::int32_t>(std::floor(middle + reach)));
      for (std::int32_t x = first; x <= last; ++x) map_.passable[map_.index(x, y)] = passable ? 1 : 0;
    }
  }

  void open_banks() {
    for (std::size_t k = 0; k < rivers_.size(); ++k) {
      const River& river = rivers_[k];
      flood(river, River::half_width + River::bank, true);
      flood(river, River::half_width, false);
      PhiloxStream random(seed_, river_stream + (std::uint64_t{1} << 20) + k);
      const std::int32_t stretch = std::min(district_, map_.height);
      for (std::int32_t top = 0; top + stretch <= map_.height; top += stretch) {
        const double y = top + stretch * random.between(0.3f, 0.7f);
        // Across a river that widens in a bend a bridge is somewhat longer.
        const TurnedBox bridge{river.middle(y), y, across(river.flow(y)), River::half_width + 4, 3};
        fill_shape(bridge, true, map_);
      }
    }
  }

  void draw_district(std::int32_t left, std::int32_t top, std::uint64_t number) {
    PhiloxStream random(seed_, number);
    const double x = left + district_ * random.between(0.45f, 0.55f);
    const double y = top + district_ * random.between(0.45f, 0.55f);
    const Vec2d along = draw_direction(random);
    const double kind = random.unit();
    if (kind < castles_ && draw_castle(x, y, along, random)) return;
    if (kind < castles_ + villages_) draw_village(x, y, along, random);
    scatter(left, top, random);
  }

  /// A ring wall with towers and gates, a keep with a court in its middle, and houses around that.
  bool draw_castle(double x, double y, Vec2d along, PhiloxStream& random) {
    const double radius = district_ * random.between(0.3f, 0.38f);
    const double wall = 4;
    if (radius < 24 || !is_clear(map_, Disc{x, y, radius + 8})) return false;
    fill_shape(Disc{x, y, radius}, false, map_);
    fill_shape(Disc{x, y, radius - wall}, true, map_);
    const Vec2d sides[] = {along, across(along), {-along.x, -along.y}, {along.y, -along.x}};
    for (const Vec2d& side : sides) {
      const Vec2d tower{0.8 * side.x - 0.6 * side.y, 0.6 * side.x + 0.8 * side.y};
      fill_shape(Disc{x + (radius - wall / 2) * tower.x, y + (radius - wall / 2) * tower.y, 6}, false, map_);
    }
    const auto closed = static_cast<int>(random.below(4));
    for (int k = 0; k < 4; ++k) {
      if (k == closed) continue;
      const double out = radius - wall / 2;
      fill_shape(TurnedBox{x + out * sides[k].x, y + out * sides[k].y, sides[k], wall + 2, 4}, true, map_);
    }
    build_court({x, y, along, radius * 0.34, radius * 0.26}, random);
    for (int k = 0; k < 40; ++k) {
      const double across = radius * random.between(-0.85f, 0.85f);
      const double down = radius * random.between(-0.85f, 0.85f);
      build({x + across, y + down, draw_direction(random), 5, 3.5}, 4);
    }
    return true;
  }

  /// Houses along streets that cross at right angles, some of them around a court.
  void draw_village(double x, double y, Vec2d along, PhiloxStream& random) {
    const Vec2d aside = across(along);
    const double reach = district_ * 0.42;
    const double pitch = 22;
    const auto half = static_cast<std::int32_t>(reach / pitch);
    for (std::int32_t row = -half; row <= half; ++row) {
      for (std::int32_t column = -half; column <= half; ++column) {
        const double u = column * pitch + random.between(-1, 1);
        const double v = row * pitch + random.between(-1, 1);
        const double length = random.between(6, 9);
        const double width = random.between(5, 8);
        if (u * u + v * v > reach * reach) continue;
        const TurnedBox house{x + u * along.x + v * aside.x, y + u * along.y + v * aside.y, along, length, width};
        if (random.below(3) == 0) {
          build_court(house, random);
        } else {
          build(house, 2);
        }
      }
    }
  }

  /// Houses, pieces of walls and towers at random places, where there is room.
  void scatter(std::int32_t left, std::int32_t top, PhiloxStream& random) {
    const std::int64_t tries = std::int64_t{district_} * district_ / 500;
    for (std::int64_t k = 0; k < tries; ++k) {
      const double x = left + district_ * random.between(0, 1);
      const double y = top + district_ * random.between(0, 1);
      const Vec2d along = draw_direction(random);
      const double size = random.between(0.5f, 1);
      const std::uint64_t kind = random.below(8);
      if (kind == 0) {
        if (is_clear(map_, Disc{x, y, 5 * size + 4})) fill_shape(Disc{x, y, 5 * size}, false, map_);
      } else if (kind < 4) {
        build({x, y, along, 20 * size, 2}, 4);
      } else {
        build({x, y, along, 10 * size, 7 * size}, 4);
      }
    }
  }

  bool build(const TurnedBox& box, double distance) {
    if (!is_clear(map_, box.grown(distance))) return false;
    fill_shape(box, false, map_);
    return true;
  }

  /// A building around a court, which has a gate in a long side.
  void build_court(const TurnedBox& box, PhiloxStream& random) {
    const double side = random.below(2) == 0 ? 1 : -1;
    if (!build(box, 3)) return;
    const double wall = std::max(2., box.half_width / 3);
    fill_shape(box.grown(-wall), true, map_);
    const Vec2d aside = across(box.along);
    const double out = side * (box.half_width - wall / 2);
    fill_shape(TurnedBox{box.x + out * aside.x, box.y + out * aside.y, aside, wall, 2}, true, map_);
  }

  static constexpr std::int32_t least_of_river = 96;

  std::uint64_t seed_;
  std::int32_t district_;
  double castles_, villages_;
  std::vector<River> rivers_;
  GridMap map_;
};

GridMap draw_game(const MapRequest& request) { return GameMap(request).take(); }

}  // namespace

MapKind game_kind() {
  return {.name = "game",
          .sentence = "castles, villages and ruins at any angle between winding rivers with bridges; all can be reached",
          .keys = {{"district", "cells", 32, 10'000, "side of a district, which has a castle, a village, or neither", 128,
                    ParameterKind::whole},
                   {"castles", "", 0, 1, "share of the districts that have a castle, where there is room", 0.3},
                   {"villages", "", 0, 1, "share of the districts that have a village", 0.4},
                   {"rivers", "", 0, 1, "whether there are rivers, one for about three districts", 1, ParameterKind::yes_no}},
          .draw = draw_game};
}

}  // namespace plethos::scenarios
