#pragma once

#include <Kokkos_UnorderedMap.hpp>
#include <span>
#include <vector>

#include "algorithms/planning/fields/half_cells.hpp"
#include "algorithms/planning/fields/quadtree/quad_bits.hpp"
#include "algorithms/planning/grid/map/grid_graph.hpp"
#include "algorithms/planning/paths.hpp"

namespace plethos::planning {

/// What a quadtree is made by.
struct QuadShape {
  std::int32_t depth = 7;     ///< levels below the root, 0 to deepest_quads; no quad is smaller than a cell
  float blocked_from = 0.9f;  ///< (0, 1]: a quad is untraversable if so much of its area is blocked
  float crowded_cost = 16;    ///< >= 1, MAX_COST of Garcia, Kapadia and Badler 2014
  bool diagonal = true;       ///< whether quads that meet at a corner are neighbors
};

/// The cost of a free quad. Costs are whole numbers.
inline constexpr std::int32_t free_quad_cost = 16;

/// A neighbor of a quad, and the length of the way between them in the units of step_lengths.hpp, of which a cell has length_of_cell.
struct QuadNeighbor {
  std::int32_t slot;
  std::int32_t length;
};

/// A quadtree over a grid in one memory space, as kernels read it. Each leaf has a slot, which it keeps as long as it is there. Slots of a
/// new tree follow each other in the order of codes, so that a leaf's slot is the number of leaves before it. After a change they do not,
/// and a hash map has them.
template <class MemorySpace>
struct QuadTreeView {
  using Index = Kokkos::UnorderedMap<std::uint32_t, std::int32_t, MemorySpace>;

  GridGraph<MemorySpace> graph;
  QuadShape shape;
  QuadBits<MemorySpace> bits;
  bool ordered = true;                                    ///< whether slots are in the order of codes
  Kokkos::View<std::uint32_t*, MemorySpace> leaves;       ///< which squares were leaves when the tree was new, as QuadBits::some
  Kokkos::View<std::int32_t*, MemorySpace> first_leaf;    ///< leaves before each word of `leaves`
  Index index;                                            ///< slot of each leaf's code, if they are not ordered
  Kokkos::View<std::uint32_t*, MemorySpace> code;         ///< of each slot; 0: it has no leaf
  Kokkos::View<std::int32_t*, MemorySpace> cost;          ///< of each slot; 0: untraversable
  Kokkos::View<HalfCell*, MemorySpace> point;             ///< of each slot: the leaf's center, or the free cell that is nearest to it
  Kokkos::View<std::int32_t*, MemorySpace> first, count;  ///< of each slot: its neighbors in `neighbors`
  Kokkos::View<std::int32_t*, MemorySpace> capacity;      ///< of each slot: how many fit there
  Kokkos::View<QuadNeighbor*, MemorySpace> neighbors;

  /// Returns the slot of a leaf.
  KOKKOS_INLINE_FUNCTION std::int32_t find(const Quad& quad) const {
    if (ordered) {
      const std::uint32_t at = quad_place(quad.x, quad.y);
      const std::int32_t word = bits.first_word(quad.level) + static_cast<std::int32_t>(at / 32);
      return first_leaf(word) + popcount(leaves(word) & ((1u << at % 32) - 1));
    }
    const std::uint32_t place = index.find(quad_code(quad));
    return index.valid_at(place) ? index.value_at(place) : -1;
  }
  /// Returns the slot of the leaf that holds a cell of the grid.
  KOKKOS_INLINE_FUNCTION std::int32_t slot_at(std::int32_t cell) const {
    return find(bits.leaf_at(cell % graph.width / bits.leaf_cells, cell / graph.width / bits.leaf_cells));
  }
  /// Returns the cost of a step of some length to a leaf.
  KOKKOS_INLINE_FUNCTION std::int32_t step_cost(std::int32_t length, std::int32_t to) const {
    return static_cast<std::int32_t>((static_cast<std::int64_t>(length) * cost(to) + free_quad_cost / 2) / free_quad_cost);
  }
};

/// What a change has done to the leaves of a tree.
struct QuadChanges {
  std::int32_t inserted = 0, removed = 0, updated = 0;
  bool rebuilt = false;  ///< whether the tree had to be built anew: then slots mean other leaves than before
};

template <class MemorySpace>
struct ChangeQuads;

/// A quadtree over the blocked cells of a grid (Garcia, Kapadia and Badler 2014, sections V to VII), built and repaired on the backend. A
/// quad in which some cells are blocked is divided, down to the deepest level; one in which all are is not. Ground outside of the map is
/// blocked. A leaf of the deepest level costs the more, the more of it is blocked, and is untraversable from a threshold on.
template <class Execution>
class QuadTree {
 public:
  using MemorySpace = typename Execution::memory_space;

  /// Builds the tree. Cost: a visit of all cells, and for each leaf its neighbors.
  void make(const Execution& execution, const GridGraph<MemorySpace>& graph, const QuadShape& shape);
  /// Makes the tree that make() would make after some cells of its graph have turned. Cost: what changes, by one team. Waits.
  QuadChanges change(const Execution& execution, std::span<const std::int32_t> cells);
  /// The same in two steps. In between, one team does the work of the kernel that the first one returns.
  ChangeQuads<MemorySpace> begin_change(const Execution& execution, std::span<const std::int32_t> cells);
  QuadChanges end_change(const Execution& execution);

  const QuadTreeView<MemorySpace>& view() const { return tree_; }
  std::int32_t leaves() const { return leaves_; }
  /// Slots from here on have never had a leaf.
  std::int32_t slots() const { return slots_; }
  /// The slots of the leaves that the last change has inserted or updated, and of those around them.
  Kokkos::View<const std::int32_t*, MemorySpace> touched() const { return touched_; }
  /// The codes of the leaves that the last change has inserted, and the slots of those that it has removed. New leaves may have them now.
  Kokkos::View<const std::int32_t*, MemorySpace> inserted() const { return inserted_; }
  Kokkos::View<const std::int32_t*, MemorySpace> vacated() const { return vacated_; }
  std::uint64_t bytes() const;
  /// Returns the leaves that can be passed, by slot, in main memory. Cost: a copy of codes and costs.
  std::vector<GridSquare> squares() const;
  /// What a slot takes besides its neighbors, and how many slots a tree has at least beyond its leaves.
  static constexpr std::size_t least_bytes_per_slot = 11 * 4 + sizeof(HalfCell);
  static constexpr std::size_t spare_slots = 1024;

 private:
  using Numbers = Kokkos::View<std::int32_t*, MemorySpace>;

  void build_bits(const Execution& execution);
  void build_leaves(const Execution& execution);
  void build_neighbors(const Execution& execution);
  /// Uploads the squares of all levels that hold cells, by level from the deepest one on, and a 0 for each of that one.
  std::vector<QuadLevel> list_squares(std::span<const std::int32_t> cells);
  QuadChanges rebuild(const Execution& execution);
  /// Fills the hash map, before the first change.
  void leave_order(const Execution& execution);

  QuadTreeView<MemorySpace> tree_;
  std::int32_t leaves_ = 0, slots_ = 0, free_count_ = 0, taken_neighbors_ = 0;
  QuadBits<MemorySpace> before_;  ///< the same bits, from the first change on
  Numbers places_, inserted_, removed_, updated_, free_, marks_, marked_, touched_, vacated_, counts_, block_sums_;
};

}  // namespace plethos::planning
