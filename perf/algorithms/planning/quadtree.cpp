#include <benchmark/benchmark.h>

#include <string>
#include <utility>
#include <vector>

#include "algorithms/planning/fields/quadtree/quad_fields.hpp"
#include "backends/execution.hpp"
#include "core/random.hpp"
#include "core/to_view.hpp"
#include "perf/algorithms/planning/field_goals.hpp"
#include "perf/configurations.hpp"
#include "scenarios/maps/map_kinds.hpp"

namespace plethos::perf {
namespace {

using planning::Connectivity;
using planning::FieldSource;
using planning::QuadFields;
using planning::QuadTree;

WorldGrid drawn_map(const std::string& kind, std::int32_t side) { return {scenarios::draw_map(kind, {side, side, 1}), {}, 1}; }

/// Times the building of a tree over the cells of a grid, which is there.
void quad_build(benchmark::State& state, const backends::Backend& backend, const std::string& kind, std::int32_t side, std::int32_t depth) {
  const WorldGrid map = drawn_map(kind, side);
  backends::visit(backend, [&](const auto& execution) {
    const auto graph = planning::make_grid_graph(execution, map, Connectivity::eight);
    QuadTree<std::decay_t<decltype(execution)>> tree;
    for ([[maybe_unused]] auto _ : state) tree.make(execution, graph, {.depth = depth});
    state.counters["quads"] = tree.leaves();
    state.counters["bytes"] = static_cast<double>(tree.bytes());
  });
}

/// Times the computing of fields over a whole tree.
void quad_field(benchmark::State& state, const backends::Backend& backend, const std::string& kind, std::int32_t side, std::int32_t depth,
                std::int32_t count) {
  const WorldGrid map = drawn_map(kind, side);
  backends::visit(backend, [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    QuadTree<Execution> tree;
    tree.make(execution, planning::make_grid_graph(execution, map, Connectivity::eight), {.depth = depth});
    QuadFields<Execution> fields;
    const std::vector<FieldSource> sources = goals_in(map, count);
    for ([[maybe_unused]] auto _ : state) {
      fields.make(execution, tree, count);
      fields.begin(execution, sources);
      fields.spread(execution, everything);
    }
    state.counters["quads"] = tree.leaves();
    state.counters["lowered"] = static_cast<double>(fields.lowered()) / count;
    state.counters["bytes"] = static_cast<double>(fields.bytes());
  });
}

/// Times the repair of a tree and of eight fields when something 8 x 8 cells large has moved on by a cell.
void quad_repair(benchmark::State& state, const backends::Backend& backend, const std::string& kind, std::int32_t side,
                 std::int32_t depth) {
  const WorldGrid map = drawn_map(kind, side);
  backends::visit(backend, [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    auto graph = planning::make_grid_graph(execution, map, Connectivity::eight);
    planning::ChangeBuffers<typename Execution::memory_space> buffers;
    QuadTree<Execution> tree;
    tree.make(execution, graph, {.depth = depth});
    QuadFields<Execution> fields;
    fields.make(execution, tree, 8);
    const std::vector<FieldSource> sources = goals_in(map, 8);
    fields.begin(execution, sources);
    fields.spread(execution, everything);
    const std::int32_t y = side / 3;
    std::int32_t x = side / 4;
    double inserted = 0, removed = 0, updated = 0;
    std::vector<planning::CellChange> changed;
    std::vector<std::int32_t> cells;
    for ([[maybe_unused]] auto _ : state) {
      changed.clear();
      cells.clear();
      for (std::int32_t row = y; row < y + 8; ++row) {
        for (const std::int32_t column : {x, x + 8}) {
          const auto cell = static_cast<std::int32_t>(map.index(column, row));
          if (map.passable[static_cast<std::size_t>(cell)] == 0) continue;
          changed.push_back({cell, 1, column == x, true});
          cells.push_back(cell);
        }
      }
      x = x + 16 < side ? x + 1 : 8;
      planning::change_grid_graph(execution, changed, cells, graph, buffers);
      const planning::QuadChanges changes = tree.change(execution, cells);
      fields.change(execution, tree, changes);
      fields.begin(execution, sources);
      fields.spread(execution, everything);
      inserted += changes.inserted;
      removed += changes.removed;
      updated += changes.updated;
    }
    const auto runs = static_cast<double>(state.iterations());
    state.counters["inserted"] = inserted / runs;
    state.counters["removed"] = removed / runs;
    state.counters["updated"] = updated / runs;
    state.counters["invalidated"] = static_cast<double>(fields.invalidated()) / runs;
  });
}

/// How a leaf's slot is found from its code.
enum class Lookup { rank, hash, sorted };

/// Finds the leaves of cells.
template <class MemorySpace, Lookup lookup>
struct FindLeaves {
  planning::QuadTreeView<MemorySpace> tree;
  std::int32_t leaves;
  Kokkos::View<const std::int32_t*, MemorySpace> cells;
  Kokkos::View<std::int32_t*, MemorySpace> found;

  KOKKOS_FUNCTION void operator()(int k) const {
    if constexpr (lookup == Lookup::sorted) {
      const std::int32_t x = cells(k) % tree.graph.width / tree.bits.leaf_cells, y = cells(k) / tree.graph.width / tree.bits.leaf_cells;
      const std::uint32_t code = planning::quad_code(tree.bits.leaf_at(x, y));
      std::int32_t first = 0, end = leaves;
      while (end - first > 1) {
        const std::int32_t middle = (first + end) / 2;
        if (tree.code(middle) <= code) {
          first = middle;
        } else {
          end = middle;
        }
      }
      found(k) = first;
    } else {
      found(k) = tree.slot_at(cells(k));
    }
  }
};

/// Times a million lookups of the leaves at random cells. Codes of a new tree are sorted, and each leaf has the slot of its rank.
void quad_find(benchmark::State& state, const backends::Backend& backend, const std::string& kind, std::int32_t side, std::int32_t depth,
               Lookup lookup) {
  constexpr int lookups = 1'000'000;
  const WorldGrid map = drawn_map(kind, side);
  backends::visit(backend, [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    using MemorySpace = typename Execution::memory_space;
    QuadTree<Execution> tree;
    tree.make(execution, planning::make_grid_graph(execution, map, Connectivity::eight), {.depth = depth});
    const auto ranked = tree.view();
    // A change fills the hash map.
    tree.change(execution, {});
    std::vector<std::int32_t> cells;
    PhiloxStream random(7, 0);
    for (int k = 0; k < lookups; ++k) cells.push_back(static_cast<std::int32_t>(random.below(map.passable.size())));
    const auto asked = to_view<MemorySpace>("perf::cells", cells);
    const Kokkos::View<std::int32_t*, MemorySpace> found("perf::found", cells.size());
    for ([[maybe_unused]] auto _ : state) {
      if (lookup == Lookup::rank) {
        backends::for_each(execution, "perf::find", lookups, FindLeaves<MemorySpace, Lookup::rank>{ranked, tree.leaves(), asked, found});
      } else if (lookup == Lookup::hash) {
        backends::for_each(execution, "perf::find", lookups,
                           FindLeaves<MemorySpace, Lookup::hash>{tree.view(), tree.leaves(), asked, found});
      } else {
        backends::for_each(execution, "perf::find", lookups, FindLeaves<MemorySpace, Lookup::sorted>{ranked, tree.leaves(), asked, found});
      }
      execution.fence();
    }
    state.counters["quads"] = tree.leaves();
    state.counters["per_lookup"] =
        benchmark::Counter(lookups * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  });
}

// None has a vector form.
const Registration registration([](const backends::Backend& backend, const std::string& name) {
  if (backend.target) return;
  for (const char* kind : {"rooms", "city"}) {
    for (const std::int32_t depth : {7, 9, 11}) {
      const std::string what = std::string(kind) + "/2048/" + std::to_string(depth) + "/";
      add_benchmark("quad_build/" + what + name, quad_build, backend, kind, 2048, depth);
      add_benchmark("quad_repair/" + what + name, quad_repair, backend, kind, 2048, depth);
      for (const auto& [lookup, label] :
           {std::pair(Lookup::rank, "rank"), std::pair(Lookup::hash, "hash"), std::pair(Lookup::sorted, "sorted")}) {
        add_benchmark("quad_find/" + std::string(label) + "/" + what + name, quad_find, backend, kind, 2048, depth, lookup);
      }
      for (const std::int32_t fields : {1, 8, 64}) {
        add_benchmark("quad_field/" + what + std::to_string(fields) + "/" + name, quad_field, backend, kind, 2048, depth, fields);
      }
    }
  }
});

}  // namespace
}  // namespace plethos::perf
