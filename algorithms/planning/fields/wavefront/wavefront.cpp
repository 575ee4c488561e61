#include <string>

#include "algorithms/planning/fields/instantiate_field_planner.hpp"
#include "algorithms/planning/fields/wavefront/wave_descent.hpp"
#include "algorithms/planning/fields/wavefront/wave_way.hpp"
#include "algorithms/planning/fields/wavefront/wavefront_method.hpp"
#include "core/error.hpp"

namespace plethos::planning {

void require_wave_fits(const GridMap& map, const CostRange& range, const WavefrontParameters& parameters) {
  if (parameters.order == Order::second && parameters.metric != Metric::eikonal) {
    throw InputError("wavefront: found order=2 with metric=steps, expected metric=eikonal: lengths of ways in steps have no error");
  }
  const std::int32_t more = parameters.crowding > 0 ? most_crowd_cost : 0;
  require_fitting_costs(map, range, more);
  if (parameters.metric == Metric::eikonal && std::int64_t{range.most} + more > dearest_eikonal_cost) {
    throw InputError("wavefront: found a cell that costs " + std::to_string(std::int64_t{range.most} + more) +
                     (more > 0 ? " in a crowd" : "") + ", expected at most " + std::to_string(dearest_eikonal_cost) +
                     " with metric=eikonal");
  }
}

/// Values over the grid's cells, as ways are read from them: what a way lists are cells.
template <class MemorySpace>
struct CellValues : WaveValues<MemorySpace> {
  using Places = GridPlaces<MemorySpace>;
  using Frame = GridFrame;

  KOKKOS_INLINE_FUNCTION const GridGraph<MemorySpace>& graph_of() const { return this->graph; }
  KOKKOS_INLINE_FUNCTION std::int32_t at_cell(std::int32_t field, std::int32_t cell) const { return this->at(field, cell); }
  KOKKOS_INLINE_FUNCTION float length_from(std::int32_t field, std::int32_t cell) const { return this->length(field, cell); }
  template <class Visit>
  KOKKOS_INLINE_FUNCTION void for_each_place(std::int32_t field, std::int32_t from, const Visit& visit) const {
    for_each_place_by(backends::OneThread(), field, from, visit);
  }
  /// The same by all members of a team together.
  template <class Team, class Visit>
  KOKKOS_INLINE_FUNCTION void for_each_place_by(const Team& team, std::int32_t field, std::int32_t from, const Visit& visit) const {
    if (!visit(from)) return;
    if (metric == Metric::eikonal) {
      for_each_turn(team, *this, unit, field, from, visit);
    } else {
      for_each_bend(*this, field, from, visit);
    }
  }
  /// Whether looking along lines takes most of the time.
  bool lists_by_warps() const { return metric == Metric::eikonal; }
  /// The same up to a cell, which is the field's source here.
  template <class Visit>
  KOKKOS_INLINE_FUNCTION void for_each_place_to(std::int32_t field, std::int32_t from, std::int32_t, const Visit& visit) const {
    for_each_place(field, from, visit);
  }
  /// Pulls ways of eikonal fields straight, where all cells cost the same.
  template <class Team>
  KOKKOS_INLINE_FUNCTION std::int32_t smooth(const Team& team, std::int32_t* cells, std::int32_t count) const {
    if (metric != Metric::eikonal || this->graph.costs.extent(0) > 0) return count;
    const HalfCells numbers{this->graph.width};
    return pull_straight(team, this->graph, cells, count, [&](std::int32_t cell) { return numbers.center(cell); });
  }

  Metric metric = Metric::steps;
  std::int32_t unit = 0;
};

template <class Execution>
class WavefrontFields final : public FollowedFieldsBy<Execution, CellValues<typename Execution::memory_space>> {
 public:
  using Base = FollowedFieldsBy<Execution, CellValues<typename Execution::memory_space>>;
  using typename Base::Graph;
  using typename Base::Values;

  explicit WavefrontFields(const WavefrontParameters& parameters)
      : Base({"wavefront", "plethos::planning::wavefront", parameters.connectivity, parameters.search_memory, parameters}),
        parameters_(parameters) {}
  void check(const GridMap& map, const CostRange& range) const override { require_wave_fits(map, range, parameters_); }
  void make(const Execution& execution, const Graph& graph, std::int32_t count) override {
    fields_.make(execution, graph, count, parameters_.wave, parameters_.metric, parameters_.order);
  }
  void begin(const Execution& execution, std::span<const FieldSource> sources) override { fields_.begin(execution, sources); }
  void spread(const Execution& execution, const std::function<std::int32_t()>& farthest) override { fields_.spread(execution, farthest); }
  void change(const Execution& execution, const Graph& graph, const GridChanges& changes, RepairTimes& times) override {
    timed(times.invalidate, [&] { fields_.change(execution, graph, changes.touched()); });
  }
  Values values() const override {
    Values values{fields_.values()};
    values.metric = parameters_.metric;
    values.unit = fields_.unit();
    return values;
  }
  std::int32_t settled() const override { return fields_.settled(); }
  std::int32_t unit() const override { return fields_.unit(); }
  std::int32_t count() const override { return fields_.fields(); }
  /// Nobody is pushed through a whole tile between two steps.
  std::int32_t margin() const override {
    return wave_tile_side * fields_.unit() * static_cast<std::int32_t>(fields_.values().graph.dearest);
  }
  std::uint64_t bytes() const override { return fields_.bytes(); }
  std::uint64_t bytes_per_field(const GridMap& map) const override {
    return WaveFields<Execution>::bytes_per_field(map, parameters_.wave, parameters_.order);
  }
  std::uint64_t least_bytes(const GridMap& map) const override { return WaveFields<Execution>::bytes_of_grid(map) + bytes_per_field(map); }
  std::vector<Counter> counters() const override {
    const WaveWorkDone& done = fields_.work_done();
    std::vector<Counter> counters{{"invalidated", done.invalidated}, {"tiles", done.tiles}, {"rounds", done.rounds}};
    if (parameters_.order == Order::second) counters.push_back({"refined", done.refined});
    return counters;
  }

 private:
  WavefrontParameters parameters_;
  WaveFields<Execution> fields_;
};

PLETHOS_INSTANTIATE_FIELD_PLANNER(WavefrontMethod, WavefrontFields, wavefront_table);

}  // namespace plethos::planning
