#pragma once

#include <memory>

#include "algorithms/planning/planner.hpp"
#include "algorithms/simulation/pipeline_stage.hpp"

namespace plethos::simulation {

/// Asks the planner where every agent heads.
template <class Execution>
class Plan final : public PipelineStage<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;

  /// `first_word` is the first of the planner's own words in Agents::memory.
  Plan(std::unique_ptr<planning::Planner<Execution>> planner, std::int32_t first_word)
      : PipelineStage<Execution>(info()), planner_(std::move(planner)), first_word_(first_word) {}

  static Stage info() { return {"plan", {}}; }
  /// Calls Planner::prepare() for the world of the crowd, before the step of that number.
  bool prepare(const Execution& execution, const Crowd<MemorySpace>& crowd, std::int64_t step) {
    return planner_->prepare(execution, {crowd.world, crowd.staying, crowd.walls, crowd.goals, crowd.agents, first_word_,
                                         crowd.world_version, step, crowd.groups, crowd.ranks});
  }
  /// Calls Planner::check_grid().
  void check_grid(const WorldGrid& grid) const { planner_->check_grid(grid); }
  std::vector<std::uint32_t> remembered() const { return planner_->remembered(); }
  void resume(std::span<const std::uint32_t> remembered) { planner_->resume(remembered); }
  planning::Planner<Execution>& planner() { return *planner_; }
  std::vector<planning::Counter> counters() const { return planner_->counters(); }
  std::vector<planning::PlannerTime> times() const { return planner_->times(); }
  void run(const Execution& execution, Crowd<MemorySpace>& crowd) override {
    const planning::Headings<MemorySpace> headings = crowd.headings();
    planner_->plan(execution, {crowd.agents, headings, crowd.goals, crowd.counters.step, crowd.parameters.time_step, first_word_,
                               crowd.workspace.planning()});
  }
  std::vector<MemoryPart> memory() const override { return {{"planner", planner_->bytes()}}; }

 private:
  std::unique_ptr<planning::Planner<Execution>> planner_;
  std::int32_t first_word_;
};

}  // namespace plethos::simulation
