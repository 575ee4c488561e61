#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "algorithms/planning/path_finder.hpp"
#include "algorithms/simulation/methods.hpp"
#include "backends/runtime.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "scenarios/cli/attempts.hpp"
#include "scenarios/cli/bound_waiting.hpp"
#include "scenarios/cli/call_record.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/cli/findings.hpp"
#include "scenarios/cli/json_output.hpp"
#include "scenarios/cli/plan_request.hpp"
#include "scenarios/cli/plan_summary.hpp"
#include "scenarios/cli/progress.hpp"
#include "scenarios/io/paths_file.hpp"
#include "scenarios/paths/moving_square.hpp"
#include "scenarios/paths/path_moves.hpp"
#include "scenarios/paths/path_pass.hpp"
#include "scenarios/paths/search_hint.hpp"
#include "scenarios/run/interrupt.hpp"
#include "scenarios/run/json_file.hpp"
#include "scenarios/run/machine_json.hpp"
#include "scenarios/run/median.hpp"
#include "scenarios/run/parameters_json.hpp"
#include "scenarios/run/time_left.hpp"
#include "scenarios/run/version.hpp"

namespace plethos::cli {
namespace {

constexpr std::int64_t default_queries = 1000;

Json parameters_json(const std::string& planner, const ParameterValues& values) {
  Json json = Json::object();
  for (const ParameterInfo& info : planner_parameters(planner)) {
    const auto value = values.find(info.name);
    json[info.name] = scenarios::written_json(written_value(info, value == values.end() ? info.default_value : value->second));
  }
  return json;
}

std::string text_of(const Json& value) { return plain_text(scenarios::written_from(value)); }

/// Returns how many queries lie on other terrains than the scenario's own; empty if none does.
std::string terrains_text(const scenarios::PathProblems& problems) {
  std::string text;
  for (std::size_t k = 0; k < problems.others.size(); ++k) {
    const auto there = std::count(problems.place.begin(), problems.place.end(), static_cast<std::uint8_t>(k + 1));
    text += ", " + std::to_string(there) + " of them on " + scenarios::terrain_name(problems.others[k].terrain);
  }
  return text;
}

Header plan_header(const PlanOptions& options, const scenarios::PathProblems& problems, const Json& parameters,
                   const backends::Backend& backend, const Json& machine) {
  const World& world = problems.scenario.world;
  Header header{{"plethos", scenarios::version()}};
  if (world.grid != nullptr) {
    const std::string& file = options.scenario.map_file;
    header.emplace_back("map",
                        (file.empty() ? problems.scenario.name : std::filesystem::path(file).filename().string()) + grid_text(world));
    header.emplace_back("map checksum", scenarios::hexadecimal(planning::checksum(*world.grid)));
  } else {
    header.emplace_back("scenario", problems.scenario.name + ", " + std::to_string(world.segments().size()) + " segments");
  }
  const std::string& scen = options.scenario.scen_file;
  header.emplace_back("queries", std::to_string(problems.queries.size()) +
                                     (scen.empty() ? " drawn with seed " + std::to_string(options.seed.value_or(1))
                                                   : " of " + std::filesystem::path(scen).filename().string()) +
                                     terrains_text(problems));
  std::string planner = options.planner;
  for (const auto& [name, value] : parameters.items()) planner += ", " + name + " " + text_of(value);
  header.emplace_back("planner", planner);
  for (auto& entry : place_header(backend, machine)) header.push_back(std::move(entry));
  return header;
}

/// Shows how far the search for ways is. `what` says what they are for.
class Searching {
 public:
  Searching(std::size_t queries, const std::string& what, bool quiet)
      : queries_(queries),
        what_(what),
        progress_(std::make_shared<Progress>(static_cast<std::int64_t>(queries), quiet)),
        time_left_(static_cast<double>(queries)) {}

  /// Returns whether the search is to go on.
  bool operator()(std::size_t answered) {
    progress_->update(static_cast<std::int64_t>(answered), [&](double seconds) {
      time_left_.update(static_cast<double>(answered), seconds);
      char text[160];
      std::snprintf(text, sizeof text, ", %zu of %zu queries%s, %.3g queries/s", answered, queries_, what_.c_str(), time_left_.rate());
      return Progress::Words{scenarios::duration_text(time_left_.seconds()) + " left", text};
    });
    return !scenarios::interrupted();
  }

 private:
  std::size_t queries_;
  std::string what_;
  std::shared_ptr<Progress> progress_;  // copies show one bar
  scenarios::TimeLeft time_left_;
};

/// Finds the ways, again in each repetition. The first one is prepared. If the user interrupts it, they are those of the first queries.
planning::Paths search(scenarios::PathSearch first, const PlanOptions& options, const scenarios::PathProblems& problems,
                       const ParameterValues& values, const backends::Backend& backend, PlanSummary& summary) {
  planning::Paths paths;
  std::vector<double> offline, online;
  std::optional<scenarios::PathSearch> prepared(std::move(first));
  for (int repetition = 0; repetition < options.repetitions && !summary.interrupted; ++repetition) {
    const std::string of = options.repetitions > 1 ? ", repetition " + std::to_string(repetition + 1) : "";
    if (!prepared) prepared.emplace(problems, backend, options.planner, values);
    // What is kept for repairs are the fields of all queries.
    scenarios::PathPass pass =
        options.moves > 0 ? prepared->find() : prepared->find_in_batches(Searching(problems.queries.size(), of, options.quiet));
    std::vector<scenarios::PathMove> moves;
    if (options.moves > 0) {
      moves = scenarios::make_moves(problems, options.moves, options.seed.value_or(1), *prepared,
                                    [](std::size_t) { return !scenarios::interrupted(); });
    }
    // The next path finder finds the memory free.
    prepared.reset();
    summary.interrupted = scenarios::interrupted();
    if (summary.interrupted && repetition > 0) break;
    if (repetition == 0) summary.claim_ms = pass.claim_ms;
    offline.push_back(pass.offline_ms);
    online.push_back(pass.online_ms);
    summary.in_flight = pass.in_flight;
    summary.bytes = pass.bytes;
    summary.states = pass.states;
    if (repetition > 0) scenarios::require_same_ways(repetition, moves, summary.moves.front());
    summary.moves.push_back(std::move(moves));
    const std::uint64_t checksum = planning::checksum(pass.paths);
    if (repetition == 0) {
      summary.checksum = checksum;
      paths = std::move(pass.paths);
    }
    scenarios::require_same_ways(repetition, checksum, summary.checksum);
  }
  summary.repetitions = static_cast<int>(online.size());
  summary.offline_ms = scenarios::median(offline);
  summary.online_ms = scenarios::median(online);
  return paths;
}

/// What lengths are compared with.
struct Optimum {
  std::string planner;                          ///< as choose_optimum() returns it
  std::optional<scenarios::PathSearch> search;  ///< nothing if it needs none
};

Optimum prepare_optimum(const PlanOptions& options, const scenarios::PathProblems& problems, const ParameterValues& values,
                        const backends::Backend& backend, bool over_cells) {
  Optimum optimum{choose_optimum(options, problems, values, over_cells), {}};
  if (optimum.planner.empty() || optimum.planner == no_optimum || optimum.planner == options.planner) return optimum;
  optimum.search.emplace(problems, backend, optimum.planner, shared_values(optimum.planner, values));
  return optimum;
}

/// Returns the lengths that ways are compared with, and says what they are of. If the user interrupts it, they end early.
std::vector<double> find_optimum(Optimum& optimum, const PlanOptions& options, const scenarios::PathProblems& problems,
                                 const planning::Paths& found, PlanSummary& summary) {
  if (summary.interrupted || optimum.planner == no_optimum) return {};
  summary.optimum = optimum.planner.empty() ? "the .scen file" : optimum.planner;
  if (optimum.planner.empty()) return problems.optimum;
  const World& world = problems.scenario.world;
  if (!optimum.search) return scenarios::judged_lengths(world, found);
  const scenarios::PathPass pass =
      optimum.search->find_in_batches(Searching(problems.queries.size(), " for the shortest lengths", options.quiet));
  summary.interrupted = scenarios::interrupted();
  return scenarios::judged_lengths(world, pass.paths);
}

/// Returns what a file of paths holds, of the queries with an answer.
scenarios::RecordedPaths record(const scenarios::PathProblems& problems, const Header& header, const Json& parameters,
                                const PlanOptions& options, planning::AbstractGraph graph, planning::GoalField field, planning::Paths paths,
                                std::vector<double> optimum) {
  scenarios::RecordedPaths record;
  record.attributes = header;
  for (auto& [name, value] : record.attributes) {
    if (name == "planner") value = options.planner;
  }
  for (const auto& [name, value] : parameters.items()) record.attributes.emplace_back(name, text_of(value));
  record.world = problems.scenario.world;
  if (!problems.others.empty()) record.terrain = *problems.scenario.terrain;
  const std::size_t answered = paths.count();
  record.queries.assign(problems.queries.begin(), problems.queries.begin() + static_cast<std::ptrdiff_t>(answered));
  optimum.resize(answered, std::numeric_limits<double>::quiet_NaN());
  record.optimum = std::move(optimum);
  record.paths = std::move(paths);
  record.graph = std::move(graph);
  record.field = std::move(field);
  return record;
}

planning::GoalField field_of(scenarios::PathSearch& search, const PlanOptions& options, const scenarios::PathProblems& problems) {
  const auto queries = static_cast<std::int64_t>(problems.queries.size());
  if (*options.field >= queries) {
    throw InputError("--field: found query " + std::to_string(*options.field) + ", expected one from 0 to " + std::to_string(queries - 1));
  }
  planning::GoalField field = search.field(static_cast<std::size_t>(*options.field));
  if (field.is_empty()) throw InputError("--field: found planner '" + options.planner + "', expected one that has fields of goals");
  return field;
}

}  // namespace

int plan(PlanOptions options) {
  const CallRecord call(options.arguments);
  if (options.backend.name == "openmp") bound_waiting(options.arguments);
  std::optional<scenarios::EndAtOnce> unstarted(std::in_place);
  check_plan(options);
  std::optional<JsonOutput> json;
  std::optional<scenarios::OutputFile> output;
  if (!options.json.empty()) json.emplace(options.json);
  if (!options.output.empty()) output.emplace(options.output, scenarios::OutputKind::paths, "--out");
  const scenarios::QuerySet asked{options.queries.value_or(options.scenario.scen_file.empty() ? default_queries : 0), 0,
                                  options.seed.value_or(1), options.goals};
  const scenarios::PathProblems problems = scenarios::make_path_problems(options.scenario, asked);
  if (!options.quiet) warn(problems.warnings);
  if (options.moves > 0) scenarios::require_ground(problems.scenario.world);
  const ParameterValues values = planner_values(options, problems.scenario);
  auto kokkos_arguments = static_cast<int>(options.kokkos.size());
  options.kokkos.push_back(nullptr);
  const backends::Runtime runtime(kokkos_arguments, options.kokkos.data(), options.backend.threads);
  const backends::Backend backend = backends::make_backend(options.backend);
  const Json machine = scenarios::machine_record();
  const Json parameters = parameters_json(options.planner, values);
  const Header header = plan_header(options, problems, parameters, backend, machine);
  const bool over_cells = simulation::method_family("planner").find(options.planner).needs_grid;
  scenarios::PathSearch prepared(problems, backend, options.planner, values);
  Optimum optimum = prepare_optimum(options, problems, values, backend, over_cells);
  planning::GoalField field;
  if (options.field) field = field_of(prepared, options, problems);
  if (!options.quiet) print(header);

  const scenarios::InterruptGuard guard;
  planning::AbstractGraph graph;
  if (output) graph = prepared.graph();
  PlanSummary summary;
  unstarted.reset();
  planning::Paths paths = search(std::move(prepared), options, problems, values, backend, summary);
  std::vector<double> shortest = find_optimum(optimum, options, problems, paths, summary);
  summary.by_cost = has_costs(problems.scenario.world);
  summary.left_out = problems.left_out;
  summary.hint = scenarios::search_hint(options.planner, problems.scenario.world, backend);
  summary.answers = scenarios::judge(problems.scenario.world, paths, shortest, scenarios::reachable_queries(problems, over_cells));
  Attempts attempts;
  const bool is_kept = attempts([&] {
    if (!output) return;
    scenarios::write_paths(
        *output, record(problems, header, parameters, options, std::move(graph), std::move(field), std::move(paths), std::move(shortest)));
  });
  attempts([&] {
    if (json) write_json(*json, call, header, machine, options.planner, parameters, summary, backend);
  });
  if (!options.quiet) {
    print(summary);
    if (output && is_kept) std::printf("paths               %s\n", one_line(options.output).c_str());
  }
  attempts.finish();
  return summary.interrupted ? 130 : 0;
}

}  // namespace plethos::cli
