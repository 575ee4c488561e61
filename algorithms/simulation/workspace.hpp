#pragma once

#include "algorithms/planning/headings.hpp"
#include "core/agents.hpp"

namespace plethos::simulation {

/// Memory that the parts of a step take in turn, so that a step claims none. Each member function says when its memory is free.
template <class MemorySpace>
class Workspace {
 public:
  using Integers = typename Agents<MemorySpace>::Integers;
  using Vectors = typename Agents<MemorySpace>::Vectors;

  Workspace() = default;
  /// For agents such as these, whose parked ones it holds as well.
  explicit Workspace(const Agents<MemorySpace>& agents)
      : sorted_(agents.count, agents.words()), items_("plethos::simulation::workspace", agents.stride) {
    copy_agents(sorted_, agents);
  }

  static constexpr std::size_t bytes_per_agent(std::int32_t words) { return Agents<MemorySpace>::bytes_per_agent(words) + 4; }

  /// Where agents are sorted to, and then exchanged with; its parked agents are the same. Free while the search is built, and between
  /// steps, when regrouping and reading take it.
  Agents<MemorySpace>& sorted() { return sorted_; }
  /// Where agents head, from the stage `plan` to the stage `steer`.
  planning::Headings<MemorySpace> headings(const Agents<MemorySpace>& agents,
                                           const Kokkos::View<std::uint64_t, MemorySpace>& lost_steps) const {
    return {agents, sorted_.position, sorted_.goal, sorted_.state, lost_steps};
  }
  /// The velocities that agents choose, from the stage `avoid` to the stage `move`.
  const Vectors& chosen() const { return sorted_.preferred_velocity; }
  /// A column for the planner, in the stage `plan`.
  const Integers& planning() const { return items_; }
  /// Columns for the avoidance method, in the stage `avoid`.
  Kokkos::Array<Integers, 3> avoidance() const { return {sorted_.goal, sorted_.state, items_}; }

 private:
  Agents<MemorySpace> sorted_;
  Integers items_;
};

}  // namespace plethos::simulation
