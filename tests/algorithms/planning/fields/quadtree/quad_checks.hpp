#pragma once

#include <functional>
#include <map>
#include <queue>
#include <utility>
#include <vector>

#include "algorithms/planning/fields/quadtree/quad_fields.hpp"
#include "core/copy_view.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {

/// A leaf as a tree has it, in main memory, with its neighbors in their order.
struct FoundLeaf {
  std::int32_t cost, x, y;
  std::vector<std::pair<std::uint32_t, std::int32_t>> neighbors;  ///< codes and lengths

  friend bool operator==(const FoundLeaf&, const FoundLeaf&) = default;
};

/// Returns the leaves of a tree by their codes.
template <class Execution>
std::map<std::uint32_t, FoundLeaf> leaves_of(const planning::QuadTree<Execution>& tree) {
  const auto& view = tree.view();
  const auto code = host_view(view.code);
  const auto cost = host_view(view.cost), first = host_view(view.first), count = host_view(view.count);
  const auto point = host_view(view.point);
  const auto neighbors = host_view(view.neighbors);
  std::map<std::uint32_t, FoundLeaf> found;
  for (std::int32_t slot = 0; slot < tree.slots(); ++slot) {
    if (code(slot) == 0) continue;
    FoundLeaf leaf{cost(slot), point(slot).x, point(slot).y, {}};
    for (std::int32_t k = first(slot); k < first(slot) + count(slot); ++k) {
      leaf.neighbors.emplace_back(code(neighbors(k).slot), neighbors(k).length);
    }
    found.emplace(code(slot), leaf);
  }
  return found;
}

/// Returns the values of a field by the codes of leaves.
template <class Execution>
std::map<std::uint32_t, std::int32_t> values_of(const planning::QuadTree<Execution>& tree, const planning::QuadFields<Execution>& fields,
                                                std::int32_t field) {
  const auto code = host_view(tree.view().code);
  const auto values = host_view(fields.values().values);
  std::map<std::uint32_t, std::int32_t> found;
  for (std::int32_t slot = 0; slot < tree.slots(); ++slot) {
    if (code(slot) != 0) found[code(slot)] = values(static_cast<std::size_t>(field * fields.values().slots + slot));
  }
  return found;
}

/// Returns the same as Dijkstra's search over the leaves finds it, from the leaf of a code.
inline std::map<std::uint32_t, std::int32_t> reference_values(const std::map<std::uint32_t, FoundLeaf>& leaves, std::uint32_t source) {
  using Entry = std::pair<std::int64_t, std::uint32_t>;
  std::map<std::uint32_t, std::int32_t> values;
  for (const auto& [code, leaf] : leaves) values[code] = planning::unreached;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  values[source] = 0;
  open.push({0, source});
  while (!open.empty()) {
    const auto [so_far, at] = open.top();
    open.pop();
    if (so_far > values[at]) continue;
    for (const auto& [code, length] : leaves.at(at).neighbors) {
      // The cost is that of the leaf that the way comes from.
      const std::int64_t longer = so_far + (std::int64_t{length} * leaves.at(code).cost + 8) / 16;
      if (longer >= values[code]) continue;
      values[code] = static_cast<std::int32_t>(longer);
      open.push({longer, code});
    }
  }
  return values;
}

/// Opens or blocks all cells of a square somewhere on a map, of up to `longest` cells a side, and tells a graph of it. Returns the cells
/// that have turned.
template <class Execution, class Graph, class Buffers>
std::vector<std::int32_t> turn_square(const Execution& execution, Random& random, std::int32_t longest, WorldGrid& map, Graph& graph,
                                      Buffers& buffers) {
  std::vector<planning::CellChange> changed;
  std::vector<std::int32_t> cells;
  const std::int32_t low_x = random.integer(0, map.width - longest), low_y = random.integer(0, map.height - longest);
  const std::int32_t side = random.integer(1, longest);
  const bool opens = random.once_in(2);
  for (std::int32_t y = low_y; y < low_y + side; ++y) {
    for (std::int32_t x = low_x; x < low_x + side; ++x) {
      const auto at = map.index(x, y);
      if ((map.passable[at] != 0) == opens) continue;
      map.passable[at] = opens ? 1 : 0;
      cells.push_back(static_cast<std::int32_t>(at));
      changed.push_back({cells.back(), 1, opens, true});
    }
  }
  planning::change_grid_graph(execution, changed, cells, graph, buffers);
  return cells;
}

}  // namespace plethos::tests
