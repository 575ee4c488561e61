#pragma once

#include <memory>

#include "algorithms/simulation/pipeline_stage.hpp"
#include "algorithms/steering/steering.hpp"

namespace plethos::simulation {

/// Turns headings into preferred velocities. Without a steering method these are the headings' own.
template <class Execution>
class Steer final : public PipelineStage<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;

  /// `steering` is null if there is no steering method. `first_word` is the first of its own words in Agents::memory.
  Steer(std::unique_ptr<steering::Steering<Execution>> steering, std::int32_t first_word)
      : PipelineStage<Execution>(info()), steering_(std::move(steering)), first_word_(first_word) {}

  static Stage info() { return {"steer", {}}; }
  bool needs_neighbors() const { return steering_ != nullptr; }
  void run(const Execution& execution, Crowd<MemorySpace>& crowd) override {
    if (!steering_) return;
    const planning::Headings<MemorySpace> headings = crowd.headings();
    steering_->steer(execution, {crowd.agents, crowd.neighbors, headings, crowd.goals, crowd.parameters, first_word_});
  }

 private:
  std::unique_ptr<steering::Steering<Execution>> steering_;
  std::int32_t first_word_;
};

}  // namespace plethos::simulation
