#include <cstdio>

#include "core/text.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/cli/findings.hpp"
#include "scenarios/cli/header.hpp"
#include "scenarios/methods.hpp"

namespace plethos::cli {

void validate(const scenarios::ScenarioRequest& request) {
  const scenarios::Scenario scenario = scenarios::make_scenario(request);
  const simulation::MethodChoices methods = scenarios::choose_methods(scenario, request);
  std::printf("%s: valid: %zu agents in %zu groups, %zu goals, %zu polygons with %zu segments, %zu moving obstacles, %zu roadmap nodes%s\n",
              one_line(scenario.name).c_str(), scenario.agents.size(), scenario.groups.size(), scenario.world.goals.size(),
              scenario.world.polygons.size(), scenario.world.segments().size(), scenario.world.moving.size(),
              scenario.methods.roadmap_nodes.size(), grid_text(scenario.world).c_str());
  warn(find_oddities(scenario, methods.planner), scenario);
}

}  // namespace plethos::cli
