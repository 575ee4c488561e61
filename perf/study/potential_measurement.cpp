#include "perf/study/potential_measurement.hpp"

#include <algorithm>
#include <chrono>

#include "algorithms/planning/fields/goal_cells.hpp"
#include "algorithms/planning/grid/map/blocked_cells.hpp"
#include "algorithms/planning/potential/potential_parameters.hpp"
#include "algorithms/planning/potential/potential_trial.hpp"
#include "backends/machine.hpp"
#include "core/error.hpp"
#include "perf/study/identity.hpp"
#include "perf/study/query_worlds.hpp"
#include "perf/study/result_times.hpp"
#include "scenarios/run/interrupt.hpp"
#include "scenarios/run/median.hpp"

namespace plethos::study {
namespace {

/// A cell beside a goal lacks a quarter at first.
constexpr float first_residual = 0.25f;

/// One solving from nothing.
struct Solving {
  std::vector<planning::Solved> measured;  ///< at least one, with residuals as parts of the first one
  std::vector<double> elapsed_ms;          ///< when that was known
  std::string checksum;                    ///< of the values at the end

  double ms() const { return elapsed_ms.back(); }
};

/// Returns nothing if it was interrupted.
std::optional<Solving> solve(planning::PotentialTrial& trial, float residual, std::int64_t most) {
  using Clock = std::chrono::steady_clock;
  Solving solving;
  trial.begin();
  const Clock::time_point start = Clock::now();
  trial.solve(first_residual * residual, static_cast<std::int32_t>(most), [&](const planning::Solved& solved) {
    solving.elapsed_ms.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    solving.measured.push_back({solved.sweeps, solved.residual / first_residual});
    return !scenarios::interrupted();
  });
  if (scenarios::interrupted()) return {};
  const std::vector<float> values = trial.values();
  solving.checksum = hash_text({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)});
  return solving;
}

Json solving_json(const std::vector<Solving>& repetitions) {
  Json json;
  for (const std::string& column : solving_curves()) json[column] = Json::array();
  const std::vector<planning::Solved>& measured = repetitions.front().measured;
  for (std::size_t k = 0; k < measured.size(); ++k) {
    std::vector<double> times;
    for (const Solving& repetition : repetitions) times.push_back(repetition.elapsed_ms[k]);
    json["sweep"].push_back(measured[k].sweeps);
    json["sweep_residual"].push_back(measured[k].residual);
    json["elapsed_ms"].push_back(scenarios::median(times));
  }
  return json;
}

}  // namespace

std::int64_t GoalProblem::free_cells() const {
  const auto passable = std::count_if(map->passable.begin(), map->passable.end(), [](std::uint8_t cell) { return cell != 0; });
  return passable - static_cast<std::int64_t>(goal.size());
}

GoalProblem goal_problem(const scenarios::PathProblems& problems) {
  GoalProblem problem{planning::require_grid(problems.scenario.world, "bvp-global"), {}};
  World world;
  world.goals.push_back(problems.queries.at(0).to);
  problem.goal = planning::goal_cells(*problem.map, world, world.segments(), 0);
  if (problem.goal.empty()) throw InputError("seed: found a goal without a passable cell around it, expected another seed");
  return problem;
}

const std::vector<std::string>& solving_curves() {
  static const std::vector<std::string> names{"sweep", "sweep_residual", "elapsed_ms"};
  return names;
}

void require_same_values(std::int64_t repetition, const std::string& found, const std::string& expected) {
  if (found == expected) return;
  throw MachineError("repetition " + std::to_string(repetition) + " ended in other values: found checksum " + found + ", expected " +
                     expected);
}

const GoalProblem& PotentialMeasurement::problem_of(const PlannedRun& run) {
  if (!problem_ || run.content != content_) problem_ = goal_problem(query_problems(run));
  content_ = run.content;
  return *problem_;
}

std::optional<Json> PotentialMeasurement::make(const PlannedRun& run, const backends::Ranks&,
                                               const std::function<void(std::int64_t)>& moved) {
  const double load = backends::machine().load;
  const auto& own = std::get<QueryRun>(run.own);
  const GoalProblem& problem = problem_of(run);
  const backends::Backend backend = backends::make_backend(run.backend);
  const auto [solver, residual] = planning::solver_table().read(run.methods.values);
  const auto trial = planning::make_potential_trial(backend, *problem.map, problem.goal, solver);
  const std::optional<Solving> first = solve(*trial, residual, own.sweeps);
  std::vector<Solving> repetitions;
  std::vector<double> times;
  Json made = Json::array();
  for (std::int64_t repetition = 1; first && repetition <= run.repetitions && !(run.until_precise && is_precise(times)); ++repetition) {
    moved(repetition * own.cells);
    const std::optional<Solving> solving = solve(*trial, residual, own.sweeps);
    if (!solving) return {};
    require_same_values(repetition, solving->checksum, first->checksum);
    repetitions.push_back(*solving);
    times.push_back(solving->ms());
    made.push_back({{"solve_ms", solving->ms()}, {"checksum", solving->checksum}});
  }
  if (!first) return {};
  moved((1 + run.repetitions) * own.cells);
  Json result = done_run(run, backend, load);
  const GridCell cell = problem.map->cell(static_cast<std::size_t>(problem.goal.front()));
  result["scenario"] = {{"width", problem.map->width}, {"height", problem.map->height}, {"goal", {cell.x, cell.y}}};
  result["repetitions"] = made;
  summarize_times(result);
  Json& results = result["results"];
  const planning::Solved last = first->measured.back();
  results["sweeps"] = last.sweeps;
  results["residual"] = last.residual;
  results["solved"] = last.residual <= residual;
  results["cells"] = own.cells;
  results["cell_sweeps_per_s"] =
      1e3 * static_cast<double>(own.cells) * static_cast<double>(last.sweeps) / results["solve_ms"].get<double>();
  results["bytes"] = trial->bytes();
  results["checksum"] = first->checksum;
  result["solving"] = solving_json(repetitions);
  return result;
}

}  // namespace plethos::study
