#pragma once

#include <memory>
#include <vector>

#include "algorithms/planning/grid_search/grid_changes.hpp"
#include "algorithms/planning/planner.hpp"
#include "algorithms/planning/planner_setup.hpp"
#include "algorithms/planning/points.hpp"
#include "algorithms/planning/wavefront/wave_fields.hpp"
#include "algorithms/planning/wavefront/wavefront_parameters.hpp"

namespace plethos::planning {

/// Lets agents follow fields of lengths over the world's grid, one for each goal, which all agents with that goal share (Garcia, Kapadia
/// and Badler 2014, sections III and VIII). An agent heads for the furthest cell of its way that it can walk to straight, of those at which
/// the way bends. Fields are computed as far as agents need them. Moving obstacles block the cells that they come near; what depended on
/// those is computed again. Cost of a step: for each agent a look along a line, and by turns the cells of its way. Errors: InputError for a
/// world without a grid, and as WaveFields::spread(); MachineError for more goals than fit into the memory.
template <class Execution>
class WavefrontPlanner final : public Planner<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;

  WavefrontPlanner(const PlannerSetup& setup, const WavefrontParameters& parameters) : setup_(setup), parameters_(parameters) {}

  bool prepare(const Execution& execution, const Surroundings<MemorySpace>& surroundings) override;
  void plan(const Execution& execution, const Scene<MemorySpace>& scene) override;
  void check_grid(const WorldGrid& grid) const override { require_fitting_costs(grid); }
  std::uint64_t bytes() const override { return graph_.bytes() + room_.bytes() + fields_.bytes() + 4 * field_of_goal_.size(); }
  std::vector<Counter> counters() const override;
  void resume() override { resumes_ = true; }

 private:
  bool follow_grid(const Execution& execution, const Surroundings<MemorySpace>& surroundings);
  bool follow_goals(const Execution& execution, const World& world);
  void spread(const Execution& execution, const Surroundings<MemorySpace>& surroundings);

  PlannerSetup setup_;
  WavefrontParameters parameters_;
  std::shared_ptr<const WorldGrid> map_;
  GridChanges changes_;
  GridGraph<MemorySpace> graph_;
  ChangeRoom<MemorySpace> room_;
  WaveFields<Execution> fields_;
  std::vector<WaveSource> sources_;
  Kokkos::View<std::int32_t*, MemorySpace> field_of_goal_;
  Kokkos::View<std::int32_t, MemorySpace> farthest_{"plethos::wavefront::farthest"}, settled_{"plethos::wavefront::settled"};
  Kokkos::View<std::uint64_t, MemorySpace> renewed_{"plethos::wavefront::renewed"};
  Sight<MemorySpace> sight_;
  bool resumes_ = false;
  std::uint64_t version_ = 0, repairs_ = 0, cells_ = 0;
};

}  // namespace plethos::planning
