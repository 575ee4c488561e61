#include "scenarios/roadmap_nodes.hpp"

#include <utility>

#include "algorithms/planning/roadmap/corner_nodes.hpp"
#include "algorithms/planning/roadmap/roadmap_method.hpp"

namespace plethos::scenarios {

void set_roadmap_nodes(Scenario& scenario, std::vector<Vec2> nodes) {
  scenario.methods.roadmap_nodes = std::move(nodes);
  scenario.methods.names.try_emplace("planner", planning::RoadmapMethod::info().name);
}

void add_corner_nodes(Scenario& scenario) {
  set_roadmap_nodes(scenario,
                    planning::corner_nodes(scenario.world, largest_radius(scenario.agents), scenario.parameters.minimum_distance));
}

}  // namespace plethos::scenarios
