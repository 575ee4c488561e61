#pragma once

#include <string>
#include <vector>

#include "algorithms/simulation/crowd.hpp"
#include "algorithms/simulation/simulation.hpp"

namespace plethos::simulation {

/// One stage of a step.
template <class Execution>
class PipelineStage {
 public:
  using MemorySpace = typename Execution::memory_space;

  explicit PipelineStage(const Stage& stage) : region_("plethos::simulation::" + stage.name) {}
  virtual ~PipelineStage() = default;
  PipelineStage(const PipelineStage&) = delete;
  PipelineStage& operator=(const PipelineStage&) = delete;

  /// Returns the name of the stage's region, plethos::simulation::NAME.
  const std::string& region() const { return region_; }
  /// Does the stage's part of a step. It launches kernels, and neither waits nor claims memory.
  virtual void run(const Execution& execution, Crowd<MemorySpace>& crowd) = 0;
  /// Returns the memory that the stage has claimed besides the crowd's.
  virtual std::vector<MemoryPart> memory() const { return {}; }

 private:
  std::string region_;
};

}  // namespace plethos::simulation
