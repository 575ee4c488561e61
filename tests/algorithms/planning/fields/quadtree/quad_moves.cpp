// A tree and its fields after many moves of obstacles.

#include <array>

#include "algorithms/planning/fields/quadtree/quad_fields.hpp"
#include "backends/execution.hpp"
#include "tests/algorithms/planning/fields/obstacle_moves.hpp"
#include "tests/algorithms/planning/fields/quadtree/quad_checks.hpp"
#include "tests/algorithms/planning/fields/quadtree/tree_verifier.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using planning::FieldSource;
using planning::QuadFields;
using planning::QuadTree;

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("after 1,000 moves of obstacles a repaired tree and its fields are new ones, leaf by leaf and bit by bit") {
  // One thread takes leaves in the order of the serial backend.
  if (backend.threads == 1 && backend.name != "serial" && backend.scheduler) return;
  Random random("obstacles over quads");
  const WorldGrid map = random_map(random, 100, 70, 200);
  backends::visit(backend, [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    ObstacleMoves obstacles(random, map, 7);
    FollowedGraph<Execution> followed(execution, obstacles, planning::Connectivity::eight);
    planning::QuadShape shape{.depth = 15};
    QuadTree<Execution> tree, new_tree;
    tree.make(execution, followed.graph(), shape);
    const std::array<FieldSource, 2> sources{{{0, 3}, {1, 69 * 100 + 90}}};
    const auto everything = [] { return planning::unreached; };
    QuadFields<Execution> fields, new_fields;
    fields.make(execution, tree, 2);
    fields.begin(execution, sources);
    fields.spread(execution, everything);
    planning::QuadChanges all;
    for (int turn = 1; turn <= 1000; ++turn) {
      obstacles.move();
      if (followed.follow(execution, obstacles)) {
        const planning::QuadChanges changes = tree.change(execution, followed.turned());
        fields.change(execution, tree, changes);
        fields.begin(execution, sources);
        fields.spread(execution, everything);
        all.inserted += changes.inserted;
        all.removed += changes.removed;
      }
      if (turn % 50 != 0) continue;
      CAPTURE(turn);
      new_tree.make(execution, planning::make_grid_graph(execution, obstacles.blocked_map(), planning::Connectivity::eight), shape);
      new_fields.make(execution, new_tree, 2);
      new_fields.begin(execution, sources);
      new_fields.spread(execution, everything);
      REQUIRE(leaves_of(tree) == leaves_of(new_tree));
      REQUIRE(fault_of(execution, tree) == "");
      for (const FieldSource& source : sources) {
        REQUIRE(values_of(tree, fields, source.field) == values_of(new_tree, new_fields, source.field));
      }
    }
    CHECK(all.inserted > 10'000);
    CHECK(all.removed > 10'000);
  });
}

}  // namespace plethos::tests
