#include "algorithms/planning/fields/quadtree/quad_tree.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/planning/fields/quadtree/quad_change.hpp"
#include "algorithms/planning/grid/map/grid_changes.hpp"
#include "backends/instantiate.hpp"
#include "backends/scan.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

template <class MemorySpace>
struct ClearBits {
  QuadBits<MemorySpace> bits;

  KOKKOS_FUNCTION void operator()(int word) const { bits.some(word) = bits.all(word) = 0; }
};

/// Sets the bits of a square of the deepest level. They were 0.
template <class MemorySpace>
struct FindDeepestBits {
  static constexpr int grain = 64;
  QuadBits<MemorySpace> bits;
  LeafCells<MemorySpace> cells;

  KOKKOS_FUNCTION void operator()(int k) const {
    const auto place = static_cast<std::uint32_t>(k);
    const std::int32_t blocked =
        cells.blocked(static_cast<std::int32_t>(gather_bits(place)), static_cast<std::int32_t>(gather_bits(place >> 1)));
    const std::int32_t at = bits.first_word(bits.depth) + k / 32;
    if (blocked > 0) Kokkos::atomic_or(&bits.some(at), 1u << place % 32);
    if (blocked == cells.side * cells.side) Kokkos::atomic_or(&bits.all(at), 1u << place % 32);
  }
};

/// Sets the bits of a word of another level, by the level below.
template <class MemorySpace>
struct FindBits {
  QuadBits<MemorySpace> bits;
  std::int32_t level;

  KOKKOS_FUNCTION void operator()(int word) const {
    std::uint32_t some = 0, all = 0;
    const std::uint32_t squares = 1u << 2 * level;
    for (std::uint32_t bit = 0; bit < 32 && 32 * static_cast<std::uint32_t>(word) + bit < squares; ++bit) {
      const std::uint32_t child = 4 * (32 * static_cast<std::uint32_t>(word) + bit);
      const std::int32_t at = bits.first_word(level + 1) + static_cast<std::int32_t>(child / 32);
      if ((bits.some(at) >> child % 32 & 15u) != 0) some |= 1u << bit;
      if ((bits.all(at) >> child % 32 & 15u) == 15u) all |= 1u << bit;
    }
    bits.some(bits.first_word(level) + word) = some;
    bits.all(bits.first_word(level) + word) = all;
  }
};

/// Returns the level that a word of bits belongs to.
template <class MemorySpace>
KOKKOS_INLINE_FUNCTION std::int32_t level_of_word(const QuadBits<MemorySpace>& bits, std::int32_t word) {
  std::int32_t level = 0;
  while (bits.first_word(level + 1) <= word) ++level;
  return level;
}

/// Marks the leaves of a word, and counts them.
template <class MemorySpace>
struct MarkLeaves {
  QuadBits<MemorySpace> bits;
  Kokkos::View<std::uint32_t*, MemorySpace> leaves;
  Kokkos::View<std::int32_t*, MemorySpace> counts;

  KOKKOS_FUNCTION void operator()(int word) const {
    std::uint32_t marks = 0;
    if (word < static_cast<int>(leaves.extent(0))) {
      const std::int32_t level = level_of_word(bits, word);
      const auto first = 32 * static_cast<std::uint32_t>(word - bits.first_word(level));
      for (std::uint32_t place = first; place < first + 32 && place < 1u << 2 * level; ++place) {
        if (bits.is_leaf(level, place)) marks |= 1u << place % 32;
      }
      leaves(word) = marks;
    }
    counts(word) = popcount(marks);
  }
};

template <class MemorySpace>
struct ClearSlots {
  Kokkos::View<std::uint32_t*, MemorySpace> code;
  Kokkos::View<std::int32_t*, MemorySpace> marks;

  KOKKOS_FUNCTION void operator()(int slot) const {
    code(slot) = 0;
    marks(slot) = 0;
  }
};

/// Gives the leaves of a word their slots.
template <class MemorySpace>
struct ListLeaves {
  static constexpr int grain = 64;
  QuadTreeView<MemorySpace> tree;

  KOKKOS_FUNCTION void operator()(int word) const {
    const std::int32_t level = level_of_word(tree.bits, word);
    const auto first = 32 * static_cast<std::uint32_t>(word - tree.bits.first_word(level));
    std::int32_t slot = tree.first_leaf(word);
    for (std::uint32_t left = tree.leaves(word); left != 0; left &= left - 1) {
      tree.code(slot++) = 1u << 2 * level | (first + static_cast<std::uint32_t>(countr_zero(left)));
    }
  }
};
template <class MemorySpace>
struct DescribeLeaves {
  static constexpr int grain = 64;
  DescribeLeaf<MemorySpace> describe;

  KOKKOS_FUNCTION void operator()(int slot) const { describe(slot, describe.tree.code(slot)); }
};

template <class MemorySpace>
struct InsertIntoIndex {
  QuadTreeView<MemorySpace> tree;

  KOKKOS_FUNCTION void operator()(int slot) const { tree.index.insert(tree.code(slot), slot); }
};

template <class MemorySpace>
struct CountNeighbors {
  static constexpr int grain = 64;
  QuadTreeView<MemorySpace> tree;
  std::int32_t slots;

  KOKKOS_FUNCTION void operator()(int slot) const {
    std::int32_t count = 0;
    if (slot < slots) for_each_quad_neighbor(tree, slot, [&](std::int32_t, std::int32_t) { ++count; });
    if (slot < slots) tree.count(slot) = tree.capacity(slot) = count;
    tree.first(slot) = count;
  }
};

template <class MemorySpace>
struct ListNeighbors {
  static constexpr int grain = 64;
  QuadTreeView<MemorySpace> tree;

  KOKKOS_FUNCTION void operator()(int slot) const {
    std::int32_t at = tree.first(slot);
    for_each_quad_neighbor(tree, slot, [&](std::int32_t other, std::int32_t length) { tree.neighbors(at++) = {other, length}; });
  }
};

template <class Execution>
std::uint64_t QuadTree<Execution>::bytes() const {
  const std::size_t numbers = places_.size() + inserted_.size() + removed_.size() + updated_.size() + free_.size() + marks_.size() +
                              marked_.size() + tree_.leaves.size() + tree_.first_leaf.size() + block_sums_.size();
  return tree_.bits.bytes() + before_.bytes() + 4 * numbers + (5 * 4 + sizeof(HalfCell)) * tree_.code.size() +
         sizeof(QuadNeighbor) * tree_.neighbors.size() + std::uint64_t{12} * tree_.index.capacity();
}

template <class Execution>
std::vector<GridSquare> QuadTree<Execution>::squares() const {
  const auto codes = host_view(tree_.code);
  const auto costs = host_view(tree_.cost);
  std::vector<GridSquare> squares;
  for (std::size_t slot = 0; slot < static_cast<std::size_t>(slots_); ++slot) {
    if (codes(slot) == 0 || costs(slot) == 0) continue;
    const Quad quad = quad_of(codes(slot));
    const std::int32_t side = tree_.bits.leaf_cells << (tree_.bits.depth - quad.level);
    squares.push_back({quad.x * side, quad.y * side, side});
  }
  return squares;
}

template <class Execution>
void QuadTree<Execution>::make(const Execution& execution, const GridGraph<MemorySpace>& graph, const QuadShape& shape) {
  std::int32_t levels = 0;
  while ((1 << levels) < std::max(graph.width, graph.height)) ++levels;
  tree_.graph = graph;
  tree_.shape = shape;
  tree_.bits.depth = std::min(levels, shape.depth);
  tree_.bits.leaf_cells = 1 << (levels - tree_.bits.depth);
  const auto words = static_cast<std::size_t>(tree_.bits.words());
  before_.depth = tree_.bits.depth;
  before_.leaf_cells = tree_.bits.leaf_cells;
  for (typename QuadBits<MemorySpace>::Words* view : {&tree_.bits.some, &tree_.bits.all, &before_.some, &before_.all}) {
    fit_view("plethos::quadtree::bits", words, *view);
  }
  if (counts_.size() == 0) counts_ = Numbers("plethos::quadtree::counts", count_all);
  build_bits(execution);
  build_leaves(execution);
  build_neighbors(execution);
}

template <class Execution>
void QuadTree<Execution>::build_bits(const Execution& execution) {
  const QuadBits<MemorySpace>& bits = tree_.bits;
  backends::for_each(execution, "plethos::quadtree::clear_bits", bits.words(), ClearBits<MemorySpace>{bits});
  backends::for_each(execution, "plethos::quadtree::find_deepest_bits", 1 << 2 * bits.depth,
                     FindDeepestBits<MemorySpace>{bits, {tree_.graph, bits.leaf_cells}});
  for (std::int32_t level = bits.depth - 1; level >= 0; --level) {
    backends::for_each(execution, "plethos::quadtree::find_bits", bits.words_of(level), FindBits<MemorySpace>{bits, level});
  }
}

template <class Execution>
void QuadTree<Execution>::build_leaves(const Execution& execution) {
  const QuadBits<MemorySpace>& bits = tree_.bits;
  const auto words = static_cast<std::size_t>(bits.words());
  fit_view("plethos::quadtree::leaves", words, tree_.leaves);
  fit_view("plethos::quadtree::first_leaf", words + 1, tree_.first_leaf);
  fit_view("plethos::quadtree::block_sums", (words + 1) / backends::scan_block + 1, block_sums_);
  backends::for_each(execution, "plethos::quadtree::mark_leaves", static_cast<int>(words) + 1,
                     MarkLeaves<MemorySpace>{bits, tree_.leaves, tree_.first_leaf});
  leaves_ = slots_ = backends::places_of_counts(execution, "plethos::quadtree::scan", tree_.first_leaf, block_sums_);
  free_count_ = 0;
  tree_.ordered = true;
  // A quarter more, for leaves to come. One place behind the last slot is where the scan of neighbors ends.
  const auto claimed = static_cast<std::size_t>(slots_) + static_cast<std::size_t>(slots_) / 4 + spare_slots;
  if (tree_.code.size() <= static_cast<std::size_t>(slots_) || tree_.code.size() > 2 * claimed) {
    fit_view("plethos::quadtree::code", claimed, tree_.code);
    fit_view("plethos::quadtree::cost", claimed, tree_.cost);
    fit_view("plethos::quadtree::point", claimed, tree_.point);
    fit_view("plethos::quadtree::first", claimed, tree_.first);
    fit_view("plethos::quadtree::count", claimed, tree_.count);
    fit_view("plethos::quadtree::capacity", claimed, tree_.capacity);
    fit_view("plethos::quadtree::inserted", claimed, inserted_);
    fit_view("plethos::quadtree::removed", claimed, removed_);
    fit_view("plethos::quadtree::updated", claimed, updated_);
    fit_view("plethos::quadtree::free", claimed, free_);
    fit_view("plethos::quadtree::touched", claimed, marked_);
    fit_view("plethos::quadtree::marks", claimed, marks_);
  }
  backends::for_each(execution, "plethos::quadtree::clear_slots", static_cast<int>(tree_.code.size()),
                     ClearSlots<MemorySpace>{tree_.code, marks_});
  backends::for_each(execution, "plethos::quadtree::list_leaves", static_cast<int>(words), ListLeaves<MemorySpace>{tree_});
  backends::for_each(execution, "plethos::quadtree::describe", slots_,
                     DescribeLeaves<MemorySpace>{{tree_, {tree_.graph, bits.leaf_cells}}});
}

template <class Execution>
void QuadTree<Execution>::build_neighbors(const Execution& execution) {
  const auto slots = static_cast<std::size_t>(slots_);
  const Numbers first = Kokkos::subview(tree_.first, std::pair<std::size_t, std::size_t>(0, slots + 1));
  fit_view("plethos::quadtree::neighbor_sums", (slots + 1) / backends::scan_block + 1, block_sums_);
  backends::for_each(execution, "plethos::quadtree::count_neighbors", slots_ + 1, CountNeighbors<MemorySpace>{tree_, slots_});
  const std::int32_t neighbors = backends::places_of_counts(execution, "plethos::quadtree::scan", first, block_sums_);
  const auto claimed = static_cast<std::size_t>(neighbors) + static_cast<std::size_t>(neighbors) / 2 + 4096;
  if (tree_.neighbors.size() < static_cast<std::size_t>(neighbors) || tree_.neighbors.size() > 2 * claimed) {
    fit_view("plethos::quadtree::neighbors", claimed, tree_.neighbors);
  }
  backends::for_each(execution, "plethos::quadtree::list_neighbors", slots_, ListNeighbors<MemorySpace>{tree_});
  taken_neighbors_ = neighbors;
}

template <class Execution>
std::vector<QuadLevel> QuadTree<Execution>::list_squares(std::span<const std::int32_t> cells) {
  const QuadBits<MemorySpace>& bits = tree_.bits;
  std::vector<std::int32_t> level, all;
  for (const std::int32_t cell : cells) {
    level.push_back(
        static_cast<std::int32_t>(quad_place(cell % tree_.graph.width / bits.leaf_cells, cell / tree_.graph.width / bits.leaf_cells)));
  }
  std::vector<QuadLevel> levels;
  for (std::int32_t at = bits.depth; at >= 0; --at) {
    sort_once(level);
    levels.push_back({at, static_cast<std::int32_t>(all.size()), static_cast<std::int32_t>(level.size())});
    all.insert(all.end(), level.begin(), level.end());
    for (std::int32_t& place : level) place /= 4;
  }
  all.resize(all.size() + static_cast<std::size_t>(levels[0].count));
  refill_view("plethos::quadtree::places", std::span<const std::int32_t>(all), places_);
  return levels;
}

template <class Execution>
void QuadTree<Execution>::leave_order(const Execution& execution) {
  if (!tree_.ordered) return;
  // Codes of leaves that are gone will stay there.
  const auto claimed = static_cast<std::uint32_t>(2 * tree_.code.size());
  if (tree_.index.capacity() < claimed) {
    tree_.index = {};
    tree_.index = typename QuadTreeView<MemorySpace>::Index(claimed);
  } else {
    tree_.index.clear();
  }
  backends::for_each(execution, "plethos::quadtree::fill_index", slots_, InsertIntoIndex<MemorySpace>{tree_});
  copy_view(before_.some, tree_.bits.some);
  copy_view(before_.all, tree_.bits.all);
  tree_.ordered = false;
}

template <class Execution>
QuadChanges QuadTree<Execution>::rebuild(const Execution& execution) {
  build_leaves(execution);
  build_neighbors(execution);
  touched_ = vacated_ = {};
  return {0, 0, 0, true};
}

template <class Execution>
QuadChanges QuadTree<Execution>::change(const Execution& execution, std::span<const std::int32_t> cells) {
  const backends::ByTeam<ChangeQuads<MemorySpace>> change{begin_change(execution, cells)};
  backends::for_each_team(execution, "plethos::quadtree::change", 1, quad_change_team, 0, change);
  execution.fence();
  return end_change(execution);
}

template <class Execution>
ChangeQuads<typename Execution::memory_space> QuadTree<Execution>::begin_change(const Execution& execution,
                                                                                std::span<const std::int32_t> cells) {
  const std::vector<QuadLevel> levels = list_squares(cells);
  leave_order(execution);
  const std::int32_t neighbors = taken_neighbors_;
  copy_view(counts_, to_view<Kokkos::HostSpace>("plethos::quadtree::counts", std::vector<std::int32_t>{0, 0, 0, 0, neighbors, 0, 0}));
  ChangeQuads<MemorySpace> change{{tree_, {tree_.graph, tree_.bits.leaf_cells}},
                                  before_,
                                  places_,
                                  {},
                                  static_cast<std::int32_t>(levels.size()),
                                  inserted_,
                                  removed_,
                                  updated_,
                                  free_,
                                  free_count_,
                                  slots_,
                                  marks_,
                                  marked_,
                                  counts_};
  std::copy(levels.begin(), levels.end(), change.levels);
  return change;
}

template <class Execution>
QuadChanges QuadTree<Execution>::end_change(const Execution& execution) {
  const auto counts = host_view(counts_);
  const QuadChanges changes{counts(count_inserted), counts(count_removed), counts(count_updated), false};
  leaves_ += changes.inserted - changes.removed;
  taken_neighbors_ = counts(count_neighbors);
  if (counts(count_no_leaf) > 0) return rebuild(execution);
  touched_ = Kokkos::subview(marked_, std::pair<std::int32_t, std::int32_t>(0, counts(count_touched)));
  vacated_ = Kokkos::subview(free_, std::pair<std::int32_t, std::int32_t>(free_count_, free_count_ + changes.removed));
  free_count_ += changes.removed;
  slots_ += std::max(0, changes.inserted - free_count_);
  free_count_ = std::max(0, free_count_ - changes.inserted);
  if (counts(count_no_neighbors) > 0) build_neighbors(execution);
  return changes;
}

PLETHOS_INSTANTIATE(QuadTree);

}  // namespace plethos::planning
