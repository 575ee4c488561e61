#include "algorithms/planning/quadtree/quad_tree.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/planning/grid_search/grid_changes.hpp"
#include "algorithms/planning/quadtree/quad_neighbors.hpp"
#include "backends/append.hpp"
#include "backends/instantiate.hpp"
#include "backends/scan.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

/// The cells of a square of the deepest level.
template <class MemorySpace>
struct LeafCells {
  GridGraph<MemorySpace> graph;
  std::int32_t side;

  /// Returns how many of the cells of a square are blocked, or outside of the map.
  KOKKOS_INLINE_FUNCTION std::int32_t blocked(std::int32_t column, std::int32_t row) const {
    std::int32_t open = 0;
    const std::int32_t end_x = Kokkos::min((column + 1) * side, graph.width), end_y = Kokkos::min((row + 1) * side, graph.height);
    for (std::int32_t y = row * side; y < end_y; ++y) {
      for (std::int32_t x = column * side; x < end_x; ++x) open += graph.passable(y * graph.width + x);
    }
    return side * side - open;
  }
};

/// Sets the bits of a word of the deepest level.
template <class MemorySpace>
struct FindDeepestBits {
  static constexpr int grain = 16;
  QuadBits<MemorySpace> bits;
  LeafCells<MemorySpace> cells;

  KOKKOS_FUNCTION void operator()(int word) const {
    std::uint32_t some = 0, all = 0;
    const std::uint32_t squares = 1u << 2 * bits.depth;
    for (std::uint32_t bit = 0; bit < 32 && 32 * static_cast<std::uint32_t>(word) + bit < squares; ++bit) {
      const std::uint32_t place = 32 * static_cast<std::uint32_t>(word) + bit;
      const std::int32_t blocked =
          cells.blocked(static_cast<std::int32_t>(gather_bits(place)), static_cast<std::int32_t>(gather_bits(place >> 1)));
      if (blocked > 0) some |= 1u << bit;
      if (blocked == cells.side * cells.side) all |= 1u << bit;
    }
    const std::int32_t at = bits.first_word(bits.depth) + word;
    bits.some(at) = some;
    bits.all(at) = all;
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

/// Computes a square's bits again, of a list of squares of one level.
template <class MemorySpace>
struct FindBitsAgain {
  QuadBits<MemorySpace> bits;
  LeafCells<MemorySpace> cells;
  std::int32_t level;
  Kokkos::View<const std::int32_t*, MemorySpace> places;
  std::int32_t first;

  KOKKOS_FUNCTION void operator()(int k) const {
    const auto place = static_cast<std::uint32_t>(places(first + k));
    bool some = false, all = false;
    if (level == bits.depth) {
      const std::int32_t blocked =
          cells.blocked(static_cast<std::int32_t>(gather_bits(place)), static_cast<std::int32_t>(gather_bits(place >> 1)));
      some = blocked > 0;
      all = blocked == cells.side * cells.side;
    } else {
      const std::int32_t at = bits.first_word(level + 1) + static_cast<std::int32_t>(place / 8);
      some = (bits.some(at) >> 4 * (place % 8) & 15u) != 0;
      all = (bits.all(at) >> 4 * (place % 8) & 15u) == 15u;
    }
    const std::int32_t word = bits.first_word(level) + static_cast<std::int32_t>(place / 32);
    set(bits.some(word), place % 32, some);
    set(bits.all(word), place % 32, all);
  }

 private:
  KOKKOS_INLINE_FUNCTION static void set(std::uint32_t& word, std::uint32_t bit, bool value) {
    if (value) {
      Kokkos::atomic_or(&word, 1u << bit);
    } else {
      Kokkos::atomic_and(&word, ~(1u << bit));
    }
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

/// Finds what a leaf costs, and the place that stands for it.
template <class MemorySpace>
struct DescribeLeaf {
  QuadTreeView<MemorySpace> tree;
  LeafCells<MemorySpace> cells;

  KOKKOS_INLINE_FUNCTION void operator()(std::int32_t slot, std::uint32_t code) const {
    const Quad quad = quad_of(code);
    const std::uint32_t place = quad_place(quad.x, quad.y);
    const std::int32_t half = cells.side << (tree.bits.depth - quad.level);
    tree.code(slot) = code;
    tree.point(slot) = {(2 * quad.x + 1) * half, (2 * quad.y + 1) * half};
    if (!tree.bits.mixed(quad.level, place)) {
      tree.cost(slot) = tree.bits.bit(tree.bits.all, quad.level, place) ? 0 : free_quad_cost;
      return;
    }
    const float share = static_cast<float>(cells.blocked(quad.x, quad.y)) / static_cast<float>(cells.side * cells.side);
    const float cost = Kokkos::fmax(1.f, tree.shape.crowded_cost * share);
    tree.cost(slot) = share >= tree.shape.blocked_from ? 0 : static_cast<std::int32_t>(free_quad_cost * cost + 0.5f);
    tree.point(slot) = free_point(quad, tree.point(slot));
  }

 private:
  /// The center of the free cell that is nearest to a leaf's center; of equally near ones the first.
  KOKKOS_INLINE_FUNCTION HalfCell free_point(const Quad& quad, HalfCell center) const {
    HalfCell best = center;
    std::int32_t best_squared = 0x7fffffff;
    const GridGraph<MemorySpace>& graph = cells.graph;
    for (std::int32_t y = quad.y * cells.side; y < Kokkos::min((quad.y + 1) * cells.side, graph.height); ++y) {
      for (std::int32_t x = quad.x * cells.side; x < Kokkos::min((quad.x + 1) * cells.side, graph.width); ++x) {
        const std::int32_t across = 2 * x + 1 - center.x, down = 2 * y + 1 - center.y;
        const std::int32_t squared = across * across + down * down;
        if (graph.passable(y * graph.width + x) == 0 || squared >= best_squared) continue;
        best = {2 * x + 1, 2 * y + 1};
        best_squared = squared;
      }
    }
    return best;
  }
};

template <class MemorySpace>
struct MakeLeaves {
  static constexpr int grain = 64;
  DescribeLeaf<MemorySpace> describe;

  KOKKOS_FUNCTION void operator()(int word) const {
    const QuadTreeView<MemorySpace>& tree = describe.tree;
    const std::int32_t level = level_of_word(tree.bits, word);
    const auto first = 32 * static_cast<std::uint32_t>(word - tree.bits.first_word(level));
    std::int32_t slot = tree.first_leaf(word);
    for (std::uint32_t left = tree.leaves(word); left != 0; left &= left - 1) {
      describe(slot++, 1u << 2 * level | (first + static_cast<std::uint32_t>(countr_zero(left))));
    }
  }
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
    if (slot < slots) tree.count(slot) = tree.room(slot) = count;
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

// Changes. What a change counts, by places in QuadTree::counts_. `count_lack` says that something does not fit.
enum QuadCount { count_inserted, count_removed, count_updated, count_touched, count_neighbors, count_lack, count_all };

/// Compares what a square of a list is now with what it was, and each of its children.
template <class MemorySpace>
struct CompareSquares {
  QuadTreeView<MemorySpace> tree;
  QuadBits<MemorySpace> before;
  std::int32_t level;
  Kokkos::View<const std::int32_t*, MemorySpace> places;
  std::int32_t first;
  Kokkos::View<std::int32_t*, MemorySpace> inserted, removed, updated;  ///< codes
  Kokkos::View<std::int32_t*, MemorySpace> counts;

  KOKKOS_FUNCTION void operator()(int k) const {
    const auto place = static_cast<std::uint32_t>(places(first + k));
    if (before.is_leaf(level, place) && tree.bits.is_leaf(level, place)) add(updated, count_updated, level, place);
    if (level == 0) compare(0, 0);
    if (level == tree.bits.depth) return;
    for (std::uint32_t child = 0; child < 4; ++child) compare(level + 1, 4 * place + child);
  }

 private:
  KOKKOS_INLINE_FUNCTION void compare(std::int32_t of_level, std::uint32_t place) const {
    const bool was = before.is_leaf(of_level, place), is = tree.bits.is_leaf(of_level, place);
    if (is && !was) add(inserted, count_inserted, of_level, place);
    if (was && !is) add(removed, count_removed, of_level, place);
  }
  KOKKOS_INLINE_FUNCTION void add(const Kokkos::View<std::int32_t*, MemorySpace>& list, int count, std::int32_t of_level,
                                  std::uint32_t place) const {
    const std::int32_t at = backends::append_place(counts(count));
    if (at < list.extent_int(0)) list(at) = static_cast<std::int32_t>(1u << 2 * of_level | place);
  }
};

/// Removes a leaf. Its code stays in the index, without a slot.
template <class MemorySpace>
struct RemoveLeaf {
  QuadTreeView<MemorySpace> tree;
  Kokkos::View<const std::int32_t*, MemorySpace> removed;
  Kokkos::View<std::int32_t*, MemorySpace> free;
  std::int32_t free_count;

  KOKKOS_FUNCTION void operator()(int k) const {
    const std::uint32_t place = tree.index.find(static_cast<std::uint32_t>(removed(k)));
    const std::int32_t slot = tree.index.value_at(place);
    tree.index.value_at(place) = -1;
    tree.code(slot) = 0;
    tree.cost(slot) = 0;
    tree.count(slot) = 0;
    free(free_count + k) = slot;
  }
};

/// Inserts a leaf into the last free slot, or into a new one.
template <class MemorySpace>
struct InsertLeaf {
  DescribeLeaf<MemorySpace> describe;
  Kokkos::View<const std::int32_t*, MemorySpace> inserted;
  Kokkos::View<const std::int32_t*, MemorySpace> free;
  std::int32_t free_count, slots;
  Kokkos::View<std::int32_t*, MemorySpace> counts;

  KOKKOS_FUNCTION void operator()(int k) const {
    const auto code = static_cast<std::uint32_t>(inserted(k));
    const std::int32_t slot = k < free_count ? free(free_count - 1 - k) : slots + k - free_count;
    const auto result = describe.tree.index.insert(code, slot);
    if (result.failed()) {
      Kokkos::atomic_add(&counts(count_lack), 1);
      return;
    }
    if (result.existing()) describe.tree.index.value_at(result.index()) = slot;
    if (k >= free_count) describe.tree.room(slot) = 0;
    describe.tree.count(slot) = 0;
    describe(slot, code);
  }
};

template <class MemorySpace>
struct UpdateLeaf {
  DescribeLeaf<MemorySpace> describe;
  Kokkos::View<const std::int32_t*, MemorySpace> updated;

  KOKKOS_FUNCTION void operator()(int k) const {
    const auto code = static_cast<std::uint32_t>(updated(k));
    describe(describe.tree.find(quad_of(code)), code);
  }
};

/// Lists a leaf that has changed, and those around it.
template <class MemorySpace>
struct TouchLeaves {
  QuadTreeView<MemorySpace> tree;
  Kokkos::View<const std::int32_t*, MemorySpace> codes;
  Kokkos::View<std::int32_t*, MemorySpace> marks, touched, counts;

  KOKKOS_FUNCTION void operator()(int k) const {
    const Quad quad = quad_of(static_cast<std::uint32_t>(codes(k)));
    touch(quad);
    for_each_quad_beside(tree.bits, quad, [&](const Quad& beside) { touch(beside); });
    for_each_quad_aslant(tree.bits, quad, [&](const Quad& aslant, const Quad&, const Quad&, std::int32_t, std::int32_t) { touch(aslant); });
  }

 private:
  KOKKOS_INLINE_FUNCTION void touch(const Quad& quad) const {
    const std::int32_t slot = tree.find(quad);
    if (Kokkos::atomic_exchange(&marks(slot), 1) == 0) touched(backends::append_place(counts(count_touched))) = slot;
  }
};

/// Lists the neighbors of a touched leaf again, in the room that it has or in more.
template <class MemorySpace>
struct ListNeighborsAgain {
  static constexpr int grain = 16;
  QuadTreeView<MemorySpace> tree;
  Kokkos::View<const std::int32_t*, MemorySpace> touched;
  Kokkos::View<std::int32_t*, MemorySpace> marks, counts;

  KOKKOS_FUNCTION void operator()(int k) const {
    const std::int32_t slot = touched(k);
    marks(slot) = 0;
    std::int32_t count = 0;
    for_each_quad_neighbor(tree, slot, [&](std::int32_t, std::int32_t) { ++count; });
    if (count > tree.room(slot)) {
      const std::int32_t first = Kokkos::atomic_fetch_add(&counts(count_neighbors), count);
      if (first + count > tree.neighbors.extent_int(0)) {
        Kokkos::atomic_add(&counts(count_lack), 1);
        return;
      }
      tree.first(slot) = first;
      tree.room(slot) = count;
    }
    tree.count(slot) = count;
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
void QuadTree<Execution>::make(const Execution& execution, const GridGraph<MemorySpace>& graph, const QuadShape& shape) {
  std::int32_t levels = 0;
  while ((1 << levels) < std::max(graph.width, graph.height)) ++levels;
  tree_.graph = graph;
  tree_.shape = shape;
  tree_.bits.depth = std::min(levels, shape.depth);
  tree_.bits.leaf_cells = 1 << (levels - tree_.bits.depth);
  const auto words = static_cast<std::size_t>(tree_.bits.words());
  before_ = tree_.bits;
  for (typename QuadBits<MemorySpace>::Words* view : {&tree_.bits.some, &tree_.bits.all, &before_.some, &before_.all}) {
    *view = {};
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
  backends::for_each(execution, "plethos::quadtree::find_deepest_bits", bits.words_of(bits.depth),
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
  // A quarter more, for leaves to come.
  const auto room = static_cast<std::size_t>(slots_) + static_cast<std::size_t>(slots_) / 4 + spare_slots;
  if (tree_.code.size() < static_cast<std::size_t>(slots_) || tree_.code.size() > 2 * room) {
    fit_view("plethos::quadtree::code", room, tree_.code);
    fit_view("plethos::quadtree::cost", room, tree_.cost);
    fit_view("plethos::quadtree::point", room, tree_.point);
    fit_view("plethos::quadtree::first", room, tree_.first);
    fit_view("plethos::quadtree::count", room, tree_.count);
    fit_view("plethos::quadtree::room", room, tree_.room);
    fit_view("plethos::quadtree::inserted", room, inserted_);
    fit_view("plethos::quadtree::removed", room, removed_);
    fit_view("plethos::quadtree::updated", room, updated_);
    fit_view("plethos::quadtree::free", room, free_);
    fit_view("plethos::quadtree::touched", room, marked_);
    marks_ = Numbers("plethos::quadtree::marks", room);
  } else {
    Kokkos::deep_copy(marks_, 0);
  }
  Kokkos::deep_copy(tree_.code, 0u);
  backends::for_each(execution, "plethos::quadtree::make_leaves", static_cast<int>(words),
                     MakeLeaves<MemorySpace>{{tree_, {tree_.graph, bits.leaf_cells}}});
}

template <class Execution>
void QuadTree<Execution>::build_neighbors(const Execution& execution) {
  const auto slots = static_cast<std::size_t>(slots_);
  const Numbers first = Kokkos::subview(tree_.first, std::pair<std::size_t, std::size_t>(0, slots + 1));
  fit_view("plethos::quadtree::neighbor_sums", (slots + 1) / backends::scan_block + 1, block_sums_);
  backends::for_each(execution, "plethos::quadtree::count_neighbors", slots_ + 1, CountNeighbors<MemorySpace>{tree_, slots_});
  const std::int32_t neighbors = backends::places_of_counts(execution, "plethos::quadtree::scan", first, block_sums_);
  const auto room = static_cast<std::size_t>(neighbors) + static_cast<std::size_t>(neighbors) / 2 + 4096;
  if (tree_.neighbors.size() < static_cast<std::size_t>(neighbors) || tree_.neighbors.size() > 2 * room) {
    fit_view("plethos::quadtree::neighbors", room, tree_.neighbors);
  }
  backends::for_each(execution, "plethos::quadtree::list_neighbors", slots_, ListNeighbors<MemorySpace>{tree_});
  execution.fence();
  set_element(counts_, neighbors, count_neighbors);
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
  refill_view("plethos::quadtree::places", std::span<const std::int32_t>(all), places_);
  return levels;
}

template <class Execution>
void QuadTree<Execution>::leave_order(const Execution& execution) {
  if (!tree_.ordered) return;
  // Codes of leaves that are gone will stay there.
  const auto room = static_cast<std::uint32_t>(2 * tree_.code.size());
  if (tree_.index.capacity() < room) {
    tree_.index = {};
    tree_.index = typename QuadTreeView<MemorySpace>::Index(room);
  } else {
    tree_.index.clear();
  }
  backends::for_each(execution, "plethos::quadtree::fill_index", slots_, InsertIntoIndex<MemorySpace>{tree_});
  tree_.ordered = false;
}

template <class Execution>
QuadChanges QuadTree<Execution>::rebuild(const Execution& execution) {
  build_leaves(execution);
  build_neighbors(execution);
  touched_ = {};
  return {0, 0, 0, true};
}

template <class Execution>
QuadChanges QuadTree<Execution>::change(const Execution& execution, std::span<const std::int32_t> cells) {
  const std::vector<QuadLevel> levels = list_squares(cells);
  leave_order(execution);
  const QuadBits<MemorySpace>& bits = tree_.bits;
  copy_view(before_.some, bits.some);
  copy_view(before_.all, bits.all);
  const LeafCells<MemorySpace> leaf_cells{tree_.graph, bits.leaf_cells};
  for (const QuadLevel& level : levels) {
    backends::for_each(execution, "plethos::quadtree::find_bits", level.count,
                       FindBitsAgain<MemorySpace>{bits, leaf_cells, level.level, places_, level.first});
  }
  const std::int32_t neighbors = element(counts_, count_neighbors);
  copy_view(counts_, to_view<Kokkos::HostSpace>("plethos::quadtree::counts", std::vector<std::int32_t>{0, 0, 0, 0, neighbors, 0}));
  for (const QuadLevel& level : levels) {
    backends::for_each(
        execution, "plethos::quadtree::compare", level.count,
        CompareSquares<MemorySpace>{tree_, before_, level.level, places_, level.first, inserted_, removed_, updated_, counts_});
  }
  execution.fence();
  auto counts = host_view(counts_);
  const QuadChanges changes{counts(count_inserted), counts(count_removed), counts(count_updated), false};
  const std::int32_t capacity = tree_.code.extent_int(0);
  leaves_ += changes.inserted - changes.removed;
  if (std::max({changes.inserted, changes.removed, changes.updated}) > capacity) return rebuild(execution);
  backends::for_each(execution, "plethos::quadtree::remove", changes.removed, RemoveLeaf<MemorySpace>{tree_, removed_, free_, free_count_});
  free_count_ += changes.removed;
  const std::int32_t more = std::max(0, changes.inserted - free_count_);
  // One place behind the last slot is where the scan of neighbors ends.
  if (slots_ + more >= capacity) return rebuild(execution);
  const DescribeLeaf<MemorySpace> describe{tree_, leaf_cells};
  backends::for_each(execution, "plethos::quadtree::insert", changes.inserted,
                     InsertLeaf<MemorySpace>{describe, inserted_, free_, free_count_, slots_, counts_});
  slots_ += more;
  free_count_ = std::max(0, free_count_ - changes.inserted);
  backends::for_each(execution, "plethos::quadtree::update", changes.updated, UpdateLeaf<MemorySpace>{describe, updated_});
  for (const auto& [list, count] : {std::pair(inserted_, changes.inserted), std::pair(updated_, changes.updated)}) {
    backends::for_each(execution, "plethos::quadtree::touch", count, TouchLeaves<MemorySpace>{tree_, list, marks_, marked_, counts_});
  }
  execution.fence();
  counts = host_view(counts_);
  if (counts(count_lack) > 0) return rebuild(execution);
  touched_ = Kokkos::subview(marked_, std::pair<std::int32_t, std::int32_t>(0, counts(count_touched)));
  backends::for_each(execution, "plethos::quadtree::list_neighbors", counts(count_touched),
                     ListNeighborsAgain<MemorySpace>{tree_, touched_, marks_, counts_});
  execution.fence();
  if (element(counts_, count_lack) > 0) build_neighbors(execution);
  return changes;
}

PLETHOS_INSTANTIATE(QuadTree);

}  // namespace plethos::planning
