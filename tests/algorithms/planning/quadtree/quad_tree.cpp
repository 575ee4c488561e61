#include "algorithms/planning/quadtree/quad_tree.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "algorithms/planning/quadtree/quad_neighbors.hpp"
#include "algorithms/planning/quadtree/quad_reference.hpp"
#include "backends/execution.hpp"
#include "tests/algorithms/planning/grid_search/test_maps.hpp"
#include "tests/algorithms/planning/quadtree/quad_checks.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using planning::Quad;
using planning::QuadShape;
using planning::QuadTree;
using planning::reference::PlainLeaf;

std::int32_t root_side(const GridMap& map) {
  std::int32_t side = 1;
  while (side < std::max(map.width, map.height)) side *= 2;
  return side;
}

std::uint32_t code_of(const PlainLeaf& leaf, std::int32_t root) {
  std::int32_t level = 0;
  while (leaf.side << level < root) ++level;
  return planning::quad_code({level, leaf.x / leaf.side, leaf.y / leaf.side});
}

/// Checks a tree against one that was divided quad by quad, and each pair of its leaves for being neighbors.
void check_tree(const std::map<std::uint32_t, FoundLeaf>& found, const GridMap& map, const QuadShape& shape) {
  const std::int32_t root = root_side(map);
  std::vector<PlainLeaf> leaves;
  planning::reference::append_leaves(map, 0, 0, root, root >> shape.depth, leaves);
  REQUIRE(found.size() == leaves.size());
  const auto is_open = [&](const PlainLeaf& leaf) {
    return static_cast<float>(leaf.blocked) / static_cast<float>(leaf.side * leaf.side) < shape.blocked_from;
  };
  // Whether a traversable leaf holds the square at a corner, dx and dy from it.
  const auto open_at = [&](std::int32_t x, std::int32_t y) {
    for (const PlainLeaf& leaf : leaves) {
      if (x >= leaf.x && x < leaf.x + leaf.side && y >= leaf.y && y < leaf.y + leaf.side) return is_open(leaf);
    }
    return false;
  };
  for (const PlainLeaf& leaf : leaves) {
    const auto at = found.find(code_of(leaf, root));
    REQUIRE(at != found.end());
    const FoundLeaf& own = at->second;
    CHECK((own.cost > 0) == is_open(leaf));
    if (leaf.blocked == 0) {
      CHECK(own.cost == planning::free_quad_cost);
      CHECK(own.x == 2 * leaf.x + leaf.side);
      CHECK(own.y == 2 * leaf.y + leaf.side);
    } else if (own.cost > 0) {
      const double share = 1. * leaf.blocked / (leaf.side * leaf.side);
      CHECK(own.cost == doctest::Approx(planning::free_quad_cost * std::max(1., shape.crowded_cost * share)).epsilon(0.04));
      CHECK(map.is_passable(own.x / 2, own.y / 2));
      CHECK(own.x / 2 >= leaf.x);
      CHECK(own.x / 2 < leaf.x + leaf.side);
    }
    std::set<std::uint32_t> expected;
    for (const PlainLeaf& other : leaves) {
      if (!is_open(leaf) || !is_open(other)) continue;
      bool joined = planning::reference::lie_beside(leaf, other);
      if (shape.diagonal && planning::reference::lie_aslant(leaf, other)) {
        const std::int32_t x = std::max(leaf.x, other.x), y = std::max(leaf.y, other.y);
        joined = open_at(x - 1, y - 1) && open_at(x, y - 1) && open_at(x - 1, y) && open_at(x, y);
      }
      if (joined) expected.insert(code_of(other, root));
    }
    std::set<std::uint32_t> listed;
    for (const auto& [code, length] : own.neighbors) {
      CHECK(listed.insert(code).second);
      const FoundLeaf& other = found.at(code);
      const double straight = 169 * std::hypot(own.x - other.x, own.y - other.y);
      CHECK(length >= straight - 1);
      CHECK(length <= 1.5 * straight + 1);
    }
    CHECK(listed == expected);
  }
}

}  // namespace

TEST_CASE("a quad's code tells its level and its place") {
  for (const Quad quad : {Quad{0, 0, 0}, Quad{1, 1, 0}, Quad{1, 0, 1}, Quad{7, 100, 27}, Quad{15, 32767, 32767}, Quad{15, 0, 1}}) {
    const Quad found = planning::quad_of(planning::quad_code(quad));
    CHECK(found.level == quad.level);
    CHECK(found.x == quad.x);
    CHECK(found.y == quad.y);
  }
  // Figure 4 of the paper: the south-western child's north-eastern one is 32 there.
  CHECK(planning::quad_place(1, 2) == 2 * 4 + 1);
}

PLETHOS_SCALAR_MATRIX_TEST("a quadtree has the leaves that dividing quad by quad gives, and the neighbors that they are") {
  Random random("quad tree");
  backends::visit(backend, [&](const auto& execution) {
    QuadTree<std::decay_t<decltype(execution)>> tree;
    for (const std::int32_t blocked : {3, 20, 200, 100'000}) {
      for (const std::int32_t depth : {0, 1, 3, 4, 5}) {
        const WorldGrid map = random_map(random, random.integer(20, 40), random.integer(17, 33), blocked);
        QuadShape shape;
        shape.depth = depth;
        shape.diagonal = random.once_in(2);
        shape.blocked_from = random.once_in(2) ? 0.9f : 0.3f;
        CAPTURE(blocked);
        CAPTURE(depth);
        tree.make(execution, planning::make_grid_graph(execution, map, planning::Connectivity::eight), shape);
        check_tree(leaves_of(tree), map, shape);
      }
    }
  });
}

PLETHOS_SCALAR_MATRIX_TEST("a quadtree after changes is the one of the changed map, leaf by leaf and neighbor by neighbor") {
  Random random("quad tree changes");
  for (const std::int32_t depth : {3, 6, 7}) {
    WorldGrid map = random_map(random, 128, 100, depth == 7 ? 30 : 400);
    backends::visit(backend, [&](const auto& execution) {
      using Execution = std::decay_t<decltype(execution)>;
      auto graph = planning::make_grid_graph(execution, map, planning::Connectivity::eight);
      planning::ChangeRoom<typename Execution::memory_space> room;
      QuadShape shape;
      shape.depth = depth;
      QuadTree<Execution> tree, anew;
      tree.make(execution, graph, shape);
      bool rebuilt = false;
      for (int turn = 0; turn < 40; ++turn) {
        std::vector<planning::CellChange> changed;
        std::vector<std::int32_t> cells;
        // Something large comes or goes, and some single cells turn.
        const std::int32_t low_x = random.integer(0, 100), low_y = random.integer(0, 80), side = random.integer(1, 24);
        const bool opens = random.once_in(2);
        for (std::int32_t y = low_y; y < std::min(low_y + side, 100); ++y) {
          for (std::int32_t x = low_x; x < std::min(low_x + side, 128); ++x) {
            const auto at = map.index(x, y);
            if ((map.passable[at] != 0) == opens) continue;
            map.passable[at] = opens ? 1 : 0;
            changed.push_back({static_cast<std::int32_t>(at), 1, opens, true});
            cells.push_back(static_cast<std::int32_t>(at));
          }
        }
        planning::change_grid_graph(execution, changed, cells, graph, room);
        const planning::QuadChanges changes = tree.change(execution, cells);
        rebuilt = rebuilt || changes.rebuilt;
        anew.make(execution, graph, shape);
        CHECK(leaves_of(tree) == leaves_of(anew));
        CHECK(tree.leaves() == anew.leaves());
      }
      CHECK_FALSE(rebuilt);
    });
  }
}

PLETHOS_SCALAR_MATRIX_TEST("a quadtree that grows out of its room is built anew") {
  WorldGrid map = map_of(std::vector<std::string>(256, std::string(256, '.')));
  backends::visit(backend, [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    auto graph = planning::make_grid_graph(execution, map, planning::Connectivity::eight);
    planning::ChangeRoom<typename Execution::memory_space> room;
    QuadShape shape;
    shape.depth = 8;
    QuadTree<Execution> tree, anew;
    tree.make(execution, graph, shape);
    CHECK(tree.leaves() == 1);
    std::vector<planning::CellChange> changed;
    std::vector<std::int32_t> cells;
    for (std::int32_t cell = 0; cell < 256 * 256; cell += 14) {
      changed.push_back({cell, 1, false, true});
      cells.push_back(cell);
    }
    planning::change_grid_graph(execution, changed, cells, graph, room);
    CHECK(tree.change(execution, cells).rebuilt);
    anew.make(execution, graph, shape);
    CHECK(leaves_of(tree) == leaves_of(anew));
    for (planning::CellChange& change : changed) change.passable = true;
    planning::change_grid_graph(execution, changed, cells, graph, room);
    tree.change(execution, cells);
    CHECK(tree.leaves() == 1);
    CHECK(leaves_of(tree).at(1).neighbors.empty());
  });
}

}  // namespace plethos::tests
