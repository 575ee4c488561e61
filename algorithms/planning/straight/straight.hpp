#pragma once

#include "algorithms/planning/planner.hpp"
#include "algorithms/planning/straight/straight_method.hpp"

namespace plethos::planning {

/// Lets every agent head for its goal, or for the nearest point of an exit's landings, even through walls. It is the first step of
/// Bleiweiss 2009, section 3.3, without obstacles. Cost: linear in the agents.
template <class Execution>
class Straight final : public Planner<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;

  /// There is nothing to prepare, because each step reads the goals anew.
  bool prepare(const Execution&, const Surroundings<MemorySpace>&) override { return false; }
  void plan(const Execution& execution, const PlanningScene<MemorySpace>& scene) override;
  bool sees_agents() const override { return false; }
  std::uint64_t bytes() const override { return 0; }
};

}  // namespace plethos::planning
