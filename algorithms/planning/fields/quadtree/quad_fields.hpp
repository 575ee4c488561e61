#pragma once

#include <functional>
#include <span>

#include "algorithms/planning/fields/field_source.hpp"
#include "algorithms/planning/fields/quadtree/quad_tree.hpp"
#include "algorithms/planning/fields/wave.hpp"

namespace plethos::planning {

/// How far the computing of one field has come. Its lists hold slots.
struct QuadFieldState {
  std::int32_t listed[2] = {0, 0};     ///< leaves at the front, by even and odd rounds
  std::int32_t round = 0;              ///< counts the rounds
  std::int32_t worked = 0;             ///< leaves that this round has worked on
  std::int32_t least_far = unreached;  ///< the least value of the leaves that it has left for later
  std::int32_t threshold = 0;          ///< rounds leave leaves for later whose values are not below it
  std::int32_t settled = 0;            ///< values below it are final
  std::int32_t raised[2] = {0, 0};     ///< leaves whose values are to be checked, by even and odd passes
  std::int32_t pulled = 0;             ///< leaves that may be lowered by their neighbors
  std::int32_t invalidated = 0;        ///< counts values that were taken back
  std::int32_t lowered = 0;            ///< counts leaves that a round has worked on
};

/// The values of fields over a quadtree in one memory space: of each leaf the cost of the cheapest way from it to the nearest source of the
/// field, in the units of step_lengths.hpp. A step from a leaf q to its neighbor counts its length times the cost of q (Garcia, Kapadia and
/// Badler 2014, section VII.A).
template <class MemorySpace>
struct QuadValues {
  QuadTreeView<MemorySpace> tree;
  std::int32_t slots = 0;  ///< of each field
  Kokkos::View<std::int32_t*, MemorySpace> values;

  KOKKOS_INLINE_FUNCTION std::int32_t& at(std::int32_t field, std::int32_t slot) const {
    return values(static_cast<std::size_t>(field) * static_cast<std::size_t>(slots) + static_cast<std::size_t>(slot));
  }
  /// Returns the leaf that follows on the cheapest way from a leaf, the first of equally good neighbors; -1 at a source and without a way.
  KOKKOS_INLINE_FUNCTION std::int32_t next(std::int32_t field, std::int32_t slot) const {
    const std::int32_t own = at(field, slot);
    if (own == 0 || own >= unreached) return -1;
    for (std::int32_t k = tree.first(slot); k < tree.first(slot) + tree.count(slot); ++k) {
      const QuadNeighbor neighbor = tree.neighbors(k);
      if (at(field, neighbor.slot) + tree.step_cost(neighbor.length, slot) == own) return neighbor.slot;
    }
    return -1;
  }
};

template <class MemorySpace>
struct QuadFieldsView;
template <class MemorySpace>
struct RaiseField;

/// Fields over a quadtree, each from its own sources. With Wave::front a team computes a field in rounds: a round lowers the neighbors of
/// the leaves whose values have fallen, the near ones first. On a CPU a team is a thread, on a device a block. With Wave::sweep all leaves
/// of all fields are lowered by their neighbors again and again. Values are whole numbers, so that they are the same in whatever order
/// leaves are taken.
template <class Execution>
class QuadFields {
 public:
  using MemorySpace = typename Execution::memory_space;

  /// Claims memory for so many fields over a tree, and leaves all leaves unreached. `step`: how far leaves are apart whose values are
  /// computed at the same time by a front, in sides of the smallest quads; 0: as suits the execution.
  void make(const Execution& execution, const QuadTree<Execution>& tree, std::int32_t fields, Wave wave = Wave::front,
            std::int32_t step = 0);
  /// Returns the bytes that make() claims for a field, for each slot.
  static constexpr std::size_t bytes_per_slot(Wave wave) { return 4 * (1 + 2 + 2 + 1 + (wave == Wave::sweep ? 1 : 0)) + 2; }

  /// Lets waves begin at the leaves of cells, each with value 0. Does not wait.
  void begin(const Execution& execution, std::span<const FieldSource> sources);
  /// Computes the fields until farthest() returns a value below settled(), or until all values are final. farthest() returns the greatest
  /// value that anybody needs, as far as it is known, `unreached` for a leaf that has none yet; it waits for kernels.
  void spread(const Execution& execution, const std::function<std::int32_t()>& farthest);
  /// Takes note of a change of the tree: values of new leaves are unreached, and those that depended on a changed leaf are taken back
  /// (algorithm 4). begin() for all sources and spread() come next.
  void change(const Execution& execution, const QuadTree<Execution>& tree, const QuadChanges& changes);
  /// Begins the same where a tree has not been rebuilt. The kernel that it returns does the rest, by a team for each field.
  RaiseField<MemorySpace> begin_change(const QuadTree<Execution>& tree, const QuadChanges& changes);

  std::int32_t fields() const { return static_cast<std::int32_t>(states_.size()); }
  QuadValues<MemorySpace> values() const { return {tree_, slots_, values_}; }
  /// Returns what kernels that compute the fields (quad_rounds.hpp) work on.
  QuadFieldsView<MemorySpace> view() const;
  /// Values below this one are final.
  std::int32_t settled() const { return settled_; }
  /// Return how many values were taken back, and how often a leaf has lowered its neighbors at a front, since make(). Cost: a copy of the
  /// states.
  std::uint64_t invalidated() const;
  std::uint64_t lowered() const;
  /// Returns how many sweeps went over all leaves since make().
  std::uint64_t sweeps() const { return sweeps_; }
  std::uint64_t bytes() const { return bytes_per_slot(wave_) * values_.size() + sizeof(QuadFieldState) * states_.size(); }

 private:
  using Numbers = Kokkos::View<std::int32_t*, MemorySpace>;

  void clear(const Execution& execution);
  void advance_front(const Execution& execution, const std::function<std::int32_t()>& farthest);
  void sweep(const Execution& execution, const std::function<std::int32_t()>& farthest);

  QuadTreeView<MemorySpace> tree_;
  std::int32_t slots_ = 0, words_shift_ = 0, settled_ = 0, step_ = 0;
  Wave wave_ = Wave::front;
  std::uint64_t sweeps_ = 0;
  Numbers values_, swept_, changed_, listed_[2], raised_[2], pulled_;
  Kokkos::View<std::uint32_t*, MemorySpace> marks_;
  Kokkos::View<QuadFieldState*, MemorySpace> states_;
  Kokkos::View<FieldSource*, MemorySpace> sources_;
};

}  // namespace plethos::planning
