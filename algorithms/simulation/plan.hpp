#pragma once

#include <memory>

#include "algorithms/distribution/agent_record.hpp"
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
  /// Calls Planner::prepare() for the world of the crowd, whose grid has changed by `costs`, before the step of that number.
  bool prepare(const Execution& execution, const Crowd<MemorySpace>& crowd, std::int64_t step, const CostChange& costs) {
    return planner_->prepare(execution, {crowd.world, crowd.staying, crowd.walls, crowd.goals, crowd.agents, first_word_,
                                         crowd.world_version, costs, step, crowd.groups, crowd.ranks});
  }
  planning::Planner<Execution>& planner() const { return *planner_; }
  /// Returns what the planner keeps of agents elsewhere, which goes with them. It refers to the crowd.
  distribution::Carried<MemorySpace> carried(const Execution& execution, const Crowd<MemorySpace>& crowd) const {
    distribution::Carried<MemorySpace> carried{planner_->carried_words()};
    carried.write = [&](const auto& agent, const auto& slot, const auto& records, std::int32_t stride, std::int32_t at) {
      planner_->write_carried(execution, crowd.agents, {agent, slot}, {records, stride, at});
    };
    carried.read = [&](std::int32_t first, std::int32_t count, const auto& records, std::int32_t stride, std::int32_t at) {
      planner_->read_carried(execution, crowd.agents, first, count, {records, stride, at});
    };
    return carried;
  }
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
