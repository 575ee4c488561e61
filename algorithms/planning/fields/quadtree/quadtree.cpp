#include <algorithm>
#include <string>

#include "algorithms/planning/fields/instantiate_field_planner.hpp"
#include "algorithms/planning/fields/quadtree/quad_fields.hpp"
#include "algorithms/planning/fields/quadtree/quad_neighbors.hpp"
#include "algorithms/planning/fields/quadtree/quadtree_method.hpp"
#include "core/error.hpp"

namespace plethos::planning {

/// Values over a quadtree, as ways are read from them. What a way lists are places numbered by HalfCells: the points of leaves, and
/// corners.
template <class MemorySpace>
struct LeafValues : QuadValues<MemorySpace> {
  using Places = HalfCellPlaces<MemorySpace>;
  using Frame = HalfCellFrame;

  KOKKOS_INLINE_FUNCTION const GridGraph<MemorySpace>& graph_of() const { return this->tree.graph; }
  KOKKOS_INLINE_FUNCTION std::int32_t at_cell(std::int32_t field, std::int32_t cell) const { return this->at(field, start(field, cell)); }
  KOKKOS_INLINE_FUNCTION float length_from(std::int32_t field, std::int32_t cell) const { return static_cast<float>(at_cell(field, cell)); }
  /// Visits the places of the way from a cell, first that of its own leaf.
  template <class Visit>
  KOKKOS_INLINE_FUNCTION void for_each_place(std::int32_t field, std::int32_t from, const Visit& visit) const {
    const HalfCells numbers{this->tree.graph.width};
    std::int32_t slot = start(field, from);
    if (!visit(numbers.number(this->tree.point(slot)))) return;
    for (std::int32_t next = this->next(field, slot); next >= 0; next = this->next(field, slot)) {
      HalfCell corner{};
      if (meet_at_corner(slot, next, corner) && !visit(numbers.number(corner))) return;
      if (!visit(numbers.number(this->tree.point(next)))) return;
      slot = next;
    }
  }
  /// The same between the centers of two cells.
  template <class Visit>
  KOKKOS_INLINE_FUNCTION void for_each_place_to(std::int32_t field, std::int32_t from, std::int32_t to, const Visit& visit) const {
    const HalfCells numbers{this->tree.graph.width};
    visit(numbers.number(numbers.center(from)));
    if (from == to) return;
    if (start(field, from) != this->tree.slot_at(to)) for_each_place(field, from, visit);
    visit(numbers.number(numbers.center(to)));
  }
  /// Pulls a list of places straight, if the parameter `smooth` says so. Returns how many are left.
  template <class Team>
  KOKKOS_INLINE_FUNCTION std::int32_t smooth(const Team& team, std::int32_t* places, std::int32_t count) const {
    if (!smooths) return count;
    const HalfCells numbers{this->tree.graph.width};
    return pull_straight(team, this->tree.graph, places, count, [&](std::int32_t number) { return numbers.place(number); });
  }

  bool smooths = true;

 private:
  /// The leaf that a way from a cell begins in: its own, or if that is untraversable, the one beside it from which the way is cheapest.
  KOKKOS_INLINE_FUNCTION std::int32_t start(std::int32_t field, std::int32_t cell) const {
    const std::int32_t own = this->tree.slot_at(cell);
    if (this->tree.cost(own) > 0) return own;
    std::int32_t best = own;
    for_each_quad_beside(this->tree.bits, quad_of(this->tree.code(own)), [&](const Quad& beside) {
      const std::int32_t other = this->tree.find(beside);
      if (this->at(field, other) < this->at(field, best)) best = other;
    });
    return best;
  }
  KOKKOS_INLINE_FUNCTION bool meet_at_corner(std::int32_t slot, std::int32_t next, HalfCell& corner) const {
    const QuadExtent a(quad_of(this->tree.code(slot)), this->tree.bits.depth), b(quad_of(this->tree.code(next)), this->tree.bits.depth);
    if ((a.end_x != b.x && b.end_x != a.x) || (a.end_y != b.y && b.end_y != a.y)) return false;
    const std::int32_t half = 2 * this->tree.bits.leaf_cells;
    corner = {half * (a.end_x == b.x ? a.end_x : a.x), half * (a.end_y == b.y ? a.end_y : a.y)};
    return true;
  }
};

template <class Execution>
class QuadtreeFields final : public FollowedFieldsBy<Execution, LeafValues<typename Execution::memory_space>> {
 public:
  using Base = FollowedFieldsBy<Execution, LeafValues<typename Execution::memory_space>>;
  using typename Base::Graph;
  using typename Base::Values;

  explicit QuadtreeFields(const QuadtreeParameters& parameters)
      : Base({"quadtree", "plethos::planning::quadtree", parameters.connectivity, parameters.search_memory}), parameters_(parameters) {}
  void check(const GridMap& map, const CostRange& range) const override {
    require_fitting_costs(map, range);
    if (range.least != range.most) {
      throw InputError("quadtree: found cells of costs " + std::to_string(range.least) + " to " + std::to_string(range.most) +
                       ", expected the same cost everywhere; wavefront takes costs");
    }
  }
  bool has_tree() const override { return true; }
  void prepare(const Execution& execution, const Graph& graph) override {
    tree_.make(
        execution, graph,
        {parameters_.depth, parameters_.untraversable_from, parameters_.crowded_cost, parameters_.connectivity == Connectivity::eight});
    is_there_ = true;
  }
  void make(const Execution& execution, const Graph& graph, std::int32_t count) override {
    if (!is_there_) prepare(execution, graph);
    fields_.make(execution, tree_, count, parameters_.wave);
  }
  void begin(const Execution& execution, std::span<const FieldSource> sources) override { fields_.begin(execution, sources); }
  void spread(const Execution& execution, const std::function<std::int32_t()>& farthest) override { fields_.spread(execution, farthest); }
  void change(const Execution& execution, const Graph&, const GridChanges& changes, RepairTimes& times) override {
    turned_.clear();
    for (const CellChange& change : changes.changed()) {
      if (change.turned) turned_.push_back(change.cell);
    }
    const QuadChanges done = timed(times.tree, [&] { return tree_.change(execution, turned_); });
    inserted_ += static_cast<std::uint64_t>(done.inserted);
    removed_ += static_cast<std::uint64_t>(done.removed);
    updated_ += static_cast<std::uint64_t>(done.updated);
    rebuilt_ += done.rebuilt ? 1 : 0;
    timed(times.invalidate, [&] { fields_.change(execution, tree_, done); });
  }
  Values values() const override {
    Values values{fields_.values()};
    values.smooths = parameters_.smooth;
    return values;
  }
  std::int32_t settled() const override { return fields_.settled(); }
  std::int32_t unit() const override { return static_cast<std::int32_t>(length_of_cell); }
  std::vector<GridSquare> squares() const override { return tree_.squares(); }
  std::int32_t count() const override { return fields_.fields(); }
  /// Nobody is pushed through several leaves of the deepest level, or eight cells, between two steps.
  std::int32_t margin() const override {
    return std::max(8, 4 * tree_.view().bits.leaf_cells) * static_cast<std::int32_t>(length_of_cell * parameters_.crowded_cost);
  }
  std::uint64_t bytes() const override { return tree_.bytes() + fields_.bytes(); }
  std::uint64_t bytes_per_field(const GridMap&) const override {
    return QuadFields<Execution>::bytes_per_slot(parameters_.wave) * (is_there_ ? tree_.view().code.size() : least_slots);
  }
  std::uint64_t least_bytes(const GridMap&) const override {
    return (QuadFields<Execution>::bytes_per_slot(parameters_.wave) + QuadTree<Execution>::least_bytes_per_slot) * least_slots;
  }
  std::int64_t states(const Graph&) const override { return tree_.leaves(); }
  std::vector<Counter> counters() const override {
    return {{"inserted", inserted_},
            {"removed", removed_},
            {"updated", updated_},
            {"rebuilt", rebuilt_},
            {"quads", static_cast<std::uint64_t>(tree_.leaves())},
            {"invalidated", fields_.invalidated()},
            {"lowered", fields_.lowered()},
            {"sweeps", fields_.sweeps()}};
  }

 private:
  /// A tree that is one leaf has so many slots.
  static constexpr std::uint64_t least_slots = QuadTree<Execution>::spare_slots;

  QuadtreeParameters parameters_;
  QuadTree<Execution> tree_;
  QuadFields<Execution> fields_;
  bool is_there_ = false;
  std::vector<std::int32_t> turned_;
  std::uint64_t inserted_ = 0, removed_ = 0, updated_ = 0, rebuilt_ = 0;
};

PLETHOS_INSTANTIATE_FIELD_PLANNER(QuadtreeMethod, QuadtreeFields, quadtree_table);

}  // namespace plethos::planning
