#include "algorithms/planning/grid/ways/way_tiles.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <vector>

#include "tests/harness/random.hpp"

namespace plethos::tests {
namespace {

using planning::TileFrame;
using planning::WayTiles;

std::set<std::int32_t> tiles_in(const WayTiles& set) {
  std::set<std::int32_t> tiles;
  for (std::int32_t tile = 0; tile < TileFrame::tiles_a_side * TileFrame::tiles_a_side; ++tile) {
    if ((set.word[tile / 32] >> tile % 32 & 1) != 0) tiles.insert(tile);
  }
  return tiles;
}

}  // namespace

TEST_CASE("a map is cut into as many tiles as there is room for, and each cell lies in one") {
  Random random("tiles");
  for (int repetition = 0; repetition < 50; ++repetition) {
    const std::int32_t width = random.once_in(10) ? 100'000'000 : random.integer(1, 1000), height = random.integer(1, 1000);
    const TileFrame frame(width, height);
    const std::int32_t columns = std::min(width, TileFrame::tiles_a_side), rows = std::min(height, TileFrame::tiles_a_side);
    CHECK(frame.tile(0, 0) == 0);
    CHECK(frame.tile(width - 1, 0) == columns - 1);
    CHECK(frame.tile(0, height - 1) == (rows - 1) * TileFrame::tiles_a_side);
    std::vector<std::int32_t> cells(TileFrame::tiles_a_side);
    for (std::int32_t y = 0; y < height; ++y) ++cells[static_cast<std::size_t>(frame.tile(0, y) / TileFrame::tiles_a_side)];
    for (std::int32_t row = 0; row < rows; ++row) CHECK(std::abs(cells[static_cast<std::size_t>(row)] - height / rows) <= 1);
  }
}

TEST_CASE("the tiles of a leg are those of its cells, from the first to the last") {
  Random random("tiles of legs");
  for (int repetition = 0; repetition < 500; ++repetition) {
    const std::int32_t width = random.integer(1, 300), height = random.integer(1, 300);
    const TileFrame frame(width, height);
    std::int32_t x = random.integer(0, width - 1), y = random.integer(0, height - 1);
    const std::int32_t from = y * width + x;
    const std::int32_t across = random.integer(-1, 1), down = random.integer(-1, 1);
    std::set<std::int32_t> expected{frame.tile(x, y)};
    for (std::int32_t left = random.integer(0, 200); left > 0; --left) {
      if (x + across < 0 || x + across >= width || y + down < 0 || y + down >= height) break;
      x += across;
      y += down;
      expected.insert(frame.tile(x, y));
    }
    WayTiles there, back, corner;
    there.add_leg(frame, from, y * width + x);
    back.add_leg(frame, y * width + x, from);
    CHECK(tiles_in(there) == expected);
    CHECK(tiles_in(back) == expected);
    corner.add_cell(frame, from);
    CHECK(tiles_in(corner) == std::set<std::int32_t>{frame.tile(from % width, from / width)});
  }
}

}  // namespace plethos::tests
