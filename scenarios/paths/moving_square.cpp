#include "scenarios/paths/moving_square.hpp"

#include <algorithm>
#include <vector>

#include "core/error.hpp"

namespace plethos::scenarios {
namespace {

/// Keys the random numbers of places. No run, scenario or query draws others by it.
constexpr std::uint32_t square_step = scenario_step - 2;
/// Looks for a place near by, before any place will do.
constexpr int draws_near_by = 100;

std::int32_t side_in(const World& world) {
  require_ground(world);
  return std::max(1, std::min(world.grid->width, world.grid->height) / 32);
}

}  // namespace

void require_ground(const World& world) {
  if (!world.grid) throw InputError("moves: found a world without a grid, expected a map: an obstacle moves from cell to cell");
  const std::vector<std::uint8_t>& passable = world.grid->passable;
  if (std::find(passable.begin(), passable.end(), 1) == passable.end()) {
    throw InputError("moves: found a map without passable cells, expected some for an obstacle to lie on");
  }
}

MovingSquare::MovingSquare(const World& world, std::uint64_t seed) : world_(world), side_(side_in(world)), random_(seed, 0, square_step) {
  world_.polygons.emplace_back();
}

GridCell MovingSquare::draw_center() {
  const GridMap& map = *world_.grid;
  const auto draw = [&](std::int32_t low, std::int32_t high) {
    const std::int32_t places = high - low + 1;
    return low + static_cast<std::int32_t>(random_.below(static_cast<std::uint64_t>(places)));
  };
  for (int k = 0; k < draws_near_by && center_.x >= 0; ++k) {
    const GridCell near{center_.x + draw(-2 * side_, 2 * side_), center_.y + draw(-2 * side_, 2 * side_)};
    if (map.is_passable(near) && near != center_) return near;
  }
  // The next passable cell behind any.
  auto cell = static_cast<std::size_t>(random_.below(map.passable.size()));
  while (map.passable[cell] == 0) cell = (cell + 1) % map.passable.size();
  return map.cell(cell);
}

const World& MovingSquare::move() {
  center_ = draw_center();
  const WorldGrid& grid = *world_.grid;
  const std::int32_t x = std::clamp(center_.x - side_ / 2, 0, grid.width - side_);
  const std::int32_t y = std::clamp(center_.y - side_ / 2, 0, grid.height - side_);
  const float half = grid.cell_size / 2;
  const Vec2 first = grid.center({x, y}), last = grid.center({x + side_ - 1, y + side_ - 1});
  const float left = first.x - half, right = last.x + half, top = first.y + half, bottom = last.y - half;
  world_.polygons.back() = {{{left, bottom}, {right, bottom}, {right, top}, {left, top}}, true};
  return world_;
}

}  // namespace plethos::scenarios
