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
  std::vector<MemoryPart> memory() const override { return {{"neighbor structure", search_->bytes()}}; }
  /// Takes note that other agents than before are parked.
  void park(const Execution& execution, const Crowd<MemorySpace>& crowd) { search_->park(execution, crowd.agents); }

 private:
  void find_neighbors(const Execution& execution, Crowd<MemorySpace>& crowd);

  std::unique_ptr<neighbors::Search<Execution>> search_;
};

}  // namespace plethos::simulation
