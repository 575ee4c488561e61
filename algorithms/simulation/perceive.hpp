#pragma once

#include <memory>

#include "algorithms/neighbors/search.hpp"
#include "algorithms/simulation/pipeline_stage.hpp"

namespace plethos::simulation {

/// Finds the neighbors of every agent and the walls near it, and measures how far discs are apart. Agents may move in memory. The stage
/// leaves out what is known already: the neighbors of the present positions, and the walls near them. Measuring opens a step:
/// Counters::step goes up by one.
template <class Execution>
class Perceive final : public PipelineStage<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;

  explicit Perceive(std::unique_ptr<neighbors::Search<Execution>> search) : PipelineStage<Execution>(info()), search_(std::move(search)) {}

  static Stage info() { return {"perceive", {"build", "query", "separation", "walls"}}; }
  void run(const Execution& execution, Crowd<MemorySpace>& crowd) override;
  /// Does the first part of run(), which needs no ghosts: it sorts the agents, unless they are sorted or perceived.
  void sort(const Execution& execution, Crowd<MemorySpace>& crowd);
  std::vector<MemoryPart> memory() const override { return {{"neighbor structure", search_->bytes()}}; }
  /// Takes note that other agents than before are parked.
  void park(const Execution& execution, const Crowd<MemorySpace>& crowd) { search_->park(execution, crowd.agents); }
  /// Takes another search for the next step.
  void take(std::unique_ptr<neighbors::Search<Execution>> search) { search_ = std::move(search); }
  /// Takes note of the crowd's ghosts, none of which agents in the rectangle `core` will see.
  void expect_ghosts(const Crowd<MemorySpace>& crowd, const Box& core) { search_->expect_ghosts(crowd.agents.ghosts(), core); }

 private:
  void find_neighbors(const Execution& execution, Crowd<MemorySpace>& crowd);

  std::unique_ptr<neighbors::Search<Execution>> search_;
};

}  // namespace plethos::simulation
