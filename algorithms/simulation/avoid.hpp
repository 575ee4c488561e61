#pragma once

#include <memory>

#include "algorithms/avoidance/avoidance.hpp"
#include "algorithms/simulation/pipeline_stage.hpp"

namespace plethos::simulation {

/// Lets every agent choose a velocity, and writes it to Workspace::chosen().
template <class Execution>
class Avoid final : public PipelineStage<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;

  explicit Avoid(std::unique_ptr<avoidance::Avoidance<Execution>> avoidance)
      : PipelineStage<Execution>(info()), avoidance_(std::move(avoidance)) {}

  static Stage info() { return {"avoid", {}}; }
  void run(const Execution& execution, Crowd<MemorySpace>& crowd) override {
    avoidance_->choose(execution, scene(crowd), crowd.workspace.chosen());
  }
  avoidance::Avoidance<Execution>& method() { return *avoidance_; }
  static avoidance::AvoidanceScene<MemorySpace> scene(const Crowd<MemorySpace>& crowd) {
    return {crowd.agents,
            crowd.neighbors,
            crowd.walls,
            crowd.near_walls,
            crowd.parameters,
            crowd.counters.step.data(),
            crowd.workspace.avoidance(),
            crowd.seeds};
  }

 private:
  std::unique_ptr<avoidance::Avoidance<Execution>> avoidance_;
};

}  // namespace plethos::simulation
