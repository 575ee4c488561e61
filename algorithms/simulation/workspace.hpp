#pragma once

#include "algorithms/planning/headings.hpp"
#include "core/agents.hpp"

namespace plethos::simulation {

/// Memory that the parts of a step use in turn, so that a step claims none. The comment of each member function says when its memory is
/// free.
template <class MemorySpace>
class Workspace {
 public:
  using Integers = typename Agents<MemorySpace>::Integers;
  using Vectors = typename Agents<MemorySpace>::Vectors;

  Workspace() = default;
  /// Claims memory for as many agents, and copies them, so that it holds the parked ones as well.
  explicit Workspace(const Agents<MemorySpace>& agents)
      : sorted_(agents.capacity, agents.words()), items_("plethos::simulation::workspace", agents.stride) {
    copy_agents(sorted_, agents);
    sorted_.hold_as(agents);
  }

  static constexpr std::size_t bytes_per_agent(std::int32_t words) { return Agents<MemorySpace>::bytes_per_agent(words) + 4; }

  /// Returns the agents that a sort writes to, and that are then exchanged with the sorted ones. The parked agents are the same in both.
  /// This memory is free while the search is built, and between steps, when regrouping and reading use it.
  Agents<MemorySpace>& sorted() { return sorted_; }
  /// Returns the headings of agents. They are in use from the stage `plan` to the stage `steer`.
  planning::Headings<MemorySpace> headings(const Agents<MemorySpace>& agents,
                                           const Kokkos::View<std::uint64_t*, MemorySpace>& lost_steps) const {
    return {agents, sorted_.position, sorted_.goal, sorted_.state, lost_steps};
  }
  /// Returns the velocities that agents choose. They are in use from the stage `avoid` to the stage `move`.
  const Vectors& chosen() const { return sorted_.preferred_velocity; }
  /// Returns a column for the planner, in the stage `plan`.
  const Integers& planning() const { return items_; }
  /// Returns columns for the avoidance method, in the stage `avoid`.
  Kokkos::Array<Integers, 3> avoidance() const { return {sorted_.goal, sorted_.state, items_}; }

 private:
  Agents<MemorySpace> sorted_;
  Integers items_;
};

}  // namespace plethos::simulation
