// Quadtrees and their fields as a block computes them, with 32 threads and with 64.

#include "algorithms/planning/fields/quadtree/quad_rounds.hpp"

#include <array>

#include "algorithms/planning/fields/quadtree/quad_change.hpp"
#include "tests/algorithms/planning/fields/quadtree/quad_checks.hpp"
#include "tests/algorithms/planning/grid/map/test_maps.hpp"
#include "tests/harness/host_block.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using Tree = planning::QuadTree<backends::HostExecution>;
using Fields = planning::QuadFields<backends::HostExecution>;

constexpr std::array<planning::FieldSource, 2> sources{{{0, 3}, {1, 49 * 64 + 40}}};

template <class Team>
void spread_by_blocks(const Fields& fields, std::int32_t step) {
  Team::run([&](const Team& team) {
    const planning::SpreadField<Kokkos::HostSpace> spread{fields.view(), step, planning::unreached};
    for (const planning::FieldSource& source : sources) spread.work(team, source.field);
  });
}

#ifdef __SANITIZE_THREAD__
constexpr bool plain_reads_are_races = true;  // of Kokkos' hash map and atomic minima
#else
constexpr bool plain_reads_are_races = false;
#endif

}  // namespace

TEST_CASE("a block of any width changes a quadtree and its fields as one thread does") {
  if (plain_reads_are_races) return;
  const backends::HostExecution execution{plainest_backend().scheduler, {}};
  for_each_block([&]<class Team>(Team) {
    CAPTURE(Team::size);
    Random random("quadtrees by a block");
    for (const std::int32_t depth : {4, 6}) {
      CAPTURE(depth);
      WorldGrid map = random_map(random, 64, 50, 100);
      auto graph = planning::make_grid_graph(execution, map, planning::Connectivity::eight);
      planning::ChangeBuffers<Kokkos::HostSpace> buffers;
      Tree expected_tree, tree;
      Fields expected, fields;
      expected_tree.make(execution, graph, {.depth = depth});
      tree.make(execution, graph, {.depth = depth});
      expected.make(execution, expected_tree, 2);
      fields.make(execution, tree, 2);
      planning::QuadChanges all;
      for (int turn = 0; turn < 20; ++turn) {
        CAPTURE(turn);
        expected.begin(execution, sources);
        expected.spread(execution, [] { return planning::unreached; });
        fields.begin(execution, sources);
        spread_by_blocks<Team>(fields, 8 * static_cast<std::int32_t>(planning::length_of_cell));
        for (const planning::FieldSource& source : sources) {
          REQUIRE(values_of(tree, fields, source.field) == values_of(expected_tree, expected, source.field));
        }
        const std::vector<std::int32_t> cells = turn_square(execution, random, 16, map, graph, buffers);
        expected.change(execution, expected_tree, expected_tree.change(execution, cells));
        const auto change = tree.begin_change(execution, cells);
        Team::run([&](const Team& team) { change.work(team, 0); });
        const planning::QuadChanges changes = tree.end_change(execution);
        REQUIRE(leaves_of(tree) == leaves_of(expected_tree));
        REQUIRE_FALSE(changes.rebuilt);
        const auto raise = fields.begin_change(tree, changes);
        Team::run([&](const Team& team) {
          for (const planning::FieldSource& source : sources) raise.work(team, source.field);
        });
        all.inserted += changes.inserted;
        all.removed += changes.removed;
        all.updated += changes.updated;
      }
      CHECK(all.inserted > 10);
      CHECK(all.removed > 10);
      CHECK(all.updated > 10);
      CHECK(fields.invalidated() > 20);
      CHECK(fields.invalidated() == expected.invalidated());
    }
  });
}

}  // namespace plethos::tests
