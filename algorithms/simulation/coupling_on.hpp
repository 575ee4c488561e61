#pragma once

#include <limits>

#include "algorithms/simulation/agent_rows.hpp"
#include "algorithms/simulation/coupling.hpp"
#include "algorithms/simulation/steps.hpp"
#include "core/second_column.hpp"
#include "core/to_view.hpp"

namespace plethos::simulation {

/// Writes agents in order of rows.
template <class MemorySpace>
struct GatherRows {
  Agents<MemorySpace> agents;
  AgentRows<MemorySpace> rows;
  RowVectors<MemorySpace> position, velocity;
  Kokkos::View<std::int32_t*, MemorySpace> goal, state;

  KOKKOS_FUNCTION void operator()(int i) const {
    const std::int32_t row = rows.of(agents, i);
    for (int k = 0; k < 2; ++k) {
      position(row, k) = agents.position(i, k);
      velocity(row, k) = agents.velocity(i, k);
    }
    goal(row) = agents.goal(i);
    state(row) = agents.state(i);
  }
};

/// A simulation's coupling on one kind of execution.
template <class Execution>
class CouplingOn final : public Coupling {
 public:
  using MemorySpace = typename Execution::memory_space;

  explicit CouplingOn(Steps<Execution>& steps) : steps_(steps) {}

  bool on_device() const override { return !in_host_memory<MemorySpace>; }

  AgentColumnsView columns() override {
    steps_.require_one_rank("coupling");
    steps_.execution().fence();
    const Agents<MemorySpace>& agents = steps_.crowd().agents;
    return {agents.count,
            agents.id.data(),
            agents.position.data(),
            second_column(agents.position),
            agents.velocity.data(),
            second_column(agents.velocity),
            agents.preferred_velocity.data(),
            second_column(agents.preferred_velocity),
            agents.radius.data(),
            agents.goal.data(),
            agents.state.data()};
  }

  AgentRowsView rows() override {
    steps_.require_one_rank("coupling");
    const Agents<MemorySpace>& agents = steps_.crowd().agents;
    const auto count = static_cast<std::size_t>(agents.count);
    if (goal_.size() != count) {
      rows_ = steps_.rows();
      position_ = RowVectors<MemorySpace>("plethos::coupling::position", count);
      velocity_ = RowVectors<MemorySpace>("plethos::coupling::velocity", count);
      goal_ = Integers("plethos::coupling::goal", count);
      state_ = Integers("plethos::coupling::state", count);
    }
    backends::for_each(steps_.execution(), "plethos::coupling::gather", agents.count,
                       GatherRows<MemorySpace>{agents, rows_, position_, velocity_, goal_, state_});
    steps_.execution().fence();
    return {agents.count, position_.data(), velocity_.data(), goal_.data(), state_.data()};
  }

  float* wishes() override {
    steps_.require_one_rank("coupling");
    if (wishes_.size() == 0) {
      wishes_ = RowVectors<MemorySpace>("plethos::coupling::wishes", static_cast<std::size_t>(steps_.crowd().agents.count));
      Kokkos::deep_copy(wishes_, std::numeric_limits<float>::quiet_NaN());
      steps_.follow(wishes_);
    }
    return wishes_.data();
  }

 private:
  using Integers = Kokkos::View<std::int32_t*, MemorySpace>;

  Steps<Execution>& steps_;
  AgentRows<MemorySpace> rows_;
  RowVectors<MemorySpace> position_, velocity_, wishes_;
  Integers goal_, state_;
};

}  // namespace plethos::simulation
