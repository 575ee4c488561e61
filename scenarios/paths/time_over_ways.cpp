#include "scenarios/paths/time_over_ways.hpp"

#include <algorithm>
#include <map>

#include "algorithms/planning/path_finder.hpp"
#include "core/error.hpp"
#include "scenarios/paths/path_pass.hpp"
#include "scenarios/run/interrupt.hpp"

namespace plethos::scenarios {
namespace {

/// Returns the ways of the legs, or nothing if they are not known.
std::optional<planning::Paths> ways_of(const Scenario& scenario, const simulation::MethodChoices& methods, const backends::Backend& backend,
                                       std::span<const verify::Leg> legs) {
  const std::vector<std::string> planners = planning::path_planners();
  if (std::find(planners.begin(), planners.end(), methods.planner) == planners.end()) return std::nullopt;
  PathProblems problems{scenario, {}, {}};
  for (const verify::Leg& leg : legs) problems.queries.push_back({leg.from, leg.to});
  const std::vector<ParameterInfo>& own = simulation::method_family("planner").find(methods.planner).parameters;
  ParameterValues values = methods.values;
  std::erase_if(values, [&](const auto& value) { return find_parameter(own, value.first) == nullptr; });
  try {
    PathSearch search(problems, backend, methods.planner, values);
    PathPass pass = search.find_in_batches([](std::size_t) { return !interrupted(); });
    if (pass.paths.count() < legs.size()) return std::nullopt;
    return std::move(pass.paths);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

std::optional<verify::Spread> time_over_ways(const Scenario& scenario, const simulation::MethodChoices& methods,
                                             const backends::Backend& backend, std::span<const verify::Leg> legs) {
  verify::Spread spread;
  if (legs.empty()) return spread;
  const std::optional<planning::Paths> ways = ways_of(scenario, methods, backend, legs);
  if (!ways) return std::nullopt;
  struct Journey {
    double metres = 0, seconds = 0;
    bool found = true;
  };
  std::map<std::int32_t, Journey> journeys;
  for (std::size_t i = 0; i < legs.size(); ++i) {
    Journey& journey = journeys[legs[i].agent];
    journey.metres += std::max(0., ways->length(i) - legs[i].short_of);
    journey.seconds = legs[i].seconds;
    journey.found = journey.found && ways->is_solved(i);
  }
  for (const auto& [agent, journey] : journeys) {
    const double speed = static_cast<double>(scenario.agents[static_cast<std::size_t>(agent)].preferred_speed);
    if (journey.found && journey.metres > 0 && speed > 0) spread.add(journey.seconds / (journey.metres / speed));
  }
  return spread;
}

}  // namespace plethos::scenarios
