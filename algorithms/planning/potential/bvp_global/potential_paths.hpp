#pragma once

#include "algorithms/planning/fields/fields_by.hpp"
#include "algorithms/planning/grid/map/grid_places.hpp"
#include "algorithms/planning/potential/potential_fields.hpp"
#include "algorithms/planning/potential/potential_parameters.hpp"

namespace plethos::planning {

/// Potentials over a grid's cells, as ways are read from them: what a way lists are cells.
template <class MemorySpace>
struct PotentialCells : PotentialValues<MemorySpace> {
  using Places = GridPlaces<MemorySpace>;
  using Frame = GridFrame;

  GridGraph<MemorySpace> graph;

  KOKKOS_INLINE_FUNCTION const GridGraph<MemorySpace>& graph_of() const { return graph; }
  KOKKOS_INLINE_FUNCTION ScaledValue value(std::int32_t field, std::int32_t cell) const {
    return this->at(field, cell % graph.width, cell / graph.width);
  }
  /// Returns 0, or `unreached` for a cell that no way leads from.
  KOKKOS_INLINE_FUNCTION std::int32_t at_cell(std::int32_t field, std::int32_t cell) const {
    return value(field, cell).exponent > no_exponent ? 0 : unreached;
  }
  /// Returns -log2(1 - p), straight between powers of two. It grows about evenly along corridors, where 1 - p falls by the same part from
  /// cell to cell.
  KOKKOS_INLINE_FUNCTION float length_from(std::int32_t field, std::int32_t cell) const {
    constexpr float log_of_base = 64, one = 0x3f800000, steps_of_octave = 0x800000;
    const ScaledValue own = value(field, cell);
    const float log_of_mantissa = (static_cast<float>(Kokkos::bit_cast<std::int32_t>(own.mantissa)) - one) / steps_of_octave;
    return -(log_of_base * static_cast<float>(own.exponent) + log_of_mantissa);
  }
  /// Visits the cells where a way bends that goes to the neighbor of the least p at each cell, and both its ends. As every free cell has a
  /// neighbor beside it whose p is less, it ends at the field's source.
  template <class Visit>
  KOKKOS_INLINE_FUNCTION void for_each_place_to(std::int32_t field, std::int32_t from, std::int32_t, const Visit& visit) const {
    if (!visit(from)) return;
    std::int32_t cell = from;
    for (int before = -1;;) {
      const int direction = steepest(field, cell);
      if (before >= 0 && direction != before && !visit(cell)) return;
      if (direction < 0) return;
      before = direction;
      cell = graph.neighbor(cell, direction);
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION int steepest(std::int32_t field, std::int32_t cell) const {
    ScaledValue greatest = value(field, cell);
    int best = -1;
    for (int direction = 0; direction < 8; ++direction) {
      if ((graph.steps(cell) >> direction & 1) == 0) continue;
      const ScaledValue beside = value(field, graph.neighbor(cell, direction));
      if (!greatest.less(beside)) continue;
      greatest = beside;
      best = direction;
    }
    return best;
  }
};

/// Answers queries with ways down the harmonic potentials of their goals. They are no shortest ones: they keep away from walls.
template <class Execution>
class PotentialPaths final : public FieldsBy<Fields<Execution>, Execution, PotentialCells<typename Execution::memory_space>> {
 public:
  using Base = FieldsBy<Fields<Execution>, Execution, PotentialCells<typename Execution::memory_space>>;
  using typename Base::Graph;
  using typename Base::Values;

  explicit PotentialPaths(const PotentialParameters& parameters) : Base({"bvp-global"}), parameters_(parameters) {}
  void prepare(const Execution&, const Graph& graph) override { graph_ = graph; }
  void make(const Execution&, const Graph& graph, std::int32_t count) override {
    graph_ = graph;
    const ScaledFields made = fields_.values().frame;
    if (made.fields != count || made.width != graph.width || made.height != graph.height) fields_.make(graph, count, parameters_.solver);
  }
  /// Solves all fields from nothing: the ways are then the same whatever else is asked or was asked before.
  void begin(const Execution& execution, std::span<const FieldSource> sources) override {
    fields_.solve(execution, graph_, sources, parameters_.residual, std::numeric_limits<std::int32_t>::max(), true);
  }
  void spread(const Execution&, const std::function<std::int32_t()>&) override {}
  bool stops() const override { return false; }
  void change(const Execution&, const Graph& graph, const GridChanges&, RepairTimes&) override { graph_ = graph; }
  Values values() const override { return {{fields_.values()}, graph_}; }
  std::int32_t unit() const override { return 1; }
  std::uint64_t bytes() const override { return fields_.bytes(); }
  std::uint64_t bytes_per_field(const GridMap& map) const override { return PotentialFields<Execution>::bytes_per_field(map); }
  std::uint64_t least_bytes(const GridMap& map) const override { return bytes_per_field(map); }
  std::vector<Counter> counters() const override {
    const PotentialWork& done = fields_.work_done();
    return {{"solved", done.solved}, {"sweeps", done.sweeps}, {"rounds", done.rounds}, {"tiles", done.tiles}};
  }

 private:
  PotentialParameters parameters_;
  Graph graph_;
  PotentialFields<Execution> fields_;
};

}  // namespace plethos::planning
