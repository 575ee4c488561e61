#include "tests/algorithms/planning/fields/quadtree/tree_verifier.hpp"

#include "scenarios/maps/map_kinds.hpp"
#include "tests/algorithms/planning/grid/map/generated_map.hpp"
#include "tests/algorithms/planning/grid/map/test_maps.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace plethos::tests {
namespace {

using planning::QuadShape;
using planning::QuadTree;

/// A small tree with leaves of several sizes, some slots of which have no leaf any more.
TreeCopy damaged_by_nobody() {
  TreeCopy copy;
  backends::visit(plainest_backend(), [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    WorldGrid map = map_of(std::vector<std::string>(13, std::string(16, '.')));
    map.passable[map.index(5, 5)] = map.passable[map.index(9, 2)] = 0;
    auto graph = planning::make_grid_graph(execution, map, planning::Connectivity::eight);
    planning::ChangeBuffers<typename Execution::memory_space> buffers;
    QuadTree<Execution> tree;
    tree.make(execution, graph, {});
    const std::vector<std::int32_t> cells{9 + 2 * 16};
    planning::change_grid_graph(execution, std::vector<planning::CellChange>{{cells[0], 1, true, true}}, cells, graph, buffers);
    tree.change(execution, cells);
    copy = copy_of(execution, tree);
  });
  return copy;
}

/// Returns the first slot from one on whose leaf has neighbors.
std::size_t leaf_with_neighbors(const TreeCopy& tree, std::size_t slot = 0) {
  while (tree.slots[slot].code == 0 || tree.slots[slot].neighbors.size() < 2) ++slot;
  return slot;
}

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("a quadtree is whole on maps of every kind and size, at every depth") {
  Random random("whole trees");
  backends::visit(backend, [&](const auto& execution) {
    QuadTree<std::decay_t<decltype(execution)>> tree;
    std::int32_t depth = 0;
    for (const scenarios::MapKind& kind : scenarios::map_kinds()) {
      for (const auto& [width, height] : {std::pair(97, 61), std::pair(33, 120), std::pair(64, 64), std::pair(11, 5)}) {
        const GridMap map = generated_map(random, kind.name, width, height);
        // All depths in turn, most of which are deeper than the map.
        for (int k = 0; k < 4; ++k, depth = (depth + 1) % (planning::deepest_quads + 1)) {
          const float blocked_from = random.once_in(2) ? 0.9f : random.once_in(2) ? 0.3f : 1.f;
          const QuadShape shape{.depth = depth, .blocked_from = blocked_from, .diagonal = random.once_in(2)};
          CAPTURE(kind.name);
          CAPTURE(width);
          CAPTURE(depth);
          tree.make(execution, planning::make_grid_graph(execution, map, planning::Connectivity::eight), shape);
          CHECK(fault_of(execution, tree) == "");
        }
      }
    }
    for (const GridMap& map : {scenarios::plain_map(1, 1, true), scenarios::plain_map(1, 1, false), scenarios::plain_map(1, 37, true),
                               scenarios::plain_map(40, 40, false), scenarios::plain_map(64, 64, true)}) {
      tree.make(execution, planning::make_grid_graph(execution, map, planning::Connectivity::eight), {});
      CHECK(fault_of(execution, tree) == "");
    }
  });
}

TEST_CASE("the verifier of quadtrees sees every kind of damage") {
  const TreeCopy whole = damaged_by_nobody();
  CHECK(fault_of(whole) == "");
  const std::size_t leaf = leaf_with_neighbors(whole);
  const auto fault_after = [&](const auto& damage) {
    TreeCopy tree = whole;
    damage(tree);
    return fault_of(tree);
  };
  using Tree = TreeCopy&;
  CHECK(contains(fault_after([](Tree tree) { tree.shape.depth = 2; }), "the depth is not"));
  CHECK(contains(fault_after([](Tree tree) { tree.leaf_cells = 2; }), "the root is not"));
  CHECK(contains(fault_after([&](Tree tree) { tree.slots[leaf].code = 0; }), "no leaf covers"));
  CHECK(
      contains(fault_after([&](Tree tree) { tree.slots[leaf].code = tree.slots[leaf_with_neighbors(tree, leaf + 1)].code; }), "overlaps"));
  CHECK(contains(fault_after([&](Tree tree) { tree.slots[leaf].code = 2; }), "has a code that no quad has"));
  CHECK(contains(fault_after([](Tree tree) { ++tree.leaves; }), "counts other leaves"));
  CHECK(contains(fault_after([](Tree tree) { tree.some.back() ^= 1u << 31; }), "a bit does not tell"));
  CHECK(contains(fault_after([](Tree tree) { tree.all[0] ^= 1u; }), "a bit does not tell"));
  CHECK(contains(fault_after([&](Tree tree) { ++tree.slots[leaf].cost; }), "has another cost"));
  CHECK(contains(fault_after([&](Tree tree) { ++tree.slots[leaf].point.y; }), "is not its center"));
  CHECK(contains(fault_after([&](Tree tree) { tree.slots[leaf].neighbors.pop_back(); }), "does not list"));
  CHECK(contains(fault_after([&](Tree tree) { tree.slots[leaf].neighbors.push_back(tree.slots[leaf].neighbors[0]); }), "twice"));
  CHECK(contains(fault_after([&](Tree tree) { ++tree.slots[leaf].neighbors[0].length; }), "with another length"));
  CHECK(contains(fault_after([&](Tree tree) { tree.slots[leaf].neighbors[0].slot = -1; }), "that is no leaf"));
  // The leaf of the blocked cell, which nothing leads to.
  const std::int32_t blocked = whole.slot_of_cell[5 + 5 * 16];
  CHECK(contains(fault_after([&](Tree tree) { tree.slots[leaf].neighbors[0].slot = blocked; }), "untraversable"));
  // One that is not met, on both sides.
  CHECK(contains(fault_after([&](Tree tree) {
                   const auto far = static_cast<std::size_t>(tree.slot_of_cell.back());
                   tree.slots[far].neighbors.push_back({tree.slot_of_cell[0], 1});
                   tree.slots[static_cast<std::size_t>(tree.slot_of_cell[0])].neighbors.push_back({static_cast<std::int32_t>(far), 1});
                 }),
                 "that it does not meet"));
  // Two leaves that do not list each other any more.
  CHECK(contains(fault_after([&](Tree tree) {
                   const auto other = static_cast<std::size_t>(tree.slots[leaf].neighbors[0].slot);
                   tree.slots[leaf].neighbors.erase(tree.slots[leaf].neighbors.begin());
                   std::erase_if(tree.slots[other].neighbors,
                                 [&](const auto& neighbor) { return neighbor.slot == static_cast<int>(leaf); });
                 }),
                 "does not list a leaf that it meets"));
  CHECK(contains(fault_after([&](Tree tree) { tree.slot_of_code[tree.slots[leaf].code] = -1; }), "is not found by its code"));
  CHECK(contains(fault_after([&](Tree tree) { tree.slot_of_code[3] = static_cast<std::int32_t>(leaf); }), "the index finds code 3"));
  CHECK(contains(fault_after([&](Tree tree) { tree.slot_of_cell[7] = -1; }), "another leaf for cell 7"));
  // A cell that has turned, of which the tree has not heard.
  CHECK(fault_after([](Tree tree) { tree.map.passable[0] = 0; }) != "");
}

}  // namespace plethos::tests
