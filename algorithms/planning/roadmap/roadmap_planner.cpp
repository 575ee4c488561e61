#include "algorithms/planning/roadmap/roadmap_planner.hpp"

#include "algorithms/planning/roadmap/corner_nodes.hpp"
#include "backends/execution.hpp"
#include "backends/instantiate.hpp"

namespace plethos::planning {

std::vector<Vec2> nodes_of(const World& world, const PlannerSetup& setup) {
  return setup.nodes.empty() ? corner_nodes(world, setup.largest_radius, setup.minimum_distance) : setup.nodes;
}

template <class MemorySpace>
struct ForgetWay {
  Agents<MemorySpace> agents;
  std::int32_t first_word;

  KOKKOS_FUNCTION void operator()(int i) const {
    for (std::int32_t k = 0; k < way_words; ++k) agents.memory(i, first_word + k) = 0;
  }
};

template <class Execution>
bool RoadmapPlanner<Execution>::prepare(const Execution& execution, const Surroundings<MemorySpace>& surroundings) {
  if (surroundings.version == version_) return false;
  const World& world = surroundings.world;
  execution.fence();
  roadmap_ = make_roadmap(execution, world, nodes_of(world, setup_), surroundings.walls, clearance_of(setup_));
  if (version_ != 0) {
    backends::for_each(execution, "plethos::roadmap::forget_way", surroundings.agents.count,
                       ForgetWay<MemorySpace>{surroundings.agents, surroundings.first_word});
    execution.fence();
  }
  version_ = surroundings.version;
  ++roadmaps_;
  return true;
}

template <class Execution>
void RoadmapPlanner<Execution>::plan(const Execution& execution, const Scene<MemorySpace>& scene) {
  guide_agents(execution, scene.agents.working,
               Guide<MemorySpace>{scene.agents, scene.headings, scene.goals, roadmap_, scene.step, scene.time_step, scene.first_word},
               Seekers<MemorySpace>{scene.room, seeker_count_});
}

PLETHOS_INSTANTIATE(RoadmapPlanner);

template <class Execution>
std::unique_ptr<Planner<Execution>> RoadmapMethod::make(const PlannerSetup& setup, const ParameterValues&) {
  return std::make_unique<RoadmapPlanner<Execution>>(setup);
}

PLETHOS_INSTANTIATE_MAKE(Planner, RoadmapMethod, const PlannerSetup&, const ParameterValues&);

}  // namespace plethos::planning
