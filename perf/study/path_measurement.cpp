#include "perf/study/path_measurement.hpp"

#include "algorithms/simulation/methods.hpp"
#include "backends/machine.hpp"
#include "perf/study/query_worlds.hpp"
#include "perf/study/result_times.hpp"
#include "scenarios/paths/path_answers.hpp"
#include "scenarios/paths/path_moves.hpp"
#include "scenarios/paths/path_pass.hpp"
#include "scenarios/run/interrupt.hpp"
#include "scenarios/run/json_file.hpp"

namespace plethos::study {
namespace {

/// Adds the median over all moves, and how much that is of a whole plan.
void add_repairs(Json& results, const std::vector<std::vector<scenarios::PathMove>>& repetitions) {
  std::vector<double> times;
  bool repaired = true;
  for (const std::vector<scenarios::PathMove>& moves : repetitions) {
    for (const scenarios::PathMove& move : moves) {
      times.push_back(move.ms());
      repaired = repaired && move.repaired;
    }
  }
  add_median(results, "repair_ms", times);
  results["repair_percent"] = 100 * results["repair_ms"].get<double>() / results["plan_ms"].get<double>();
  results["repaired"] = repaired;
}

}  // namespace

const PathMeasurement::Known& PathMeasurement::known_of(const PlannedRun& run) {
  const auto& own = std::get<QueryRun>(run.own);
  const backends::Backend tbb = backends::make_backend({"tbb", "simd", 0});
  const bool over_cells = simulation::method_family("planner").find(run.methods.planner).needs_grid;
  const std::string key = run.content + own.optimum + (over_cells ? " over cells" : "");
  if (known_ && key == key_ && own.optimum_values == optimum_values_) return *known_;
  known_.reset();
  auto known = std::make_unique<Known>();
  known->problems = query_problems(run);
  const scenarios::PathProblems& problems = known->problems;
  if (run.process == 0) {
    if (own.optimum.empty()) {
      known->optimum = problems.optimum;
    } else {
      scenarios::PathSearch search(problems, tbb, own.optimum, own.optimum_values);
      known->optimum = scenarios::judged_lengths(problems.scenario.world, search.find().paths);
    }
    known->reachable = scenarios::reachable_queries(problems, over_cells);
  }
  key_ = key;
  optimum_values_ = own.optimum_values;
  known_ = std::move(known);
  return *known_;
}

std::optional<Json> PathMeasurement::make(const PlannedRun& run, const backends::Ranks&, const std::function<void(std::int64_t)>& moved) {
  const double load = backends::machine().load;
  const auto& own = std::get<QueryRun>(run.own);
  const Known& known = known_of(run);
  const backends::Backend backend = backends::make_backend(run.backend);
  if (scenarios::interrupted()) return {};
  scenarios::PathSearch search(known.problems, backend, run.methods.planner, run.methods.values);
  const scenarios::PathPass first = search.find();
  moved(own.queries);
  const std::uint64_t checksum = planning::checksum(first.paths);
  Json repetitions = Json::array();
  std::vector<double> offline, online;
  std::vector<std::vector<scenarios::PathMove>> moves;
  const auto is_known_well = [&] { return run.until_precise && is_precise(offline) && is_precise(online); };
  for (std::int64_t repetition = 1; repetition <= run.repetitions && !is_known_well(); ++repetition) {
    if (scenarios::interrupted()) return {};
    search.prepare();
    const scenarios::PathPass pass = search.find();
    const std::int64_t passes = 1 + (repetition - 1) * (1 + own.moves);
    moved((passes + 1) * own.queries);
    scenarios::require_same_ways(repetition, planning::checksum(pass.paths), checksum);
    offline.push_back(pass.offline_ms);
    online.push_back(pass.online_ms);
    repetitions.push_back({{"offline_ms", pass.offline_ms},
                           {"online_ms", pass.online_ms},
                           {"plan_ms", pass.offline_ms + pass.online_ms},
                           {"checksum", scenarios::hexadecimal(checksum)}});
    if (own.moves == 0) continue;
    moves.push_back(scenarios::make_moves(known.problems, own.moves, own.seed, search, [&](std::size_t made) {
      moved((passes + 1 + static_cast<std::int64_t>(made)) * own.queries);
      return !scenarios::interrupted();
    }));
    if (scenarios::interrupted()) return {};
    moved((passes + 1 + own.moves) * own.queries);
    scenarios::require_same_ways(repetition, moves.back(), moves.front());
  }
  Json result = done_run(run, backend, load);
  result["scenario"] = {{"segments", known.problems.scenario.world.segments().size()}, {"radius", known.problems.setup().largest_radius}};
  result["repetitions"] = repetitions;
  if (run.process > 0) {
    result["results"]["checksum"] = scenarios::hexadecimal(checksum);
    return result;
  }
  const scenarios::PathAnswers answers = scenarios::judge(known.problems.scenario.world, first.paths, known.optimum, known.reachable);
  result["results"] = scenarios::answers_json(answers);
  summarize_times(result);
  Json& results = result["results"];
  results["over_optimum_percent"] = answers.over_optimum_mean ? Json(100 * (*answers.over_optimum_mean - 1)) : Json();
  results["first_offline_ms"] = first.offline_ms;
  results["first_online_ms"] = first.online_ms;
  results["claim_ms"] = first.claim_ms;
  results["queries_per_s"] = 1e3 * static_cast<double>(first.paths.count()) / results["online_ms"].get<double>();
  if (!moves.empty()) {
    add_repairs(results, moves);
    result["moves"] = scenarios::moves_json(moves, results["offline_ms"].get<double>(), results["online_ms"].get<double>(), answers.solved);
  }
  results["states"] = first.states > 0 ? Json(first.states) : Json();
  results["bytes"] = first.bytes;
  results["checksum"] = scenarios::hexadecimal(checksum);
  return result;
}

}  // namespace plethos::study
