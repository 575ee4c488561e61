#include "perf/study/emptying_measurement.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "algorithms/verify/behavior.hpp"
#include "backends/machine.hpp"
#include "core/frame_rate.hpp"
#include "perf/study/identity.hpp"
#include "scenarios/builders/building.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/run/advance.hpp"
#include "scenarios/run/interrupt.hpp"
#include "scenarios/run/json_file.hpp"
#include "scenarios/run/median.hpp"

namespace plethos::study {
namespace {

/// How one plan was emptied.
struct Emptied {
  std::int64_t people = 0, left = 0;
  std::int64_t steps = 0;
  double seconds = 0;    // simulated, until the last one was out
  double over_door = 0;  // times the least that the narrowest passage takes; 0: not all are out, or nobody knows its doors
  std::int64_t crossings = 0, overlaps = 0;
  double deepest = 0;  // radii
  std::uint64_t checksum = 0;
};

/// Returns nothing if it was interrupted.
std::optional<Emptied> empty_plan(const PlannedRun& run, const backends::Backend& backend, std::int64_t k) {
  const scenarios::ScenarioRequest request = request_of_plan(run, k);
  const scenarios::Scenario scenario = scenarios::make_scenario(request);
  const simulation::MethodChoices methods = scenarios::choose_methods(scenario, request);
  const auto simulation = simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents, methods);
  const double time_step = 1 / frame_rate(scenario.parameters.time_step, 1);
  verify::Behavior behavior(scenario.world, scenario.agents, time_step, static_cast<double>(scenario.parameters.minimum_distance));
  simulation::Frame frame;
  const auto look = [&] {
    simulation->read(frame);
    behavior.look(frame.x, frame.y, frame.present);
  };
  Emptied emptied{.people = static_cast<std::int64_t>(scenario.agents.size())};
  for (look(); emptied.steps < std::get<EmptyingBlock>(run.own).steps; ++emptied.steps, look()) {
    if (scenarios::interrupted()) return {};
    if (emptied.steps % scenarios::steps_between_looks == 0 && simulation->arrived() == emptied.people) break;
    simulation->advance(1);
  }
  const simulation::Statistics statistics = simulation->statistics();
  const verify::BehaviorReport report = behavior.report();
  emptied.left = emptied.people - statistics.arrived;
  emptied.seconds = static_cast<double>(statistics.last_arrival + 1) * time_step;
  const double door = scenarios::slowest_door(request);
  if (emptied.left == 0 && door > 0) emptied.over_door = emptied.seconds / door;
  emptied.crossings = report.wall_crossings;
  emptied.overlaps = report.overlaps_most;
  emptied.deepest = report.deepest;
  emptied.checksum = simulation::checksum(frame);
  return emptied;
}

Json plan_json(const Emptied& emptied) {
  return {{"left", emptied.left},
          {"seconds", emptied.seconds},
          {"wall_crossings", emptied.crossings},
          {"overlaps_most", emptied.overlaps},
          {"overlap_depth", emptied.deepest},
          {"checksum", scenarios::hexadecimal(emptied.checksum)}};
}

/// Adds the median and the greatest of some values, or null if there are none.
void add_spread(Json& results, const std::string& name, const std::vector<double>& values) {
  results[name] = values.empty() ? Json() : Json(scenarios::median(values));
  results[name + "_most"] = values.empty() ? Json() : Json(*std::max_element(values.begin(), values.end()));
}

}  // namespace

scenarios::ScenarioRequest request_of_plan(const PlannedRun& run, std::int64_t k) {
  scenarios::ScenarioRequest request = run.scenario;
  for (const auto& [key, values] : std::get<EmptyingBlock>(run.own).each)
    request.settings[key] = values[static_cast<std::size_t>(k) % values.size()];
  request.seed = static_cast<std::uint64_t>(k) + 1;
  return request;
}

std::optional<Json> EmptyingMeasurement::make(const PlannedRun& run, const backends::Ranks&,
                                              const std::function<void(std::int64_t)>& moved) {
  const double load = backends::machine().load;
  const backends::Backend backend = backends::make_backend(run.backend);
  const std::int64_t planned = std::get<EmptyingBlock>(run.own).plans;
  std::int64_t emptied = 0, left = 0, crossings = 0, overlapping = 0, people = 0;
  double deepest = 0;
  std::vector<double> seconds, over_door;
  Json plans = Json::array();
  std::string checksums;
  for (std::int64_t k = 0; k < planned; ++k) {
    const std::optional<Emptied> plan = empty_plan(run, backend, k);
    if (!plan) return {};
    moved(k + 1);
    people += plan->people;
    left += plan->left;
    crossings += plan->crossings;
    overlapping += plan->overlaps > 0 ? 1 : 0;
    deepest = std::max(deepest, plan->deepest);
    if (plan->left == 0) {
      ++emptied;
      seconds.push_back(plan->seconds);
      if (plan->over_door > 0) over_door.push_back(plan->over_door);
    }
    plans.push_back(plan_json(*plan));
    checksums += scenarios::hexadecimal(plan->checksum);
  }
  Json result = done_run(run, backend, load);
  Json& results = result["results"];
  results["emptied"] = emptied;
  results["not_emptied"] = planned - emptied;
  results["people"] = people;
  results["people_left"] = left;
  results["wall_crossings"] = crossings;
  results["plans_with_overlaps"] = overlapping;
  results["overlap_depth"] = deepest;
  add_spread(results, "seconds_to_empty", seconds);
  add_spread(results, "time_over_door", over_door);
  results["checksum"] = hash_text(checksums);
  result["plans"] = plans;
  return result;
}

}  // namespace plethos::study
