#include "algorithms/planning/fields/quadtree/quad_fields.hpp"

#include <algorithm>

#include "backends/execution.hpp"
#include "backends/teams.hpp"
#include "tests/algorithms/planning/fields/quadtree/quad_checks.hpp"
#include "tests/algorithms/planning/grid/map/test_maps.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using planning::FieldSource;
using planning::QuadFields;
using planning::QuadShape;
using planning::QuadTree;
using planning::Wave;

std::int32_t everything() { return planning::unreached; }

template <class Execution>
std::uint32_t code_at(const QuadTree<Execution>& tree, std::int32_t cell) {
  const auto& view = tree.view();
  // The leaf is the one that the bits name: slots are in the backend's memory.
  planning::QuadBits<Kokkos::HostSpace> bits{view.bits.depth, view.bits.leaf_cells, host_view(view.bits.some), host_view(view.bits.all)};
  return planning::quad_code(bits.leaf_at(cell % view.graph.width / bits.leaf_cells, cell / view.graph.width / bits.leaf_cells));
}

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("fields over a quadtree are those of Dijkstra's search over its leaves, by a front and by sweeps") {
  Random random("quad fields");
  backends::visit(backend, [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    for (const std::int32_t blocked : {3, 20, 300}) {
      for (const std::int32_t depth : {2, 4, 6}) {
        const WorldGrid map = random_map(random, random.integer(40, 64), random.integer(33, 64), blocked);
        QuadShape shape{.depth = depth, .diagonal = random.once_in(2)};
        QuadTree<Execution> tree;
        tree.make(execution, planning::make_grid_graph(execution, map, planning::Connectivity::eight), shape);
        std::vector<FieldSource> sources;
        for (std::int32_t f = 0; f < 3; ++f) {
          sources.push_back({f, random.integer(0, static_cast<std::int32_t>(map.passable.size()) - 1)});
        }
        const auto leaves = leaves_of(tree);
        for (const Wave wave : {Wave::front, Wave::sweep}) {
          CAPTURE(static_cast<int>(wave));
          QuadFields<Execution> fields;
          fields.make(execution, tree, 3, wave);
          fields.begin(execution, sources);
          fields.spread(execution, everything);
          CHECK(fields.settled() == planning::unreached);
          CHECK((fields.sweeps() > 0) == (wave == Wave::sweep));
          CHECK((fields.lowered() > 0) == (wave == Wave::front));
          for (const FieldSource& source : sources) {
            CHECK(values_of(tree, fields, source.field) == reference_values(leaves, code_at(tree, source.cell)));
          }
        }
      }
    }
  });
}

PLETHOS_SCALAR_MATRIX_TEST("fields over a quadtree after changes are those of the changed tree, also if they were not finished before") {
  Random random("quad field changes");
  struct Kind {
    Wave wave;
    std::int32_t depth, turns;
  };
  for (const auto [wave, depth, turns] : {Kind{Wave::front, 5, 60}, Kind{Wave::front, 7, 60}, Kind{Wave::sweep, 5, 20}}) {
    WorldGrid map = random_map(random, 128, 100, 200);
    backends::visit(backend, [&](const auto& execution) {
      using Execution = std::decay_t<decltype(execution)>;
      auto graph = planning::make_grid_graph(execution, map, planning::Connectivity::eight);
      planning::ChangeBuffers<typename Execution::memory_space> buffers;
      QuadShape shape{.depth = depth};
      QuadTree<Execution> tree;
      tree.make(execution, graph, shape);
      QuadFields<Execution> fields;
      fields.make(execution, tree, 2, wave, 4);
      const std::vector<FieldSource> sources{{0, 3}, {1, 99 * 128 + 100}};
      fields.begin(execution, sources);
      std::int32_t far_before = 0;
      for (int turn = 0; turn < turns; ++turn) {
        const std::int32_t needed = turn % 5 == 3 ? 20 * 338 : planning::unreached;
        fields.spread(execution, [&] { return needed; });
        CHECK(fields.settled() > std::min(needed, planning::unreached - 1));
        const auto leaves = leaves_of(tree);
        for (const FieldSource& source : sources) {
          const auto found = values_of(tree, fields, source.field);
          const auto expected = reference_values(leaves, code_at(tree, source.cell));
          REQUIRE(found.size() == expected.size());
          for (const auto& [code, value] : expected) {
            REQUIRE(found.at(code) >= value);
            if (value < fields.settled()) REQUIRE(found.at(code) == value);
          }
          far_before += static_cast<std::int32_t>(found != expected);
        }
        const std::vector<std::int32_t> cells = turn_square(execution, random, 16, map, graph, buffers);
        const planning::QuadChanges changes = tree.change(execution, cells);
        fields.change(execution, tree, changes);
        fields.begin(execution, sources);
      }
      // Some were not finished. A device makes so many rounds at once that it finishes these.
      if (!backends::concurrency(execution).device) CHECK(far_before > 0);
      CHECK(fields.invalidated() > 0);
    });
  }
}

}  // namespace plethos::tests
