#include "algorithms/planning/grid/map/grid_changes.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/algorithms/planning/grid/map/test_maps.hpp"

namespace plethos::tests {
namespace {

using planning::AddedCost;
using planning::CellChange;
using planning::GridChanges;

/// Whether each cell is passable beside some discs' worth of room around polygons: a look at every cell, and points along every edge.
std::vector<bool> passable_cells(const World& world, std::size_t staying, float clearance) {
  const WorldGrid& grid = *world.grid;
  std::vector<bool> passable;
  for (std::size_t cell = 0; cell < grid.passable.size(); ++cell) {
    const Vec2 center = grid.center(grid.cell(cell));
    bool open = grid.passable[cell] != 0;
    for (std::size_t p = staying; p < world.polygons.size(); ++p) {
      const std::vector<Vec2>& vertices = world.polygons[p].vertices;
      // Rectangles along the axes.
      const float across = std::max({vertices[0].x - center.x, 0.f, center.x - vertices[2].x});
      const float along = std::max({vertices[0].y - center.y, 0.f, center.y - vertices[2].y});
      const bool inside = across == 0 && along == 0;
      if (inside || double{across} * across + double{along} * along < double{clearance} * clearance) open = false;
    }
    passable.push_back(open);
  }
  return passable;
}

Polygon random_box(Random& random) {
  const Vec2 low{random.between(-6, 18), random.between(-1, 14)};
  const Vec2 high{low.x + random.between(0.1f, 4), low.y + random.between(0.1f, 4)};
  return {{low, {high.x, low.y}, high, {low.x, high.y}}};
}

}  // namespace

TEST_CASE("changes of a grid are the cells that obstacles have covered or left, and those with other costs, each once") {
  Random random("grid changes");
  for (int repetition = 0; repetition < 10; ++repetition) {
    World world = world_of(random_map(random, random.integer(5, 40), random.integer(5, 30), 4, 5));
    const float clearance = random.between(0, 1);
    GridChanges changes;
    std::vector<bool> passable = passable_cells(world, 0, clearance);
    std::vector<std::int32_t> added(world.grid->passable.size(), 0);
    for (int step = 0; step < 20; ++step) {
      const std::shared_ptr<const WorldGrid> before = world.grid;
      const std::vector<bool> passable_before = passable;
      std::vector<CellCost> costs;
      if (step > 0 && random.once_in(3)) {
        WorldGrid other = *world.grid;
        for (int k = 0; k < 5; ++k) {
          other.cost[static_cast<std::size_t>(random.integer(0, static_cast<std::int32_t>(other.cost.size()) - 1))] = random.integer(1, 5);
        }
        for (std::size_t cell = 0; cell < other.cost.size(); ++cell) {
          if (other.cost[cell] != before->cost[cell])
            costs.push_back({static_cast<std::int32_t>(cell), before->cost[cell], other.cost[cell]});
        }
        world.grid = std::make_shared<const WorldGrid>(other);
      }
      world.polygons.assign(1, random_box(random));  // it stays, and is none of those that move
      if (!random.once_in(5)) {
        for (std::int32_t left = random.integer(1, 4); left > 0; --left) world.polygons.push_back(random_box(random));
      }
      passable = passable_cells(world, 1, clearance);
      const std::vector<std::int32_t> added_before = added;
      std::vector<AddedCost> crowds;
      for (std::size_t cell = 0; cell < added.size(); ++cell) {
        if (step % 3 != 1 || world.grid->passable[cell] == 0 || !random.once_in(20)) continue;
        added[cell] = (added[cell] + random.integer(1, 6)) % 7;
        crowds.push_back({static_cast<std::int32_t>(cell), added[cell]});
      }
      changes.follow(world, 1, clearance, costs, crowds);
      const auto cost_before = [&](std::size_t cell) { return before->cost[cell] + added_before[cell]; };
      const auto cost_now = [&](std::size_t cell) { return world.grid->cost[cell] + added[cell]; };
      // What is listed counts as changed, even if another cost makes up for what is added.
      const auto is_dear = [&](std::size_t cell) {
        return world.grid->cost[cell] != before->cost[cell] || added[cell] != added_before[cell];
      };
      std::vector<std::size_t> expected, touched;
      bool opened = false, cheapened = false;
      for (std::size_t cell = 0; cell < passable.size(); ++cell) {
        const bool turned = passable[cell] != passable_before[cell];
        opened = opened || (turned && passable[cell]);
        cheapened = cheapened || (passable[cell] && cost_now(cell) < cost_before(cell));
        if (turned || is_dear(cell)) expected.push_back(cell);
        const GridCell at = world.grid->cell(cell);
        bool touches = is_dear(cell);
        for (std::int32_t y = std::max(at.y - 1, 0); y <= std::min(at.y + 1, before->height - 1); ++y) {
          for (std::int32_t x = std::max(at.x - 1, 0); x <= std::min(at.x + 1, before->width - 1); ++x) {
            touches = touches || passable[before->index(x, y)] != passable_before[before->index(x, y)];
          }
        }
        if (touches) touched.push_back(cell);
      }
      REQUIRE(changes.changed().size() == expected.size());
      for (std::size_t k = 0; k < expected.size(); ++k) {
        const CellChange& change = changes.changed()[k];
        CHECK(static_cast<std::size_t>(change.cell) == expected[k]);
        CHECK(change.passable == passable[expected[k]]);
        CHECK(change.turned == (passable[expected[k]] != passable_before[expected[k]]));
        CHECK(change.cost == cost_now(expected[k]));
      }
      CHECK(std::ranges::equal(changes.touched(), touched, [](std::int32_t a, std::size_t b) { return static_cast<std::size_t>(a) == b; }));
      CHECK(changes.opened() == opened);
      CHECK(changes.cheapened() == cheapened);
    }
  }
}

}  // namespace plethos::tests
