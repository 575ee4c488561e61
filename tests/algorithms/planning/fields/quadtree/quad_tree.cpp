#include "algorithms/planning/fields/quadtree/quad_tree.hpp"

#include <algorithm>
#include <set>

#include "algorithms/planning/fields/quadtree/quad_reference.hpp"
#include "backends/execution.hpp"
#include "tests/algorithms/planning/fields/quadtree/quad_checks.hpp"
#include "tests/algorithms/planning/fields/quadtree/tree_verifier.hpp"
#include "tests/algorithms/planning/grid/map/test_maps.hpp"
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

/// Returns the codes of the leaves that dividing quad by quad gives.
std::set<std::uint32_t> plain_codes(const GridMap& map, std::int32_t depth) {
  const std::int32_t root = root_side(map);
  std::vector<PlainLeaf> leaves;
  planning::reference::append_leaves(map, 0, 0, root, root >> depth, leaves);
  std::set<std::uint32_t> codes;
  for (const PlainLeaf& leaf : leaves) codes.insert(code_of(leaf, root));
  return codes;
}

}  // namespace

TEST_CASE("free ground is free up to the map's border, whatever its size") {
  for (const std::int32_t size : {17, 33, 65, 100}) {
    CAPTURE(size);
    WorldGrid map;
    map.width = size;
    map.height = size - 5;
    map.passable.assign(static_cast<std::size_t>(map.width) * static_cast<std::size_t>(map.height), 1);
    backends::visit(plainest_backend(), [&](const auto& execution) {
      using Execution = std::decay_t<decltype(execution)>;
      for (const std::int32_t depth : {0, 1, 3, 7}) {
        CAPTURE(depth);
        QuadTree<Execution> tree;
        tree.make(execution, planning::make_grid_graph(execution, map, planning::Connectivity::eight), {.depth = depth});
        for (std::int32_t cell = 0; cell < map.width * map.height; ++cell) {
          REQUIRE(tree.view().cost(tree.view().slot_at(cell)) == planning::free_quad_cost);
        }
      }
    });
  }
}

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
        const QuadShape shape{.depth = depth, .blocked_from = random.once_in(2) ? 0.9f : 0.3f, .diagonal = random.once_in(2)};
        CAPTURE(blocked);
        CAPTURE(depth);
        tree.make(execution, planning::make_grid_graph(execution, map, planning::Connectivity::eight), shape);
        std::set<std::uint32_t> codes;
        for (const auto& [code, leaf] : leaves_of(tree)) codes.insert(code);
        CHECK(codes == plain_codes(map, depth));
        CHECK(fault_of(execution, tree) == "");
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
      planning::ChangeBuffers<typename Execution::memory_space> buffers;
      QuadShape shape{.depth = depth};
      QuadTree<Execution> tree, anew;
      tree.make(execution, graph, shape);
      // Memory of the first tree is used again.
      tree.make(execution, graph, shape);
      bool rebuilt = false;
      for (int turn = 0; turn < 40; ++turn) {
        // Something large comes or goes, and some single cells turn.
        const planning::QuadChanges changes = tree.change(execution, turn_square(execution, random, 24, map, graph, buffers));
        rebuilt = rebuilt || changes.rebuilt;
        anew.make(execution, graph, shape);
        CHECK(leaves_of(tree) == leaves_of(anew));
        CHECK(fault_of(execution, tree) == "");
      }
      CHECK_FALSE(rebuilt);
    });
  }
}

PLETHOS_SCALAR_MATRIX_TEST("a quadtree that fills its room to the last leaf has room for where its neighbors end") {
  WorldGrid map = map_of(std::vector<std::string>(128, std::string(128, '.')));
  // A cell in each of so many squares of two by two cells. With one, seven squares are divided into 22 leaves, and there is room for 1,051.
  std::vector<std::int32_t> blocked;
  for (std::uint32_t place = 0; place < 259; ++place) {
    const auto x = static_cast<std::int32_t>(2 * planning::gather_bits(place)),
               y = static_cast<std::int32_t>(2 * planning::gather_bits(place >> 1));
    blocked.push_back(static_cast<std::int32_t>(map.index(x, y)));
  }
  map.passable[static_cast<std::size_t>(blocked[0])] = 0;
  backends::visit(backend, [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    auto graph = planning::make_grid_graph(execution, map, planning::Connectivity::eight);
    planning::ChangeBuffers<typename Execution::memory_space> buffers;
    QuadTree<Execution> tree, anew;
    tree.make(execution, graph, {.depth = 7});
    CHECK(tree.leaves() == 22);
    std::vector<planning::CellChange> changed;
    const std::vector<std::int32_t> cells(blocked.begin() + 1, blocked.end());
    for (const std::int32_t cell : cells) changed.push_back({cell, 1, false, true});
    planning::change_grid_graph(execution, changed, cells, graph, buffers);
    CHECK(tree.change(execution, cells).rebuilt);
    CHECK(tree.leaves() == 1051);
    CHECK(tree.view().first.extent_int(0) > tree.leaves());
    anew.make(execution, graph, {.depth = 7});
    CHECK(leaves_of(tree) == leaves_of(anew));
    CHECK(fault_of(execution, tree) == "");
  });
}

PLETHOS_SCALAR_MATRIX_TEST("a quadtree that grows out of its room is built anew") {
  WorldGrid map = map_of(std::vector<std::string>(256, std::string(256, '.')));
  backends::visit(backend, [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    auto graph = planning::make_grid_graph(execution, map, planning::Connectivity::eight);
    planning::ChangeBuffers<typename Execution::memory_space> buffers;
    QuadShape shape{.depth = 8};
    QuadTree<Execution> tree, anew;
    tree.make(execution, graph, shape);
    CHECK(tree.leaves() == 1);
    std::vector<planning::CellChange> changed;
    std::vector<std::int32_t> cells;
    for (std::int32_t cell = 0; cell < 256 * 256; cell += 14) {
      changed.push_back({cell, 1, false, true});
      cells.push_back(cell);
    }
    planning::change_grid_graph(execution, changed, cells, graph, buffers);
    CHECK(tree.change(execution, cells).rebuilt);
    anew.make(execution, graph, shape);
    CHECK(leaves_of(tree) == leaves_of(anew));
    CHECK(fault_of(execution, tree) == "");
    for (planning::CellChange& change : changed) change.passable = true;
    planning::change_grid_graph(execution, changed, cells, graph, buffers);
    tree.change(execution, cells);
    CHECK(tree.leaves() == 1);
    CHECK(leaves_of(tree).at(1).neighbors.empty());
  });
}

}  // namespace plethos::tests
