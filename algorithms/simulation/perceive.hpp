#pragma once

#include <memory>

#include "algorithms/neighbors/search.hpp"
#include "algorithms/simulation/pipeline_stage.hpp"

namespace plethos::simulation {

/// Finds the neighbors of every agent and the walls near it, and measures how far discs are apart. Agents may move in memory.
template <class Execution>
class Perceive final : public PipelineStage<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;

  /// `opens`: the stage opens the step, so that Counters::step goes up by one. Otherwise the step is open when neighbors are found.
  Perceive(std::unique_ptr<neighbors::Search<Execution>> search, bool opens)
      : PipelineStage<Execution>(info()), search_(std::move(search)), opens_(opens) {}

  static Stage info() { return {"perceive", {"build", "query", "separation", "walls"}}; }
  void run(const Execution& execution, Crowd<MemorySpace>& crowd) override;
  /// The two parts of run(). The first one sorts the agents, and needs no ghosts.
  void sort(const Execution& execution, Crowd<MemorySpace>& crowd);
  void find(const Execution& execution, Crowd<MemorySpace>& crowd);
  std::vector<MemoryPart> memory() const override { return {{"neighbor structure", search_->bytes()}}; }
  /// Takes note that other agents than before are parked.
  void park(const Execution& execution, const Crowd<MemorySpace>& crowd) { search_->park(execution, crowd.agents); }
  /// Takes another search for the next step.
  void take(std::unique_ptr<neighbors::Search<Execution>> search) { search_ = std::move(search); }
  /// Takes note of the crowd's ghosts, none of which agents in the rectangle `core` will see.
  void expect_ghosts(const Crowd<MemorySpace>& crowd, const Box& core) { search_->expect_ghosts(crowd.agents.ghosts(), core); }

 private:
  std::unique_ptr<neighbors::Search<Execution>> search_;
  bool opens_;
};

}  // namespace plethos::simulation
