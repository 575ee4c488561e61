#pragma once

#include "algorithms/simulation/pipeline_stage.hpp"

namespace plethos::simulation {

/// Moves every agent by the velocity that it has chosen, and marks those that have reached their last goal as arrived.
template <class Execution>
class Move final : public PipelineStage<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;

  Move() : PipelineStage<Execution>(info()) {}

  static Stage info() { return {"move", {}}; }
  void run(const Execution& execution, Crowd<MemorySpace>& crowd) override;
};

}  // namespace plethos::simulation
