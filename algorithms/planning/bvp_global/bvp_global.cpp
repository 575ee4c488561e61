#include <string>

#include "algorithms/planning/bvp_global/bvp_global_method.hpp"
#include "algorithms/planning/potential/goal_maps.hpp"
#include "algorithms/planning/potential/potential_motion.hpp"
#include "backends/instantiate.hpp"

namespace plethos::planning {

/// Lets agents go down the global map of their goal.
template <class MemorySpace>
struct DescendGlobally {
  static constexpr int grain = 256;
  PotentialMotion<MemorySpace> motion;
  GoalPotentials<MemorySpace> potentials;

  KOKKOS_FUNCTION void operator()(int i) const {
    const Agents<MemorySpace>& agents = motion.scene.agents;
    if (agents.state(i) != active_state) return motion.scene.headings.stand(i);
    const std::int32_t goal = agents.goal(i);
    const float x = agents.position(i, 0), y = agents.position(i, 1);
    if (potentials.is_at(goal, x, y)) return motion.head_for_goal(i);
    const auto descent = potentials.descent(goal, x, y);
    if (!descent.exists()) return motion.scene.headings.lose(agents, i);
    motion.go(i, motion.heading(i, {descent.x, descent.y}), {descent.x, descent.y});
  }
};

/// Lets agents follow the descent of a harmonic potential with a global map alone.
template <class Execution>
class BvpGlobal final : public Planner<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;

  BvpGlobal(const PlannerSetup& setup, const ParameterValues& values)
      : inertia_(inertia_of_groups(setup, values)), maps_(setup, potential_table().read(values)), groups_(setup) {}

  bool prepare(const Execution& execution, const Surroundings<MemorySpace>& surroundings) override {
    return maps_.follow(execution, surroundings, BvpGlobalMethod::info().name.c_str());
  }
  void plan(const Execution& execution, const Scene<MemorySpace>& scene) override {
    backends::for_each(execution, "plethos::planning::bvp_global", scene.agents.working,
                       DescendGlobally<MemorySpace>{{scene, groups_.of_agent, inertia_}, maps_.potentials()});
  }
  std::vector<std::uint32_t> remembered() const override { return maps_.remembered(); }
  void resume(std::span<const std::uint32_t> words) override { maps_.resume(words); }
  std::uint64_t bytes() const override { return maps_.bytes() + groups_.bytes() + 4 * inertia_.size(); }
  std::vector<Counter> counters() const override { return maps_.counters(); }

 private:
  static Kokkos::View<float*, MemorySpace> inertia_of_groups(const PlannerSetup& setup, const ParameterValues& values) {
    std::vector<float> inertia;
    for (std::size_t group = 0; group < setup.group_count(); ++group) {
      inertia.push_back(potential_table().read(setup.values_of_group(values, group)).inertia);
    }
    return to_view<MemorySpace>("plethos::bvp::inertia", inertia);
  }

  Kokkos::View<float*, MemorySpace> inertia_;
  GoalMaps<Execution> maps_;
  AgentGroups<MemorySpace> groups_;
};

template <class Execution>
std::unique_ptr<Planner<Execution>> BvpGlobalMethod::make(const PlannerSetup& setup, const ParameterValues& values) {
  return std::make_unique<BvpGlobal<Execution>>(setup, values);
}

PLETHOS_INSTANTIATE_MAKE(Planner, BvpGlobalMethod, const PlannerSetup&, const ParameterValues&);

}  // namespace plethos::planning
