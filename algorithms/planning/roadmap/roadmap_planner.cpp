#include "algorithms/planning/roadmap/roadmap_planner.hpp"

#include "algorithms/planning/roadmap/corner_nodes.hpp"
#include "backends/execution.hpp"
#include "backends/instantiate.hpp"

namespace plethos::planning {

std::vector<Vec2> nodes_of(const World& world, const PlannerSetup& setup) {
  return setup.nodes.empty() ? corner_nodes(world, setup.largest_radius, setup.minimum_distance) : setup.nodes;
}

/// Lets agents forget what they saw in another world. They go on to their nodes, unless those are of moving obstacles.
template <class MemorySpace>
struct ForgetSeen {
  Agents<MemorySpace> agents;
  std::int32_t first_word;
  std::int32_t staying_nodes;

  KOKKOS_FUNCTION void operator()(int i) const {
    const WayMemory<MemorySpace> memory(agents.memory, first_word, i);
    memory.forget_seen();
    if (memory.waypoint() >= staying_nodes) memory.head_for(to_goal);
  }
};

template <class Execution>
bool RoadmapPlanner<Execution>::prepare(const Execution& execution, const Surroundings<MemorySpace>& surroundings) {
  // What a saved crowd has was seen in the world of now.
  const bool forgets = version_ != 0 && !resumes_;
  resumes_ = false;
  if (surroundings.version == version_) return false;
  const World& world = surroundings.world;
  if (version_ == 0) {
    World staying = world;
    staying.polygons.resize(surroundings.staying);
    nodes_ = nodes_of(staying, setup_);
  }
  std::vector<Vec2> nodes = nodes_;
  if (world.polygons.size() > surroundings.staying) {
    const std::vector<Vec2> corners = corner_nodes(world, setup_.largest_radius, setup_.minimum_distance, surroundings.staying);
    nodes.insert(nodes.end(), corners.begin(), corners.end());
  }
  execution.fence();
  const float reach = 2 * (1.1f * setup_.largest_radius + setup_.minimum_distance);
  renew_roadmap(
      execution,
      ChangingWorld<MemorySpace>{world, surroundings.staying, surroundings.walls, nodes, nodes_.size(), clearance_of(setup_), reach}, kept_,
      roadmap_, sweeps_);
  // Most worlds never change, and then nobody needs their graph.
  if (version_ == 0 && world.moving.empty()) kept_.reset();
  if (forgets) {
    backends::for_each(execution, "plethos::roadmap::forget_seen", surroundings.agents.owned,
                       ForgetSeen<MemorySpace>{surroundings.agents, surroundings.first_word, static_cast<std::int32_t>(nodes_.size())});
    execution.fence();
  }
  version_ = surroundings.version;
  ++roadmaps_;
  return true;
}

template <class Execution>
void RoadmapPlanner<Execution>::plan(const Execution& execution, const PlanningScene<MemorySpace>& scene) {
  guide_agents(execution, scene.agents.working,
               Guide<MemorySpace>{scene.agents, scene.headings, scene.goals, roadmap_, scene.step, scene.time_step, scene.first_word},
               Seekers<MemorySpace>{scene.scratch, seeker_count_});
}

PLETHOS_INSTANTIATE(RoadmapPlanner);

template <class Execution>
std::unique_ptr<Planner<Execution>> RoadmapMethod::make(const PlannerSetup& setup, const ParameterValues&) {
  return std::make_unique<RoadmapPlanner<Execution>>(setup);
}

PLETHOS_INSTANTIATE_MAKE(Planner, RoadmapMethod, const PlannerSetup&, const ParameterValues&);

}  // namespace plethos::planning
