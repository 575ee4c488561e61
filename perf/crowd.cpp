#include "perf/crowd.hpp"

#include <map>

#include "scenarios/catalog.hpp"

namespace plethos::perf {

scenarios::Scenario advanced(scenarios::Scenario scenario, int steps, const backends::Backend& backend,
                             const std::map<std::string, std::string>& methods) {
  const auto simulation = simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents,
                                                         scenarios::choose_methods(scenario.methods, methods));
  simulation->advance(steps);
  simulation::Frame frame;
  simulation->read(frame);
  for (std::size_t i = 0; i < scenario.agents.size(); ++i) {
    scenario.agents[i].position = {frame.x[i], frame.y[i]};
    scenario.agents[i].velocity = {frame.velocity_x[i], frame.velocity_y[i]};
  }
  return scenario;
}

const scenarios::Scenario& moving_lattice(std::int64_t agents, int steps, const backends::Backend& backend) {
  static std::map<std::pair<std::int64_t, int>, scenarios::Scenario> made;
  if (const auto found = made.find({agents, steps}); found != made.end()) return found->second;
  scenarios::ScenarioRequest request{.name = "lattice", .agents = agents, .settings = {{"pitch", 1.5}, {"jitter", 0.3}}};
  scenarios::Scenario scenario = advanced(scenarios::make_scenario(request), steps, backend);
  return made.emplace(std::pair(agents, steps), std::move(scenario)).first->second;
}

}  // namespace plethos::perf
