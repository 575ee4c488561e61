#include "algorithms/planning/fields/wavefront/wave_trial.hpp"

#include <type_traits>

#include "algorithms/planning/fields/wavefront/wave_fields.hpp"
#include "backends/execution.hpp"
#include "core/copy_view.hpp"

namespace plethos::planning {
namespace {

std::int32_t everything() { return unreached; }

template <class Execution>
class TrialOn final : public WaveTrial {
 public:
  TrialOn(const Execution& execution, const GridMap& map, std::span<const std::int32_t> goals, const WavefrontParameters& parameters)
      : execution_(execution), graph_(make_grid_graph(execution, map, parameters.connectivity)) {
    for (const std::int32_t goal : goals) sources_.push_back({static_cast<std::int32_t>(sources_.size()), goal});
    fields_.make(execution, graph_, static_cast<std::int32_t>(goals.size()), parameters.wave, parameters.metric, parameters.order);
  }

  void compute() override {
    fields_.clear(execution_);
    fields_.begin(execution_, sources_);
    fields_.spread(execution_, everything);
    execution_.fence();
  }
  std::vector<std::int32_t> values(std::size_t field) const override {
    const auto all = fields_.values();
    const std::size_t cells = static_cast<std::size_t>(all.columns) * static_cast<std::size_t>(all.rows) * wave_tile_cells;
    std::vector<std::int32_t> copied(cells);
    copy_bytes(copied.data(), true, all.values.data() + field * cells, in_host_memory<typename Execution::memory_space>,
               cells * sizeof(std::int32_t));
    return copied;
  }
  std::uint64_t bytes() const override { return graph_.bytes() + fields_.bytes(); }
  std::uint64_t tile_visits() const override { return fields_.work_done().tiles; }

 private:
  Execution execution_;
  GridGraph<typename Execution::memory_space> graph_;
  std::vector<FieldSource> sources_;
  WaveFields<Execution> fields_;
};

}  // namespace

WaveMemory wave_memory(const backends::Backend& backend, const GridMap& map, const WavefrontParameters& parameters) {
  return backends::visit(backend, [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    return WaveMemory{WaveFields<Execution>::bytes_of_grid(map) + GridGraph<typename Execution::memory_space>::bytes_of(map),
                      WaveFields<Execution>::bytes_per_field(map, parameters.wave, parameters.order) + sizeof(FieldSource)};
  });
}

std::unique_ptr<WaveTrial> make_wave_trial(const backends::Backend& backend, const GridMap& map, std::span<const std::int32_t> goals,
                                           const WavefrontParameters& parameters) {
  require_wave_fits(map, cost_range(map), parameters);
  return backends::visit(backend, [&](const auto& execution) -> std::unique_ptr<WaveTrial> {
    return std::make_unique<TrialOn<std::decay_t<decltype(execution)>>>(execution, map, goals, parameters);
  });
}

}  // namespace plethos::planning
