#include <string>

#include "algorithms/planning/fields/instantiate_field_planner.hpp"
#include "algorithms/planning/fields/wavefront/wave_descent.hpp"
#include "algorithms/planning/fields/wavefront/wave_way.hpp"
#include "algorithms/planning/fields/wavefront/wavefront_method.hpp"
#include "core/error.hpp"

namespace plethos::planning {

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
    if (!visit(from)) return;
    if (metric == Metric::eikonal) {
      for_each_turn(*this, unit, field, from, visit);
    } else {
      for_each_bend(*this, field, from, visit);
    }
  }
  /// The same up to a cell, which is the field's source here.
  template <class Visit>
  KOKKOS_INLINE_FUNCTION void for_each_place_to(std::int32_t field, std::int32_t from, std::int32_t, const Visit& visit) const {
    for_each_place(field, from, visit);
  }
  /// Pulls ways of eikonal fields straight, where all cells cost the same.
  KOKKOS_INLINE_FUNCTION std::int32_t smooth(std::int32_t* cells, std::int32_t count) const {
    if (metric != Metric::eikonal || this->graph.costs.extent(0) > 0) return count;
    const HalfCells numbers{this->graph.width};
    return pull_straight(this->graph, cells, count, [&](std::int32_t cell) { return numbers.center(cell); });
  }
  /// Whether kernels that hold these values may go on instead of kernels that hold the others. The unit changes with the dearest cell.
  bool can_replace(const CellValues& other) const { return this->values.data() == other.values.data() && unit == other.unit; }

  Metric metric = Metric::steps;
  std::int32_t unit = 0;
};

struct ByWavefront {
  static constexpr const char* name = "wavefront";
  static constexpr const char* label = "plethos::planning::wavefront";
  using Parameters = WavefrontParameters;
  static const ParameterTable<Parameters>& table() { return wavefront_table(); }
  static void check(const GridMap& map, const Parameters& parameters) {
    if (parameters.order == Order::second && parameters.metric != Metric::eikonal) {
      throw InputError("wavefront: found order=2 with metric=steps, expected metric=eikonal: lengths of ways in steps have no error");
    }
    const std::int32_t more = parameters.crowding > 0 ? most_crowd_cost : 0;
    const CostRange range = require_fitting_costs(map, more);
    if (parameters.metric == Metric::eikonal && std::int64_t{range.most} + more > dearest_eikonal_cost) {
      throw InputError("wavefront: found a cell that costs " + std::to_string(std::int64_t{range.most} + more) +
                       (more > 0 ? " in a crowd" : "") + ", expected at most " + std::to_string(dearest_eikonal_cost) +
                       " with metric=eikonal");
    }
  }

  template <class Execution>
  class Fields {
   public:
    using Values = CellValues<typename Execution::memory_space>;
    using Graph = GridGraph<typename Execution::memory_space>;
    static constexpr bool has_tree = false;

    explicit Fields(const Parameters& parameters) : wave_(parameters.wave), metric_(parameters.metric), order_(parameters.order) {}
    static void prepare(const Execution&, const Graph&) {}
    void make(const Execution& execution, const Graph& graph, std::int32_t count) {
      fields_.make(execution, graph, count, wave_, metric_, order_);
    }
    void begin(const Execution& execution, std::span<const FieldSource> sources) { fields_.begin(execution, sources); }
    void spread(const Execution& execution, const std::function<std::int32_t()>& farthest) { fields_.spread(execution, farthest); }
    void change(const Execution& execution, const Graph& graph, const GridChanges& changes, RepairTimes& times) {
      timed(times.invalidate, [&] { fields_.change(execution, graph, changes.touched()); });
    }
    Values values() const {
      Values values{fields_.values()};
      values.metric = metric_;
      values.unit = fields_.unit();
      return values;
    }
    std::int32_t settled() const { return fields_.settled(); }
    /// The length of a cell of cost 1.
    std::int32_t unit() const { return fields_.unit(); }
    std::int32_t count() const { return fields_.fields(); }
    /// Nobody is pushed through a whole tile between two steps.
    std::int32_t margin() const { return wave_tile_side * fields_.unit() * static_cast<std::int32_t>(fields_.values().graph.dearest); }
    std::uint64_t bytes() const { return fields_.bytes(); }
    std::uint64_t bytes_per_field(const GridMap& map) const { return WaveFields<Execution>::bytes_per_field(map, wave_, order_); }
    std::uint64_t least_bytes(const GridMap& map) const { return WaveFields<Execution>::bytes_of_grid(map) + bytes_per_field(map); }
    std::vector<Counter> counters() const {
      const WaveWorkDone& done = fields_.work_done();
      std::vector<Counter> counters{{"invalidated", done.invalidated}, {"tiles", done.tiles}, {"rounds", done.rounds}};
      if (order_ == Order::second) counters.push_back({"refined", done.refined});
      return counters;
    }

   private:
    Wave wave_;
    Metric metric_;
    Order order_;
    WaveFields<Execution> fields_;
  };
};

PLETHOS_INSTANTIATE_FIELD_PLANNER(WavefrontMethod, ByWavefront);

}  // namespace plethos::planning
