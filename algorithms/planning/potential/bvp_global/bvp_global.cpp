#include "algorithms/planning/fields/field_paths.hpp"
#include "algorithms/planning/instantiate_path_finder.hpp"
#include "algorithms/planning/potential/bvp_global/bvp_global_method.hpp"
#include "algorithms/planning/potential/bvp_global/potential_paths.hpp"
#include "algorithms/planning/potential/goal_maps.hpp"
#include "algorithms/planning/potential/potential_motion.hpp"

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
    const std::int32_t cell = potentials.cell(agents.position(i, 0), agents.position(i, 1));
    if (potentials.is_at(goal, cell)) return motion.head_for_goal(i);
    const Direction descent = potentials.descent(goal, cell);
    if (!descent.exists()) return motion.scene.headings.lose(agents, i);
    motion.go(i, motion.heading(i, descent), descent, agents.preferred_speed(i));
  }
};

/// Lets agents follow the descent of a harmonic potential with a global map alone.
template <class Execution>
class BvpGlobal final : public Planner<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;

  BvpGlobal(const PlannerSetup& setup, const ParameterValues& values)
      : maps_(setup, potential_table().read(values)), groups_(setup, values) {}

  bool prepare(const Execution& execution, const Surroundings<MemorySpace>& surroundings) override {
    const bool other_maps = maps_.follow(execution, surroundings, BvpGlobalMethod::info().name.c_str());
    return groups_.follow(surroundings.groups) || other_maps;
  }
  void plan(const Execution& execution, const PlanningScene<MemorySpace>& scene) override {
    backends::for_each(execution, "plethos::planning::bvp_global", scene.agents.working,
                       DescendGlobally<MemorySpace>{{scene, groups_.now()}, maps_.potentials()});
  }
  bool sees_agents() const override { return false; }
  std::vector<std::uint32_t> remembered() const override { return maps_.remembered(); }
  void resume(std::span<const std::uint32_t> words) override { maps_.resume(words); }
  std::uint64_t bytes() const override { return maps_.bytes() + groups_.now().bytes(); }
  std::vector<Counter> counters() const override { return maps_.counters(); }

 private:
  GoalMaps<Execution> maps_;
  GroupsNow<MemorySpace> groups_;
};

template <class Execution>
std::unique_ptr<Planner<Execution>> BvpGlobalMethod::make(const PlannerSetup& setup, const ParameterValues& values) {
  return std::make_unique<BvpGlobal<Execution>>(setup, values);
}

PLETHOS_INSTANTIATE_MAKE(Planner, BvpGlobalMethod, const PlannerSetup&, const ParameterValues&);

template <class Execution>
std::unique_ptr<PathFinder> BvpGlobalMethod::make_path_finder(const Execution& execution, const PlannerSetup&,
                                                              const ParameterValues& values) {
  return make_field_paths<Execution>(execution, std::make_unique<PotentialPaths<Execution>>(potential_table().read(values)));
}

PLETHOS_INSTANTIATE_PATH_FINDER(BvpGlobalMethod);

}  // namespace plethos::planning
