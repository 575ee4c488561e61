#include "perf/study/path_measurement.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

#include "backends/machine.hpp"
#include "core/error.hpp"
#include "scenarios/reachability.hpp"
#include "scenarios/run/interrupt.hpp"
#include "scenarios/run/json_file.hpp"
#include "scenarios/run/median.hpp"

namespace plethos::study {
namespace {

using Json = nlohmann::ordered_json;
using planning::PathFinder;
using planning::Paths;

struct Pass {
  double offline_ms = 0;
  double online_ms = 0;
  std::uint64_t bytes = 0;
  Paths paths;
};

double milliseconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

Pass make_pass(const PathProblems& problems, const backends::Backend& backend, const std::string& planner, const ParameterValues& values) {
  const std::unique_ptr<PathFinder> finder = planning::make_path_finder(backend, planner, problems.setup(), values);
  planning::require_memory(*finder, backend, planner, problems.scenario.world, problems.queries.size());
  Pass pass;
  pass.offline_ms = milliseconds_of([&] { finder->prepare(problems.scenario.world); });
  pass.online_ms = milliseconds_of([&] { pass.paths = finder->find(problems.queries); });
  pass.bytes = finder->bytes();
  return pass;
}

/// Lengths over the shortest ones, of queries that have both.
std::vector<double> over_optimum(const Paths& paths, const std::vector<double>& optimum) {
  std::vector<double> ratios;
  for (std::size_t q = 0; q < optimum.size(); ++q) {
    if (paths.is_solved(q) && std::isfinite(optimum[q]) && optimum[q] > 0) ratios.push_back(paths.length(q) / optimum[q]);
  }
  return ratios;
}

Json mean_or_null(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? Json() : Json(sum / static_cast<double>(values.size()));
}

void add_median(Json& results, const std::string& name, std::vector<double> times) {
  results[name] = scenarios::median(times);
  results[name + "_min"] = *std::min_element(times.begin(), times.end());
  results[name + "_max"] = *std::max_element(times.begin(), times.end());
}

/// Returns the part of the results that does not depend on the machine.
Json answers_json(const Paths& paths, const std::vector<double>& optimum, const std::vector<bool>& reachable) {
  std::int64_t mismatches = 0;
  std::vector<double> lengths;
  for (std::size_t q = 0; q < paths.count(); ++q) {
    if (paths.is_solved(q)) lengths.push_back(paths.length(q));
    if (!reachable.empty() && paths.is_solved(q) != reachable[q]) ++mismatches;
  }
  const std::vector<double> ratios = over_optimum(paths, optimum);
  Json results;
  results["queries"] = paths.count();
  results["solved"] = lengths.size();
  results["mismatches"] = reachable.empty() ? Json() : Json(mismatches);
  results["length_mean"] = mean_or_null(lengths);
  results["over_optimum_mean"] = mean_or_null(ratios);
  results["over_optimum_max"] = ratios.empty() ? Json() : Json(*std::max_element(ratios.begin(), ratios.end()));
  return results;
}

void require_same_ways(std::int64_t repetition, const std::string& found, const std::string& expected) {
  if (found == expected) return;
  throw MachineError("repetition " + std::to_string(repetition) + " found other ways: found checksum " + found + ", expected " + expected);
}

}  // namespace

const PathMeasurement::Known& PathMeasurement::known_of(const PlannedRun& run) {
  const std::string key = run.content + run.paths.optimum;
  if (known_ && key == key_) return *known_;
  known_.reset();
  auto known = std::make_unique<Known>();
  known->problems = make_path_problems(run);
  const PathProblems& problems = known->problems;
  if (run.paths.optimum.empty()) {
    known->optimum = problems.optimum;
  } else {
    const Paths ways = make_pass(problems, backends::make_backend({"tbb", "simd", 0}), run.paths.optimum, {}).paths;
    for (std::size_t q = 0; q < ways.count(); ++q) {
      known->optimum.push_back(ways.is_solved(q) ? ways.length(q) : std::numeric_limits<double>::infinity());
    }
  }
  std::vector<Line> journeys;
  for (const planning::PathQuery& query : problems.queries) journeys.push_back({query.from, query.to});
  known->reachable = scenarios::reachable(problems.scenario.world, problems.setup().largest_radius, journeys).value_or(std::vector<bool>());
  key_ = key;
  known_ = std::move(known);
  return *known_;
}

std::optional<Json> PathMeasurement::make(const PlannedRun& run, const std::function<void(std::int64_t)>& moved) {
  const double load = backends::machine().load;
  const Known& known = known_of(run);
  const backends::Backend backend = backends::make_backend(run.backend);
  const auto make_next = [&](std::int64_t passes) {
    Pass pass = make_pass(known.problems, backend, run.methods.planner, run.methods.values);
    moved((passes + 1) * run.paths.queries);
    return pass;
  };
  if (scenarios::interrupted()) return {};
  const Pass first = make_next(0);
  const std::string checksum = scenarios::hexadecimal(planning::checksum(first.paths));
  Json repetitions = Json::array();
  std::vector<double> offline, online;
  for (std::int64_t repetition = 1; repetition <= run.repetitions; ++repetition) {
    if (scenarios::interrupted()) return {};
    const Pass pass = make_next(repetition);
    const std::string found = scenarios::hexadecimal(planning::checksum(pass.paths));
    require_same_ways(repetition, found, checksum);
    offline.push_back(pass.offline_ms);
    online.push_back(pass.online_ms);
    repetitions.push_back({{"offline_ms", pass.offline_ms}, {"online_ms", pass.online_ms}, {"checksum", found}});
  }
  Json result = done_run(run, backend, load);
  result["scenario"] = {{"segments", known.problems.scenario.world.segments().size()}, {"radius", known.problems.setup().largest_radius}};
  Json& results = result["results"];
  results = answers_json(first.paths, known.optimum, known.reachable);
  add_median(results, "offline_ms", offline);
  add_median(results, "online_ms", online);
  results["queries_per_s"] = 1e3 * static_cast<double>(first.paths.count()) / results["online_ms"].get<double>();
  results["bytes"] = first.bytes;
  results["checksum"] = checksum;
  result["repetitions"] = repetitions;
  return result;
}

}  // namespace plethos::study
