#pragma once

#include <string>
#include <vector>

#include "algorithms/simulation/crowd.hpp"
#include "algorithms/simulation/simulation.hpp"

namespace plethos::simulation {

/// One stage of a step. Its region is "plethos::simulation::NAME".
template <class Execution>
class PipelineStage {
 public:
  using MemorySpace = typename Execution::memory_space;

  virtual ~PipelineStage() = default;
  virtual const Stage& stage() const = 0;
  /// Does the stage's part of a step: launches kernels, and neither waits nor claims memory.
  virtual void run(const Execution& execution, Crowd<MemorySpace>& crowd) = 0;
  /// What it has claimed besides the crowd's memory.
  virtual std::vector<MemoryPart> memory() const { return {}; }
};

}  // namespace plethos::simulation
