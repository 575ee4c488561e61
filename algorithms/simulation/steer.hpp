#pragma once

#include <memory>

#include "algorithms/simulation/agent_rows.hpp"
#include "algorithms/simulation/pipeline_stage.hpp"
#include "algorithms/steering/steering.hpp"
#include "backends/execution.hpp"

namespace plethos::simulation {

/// Gives active agents the velocities that a caller wishes for them.
template <class MemorySpace>
struct TakeWishes {
  Agents<MemorySpace> agents;
  AgentRows<MemorySpace> rows;
  RowVectors<MemorySpace> wishes;  // m/s; not finite: none

  KOKKOS_FUNCTION void operator()(int i) const {
    if (agents.state(i) != active_state) return;
    const std::int32_t row = rows.of(agents, i);
    const float x = wishes(row, 0), y = wishes(row, 1);
    // The difference of numbers that are not finite is none.
    if (!(x - x == 0 && y - y == 0)) return;
    const float speed = Kokkos::sqrt(Kokkos::fma(x, x, y * y)), most = agents.maximum_speed(i);
    const float scale = speed > most ? most / speed : 1;
    agents.preferred_velocity(i, 0) = x * scale;
    agents.preferred_velocity(i, 1) = y * scale;
  }
};

/// Turns headings into preferred velocities. Without a steering method these are the headings' own. What a
/// caller wishes for an agent comes before both.
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
    if (steering_) {
      const planning::Headings<MemorySpace> headings = crowd.headings();
      steering_->steer(execution, {crowd.agents, crowd.neighbors, headings, crowd.goals, crowd.parameters, first_word_});
    }
    if (wishes_.size() == 0) return;
    backends::for_each(execution, "plethos::simulation::wishes", crowd.agents.working,
                       TakeWishes<MemorySpace>{crowd.agents, rows_, wishes_});
  }
  /// Lets agents follow wishes from now on.
  void follow(const AgentRows<MemorySpace>& rows, const RowVectors<MemorySpace>& wishes) {
    rows_ = rows;
    wishes_ = wishes;
  }

 private:
  AgentRows<MemorySpace> rows_;
  RowVectors<MemorySpace> wishes_;
  std::unique_ptr<steering::Steering<Execution>> steering_;
  std::int32_t first_word_;
};

}  // namespace plethos::simulation
