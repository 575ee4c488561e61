#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "backends/backend.hpp"
#include "backends/ranks/agree.hpp"
#include "backends/runtime.hpp"
#include "core/frame_rate.hpp"
#include "core/text.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/cli/attempts.hpp"
#include "scenarios/cli/backend_check.hpp"
#include "scenarios/cli/bound_waiting.hpp"
#include "scenarios/cli/call_record.hpp"
#include "scenarios/cli/checkpoints.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/cli/findings.hpp"
#include "scenarios/cli/json_output.hpp"
#include "scenarios/cli/progress.hpp"
#include "scenarios/cli/rank_session.hpp"
#include "scenarios/cli/run_setup.hpp"
#include "scenarios/cli/run_worlds.hpp"
#include "scenarios/cli/summary.hpp"
#include "scenarios/io/output_file.hpp"
#include "scenarios/io/trajectory.hpp"
#include "scenarios/methods.hpp"
#include "scenarios/paths/time_over_ways.hpp"
#include "scenarios/run/advance.hpp"
#include "scenarios/run/arrival_times.hpp"
#include "scenarios/run/checkpoint.hpp"
#include "scenarios/run/interrupt.hpp"
#include "scenarios/run/machine_json.hpp"
#include "scenarios/run/recorder.hpp"
#include "scenarios/run/run_identity.hpp"
#include "scenarios/run/time_left.hpp"
#include "scenarios/run/version.hpp"

namespace plethos::cli {
namespace {

/// The observers of a run, if they are wanted: the file that records it, and the verifier. Rank 0 has them, and others send it what they
/// look at.
class Watchers {
 public:
  Watchers(simulation::Simulation& simulation, const scenarios::Scenario& scenario, const RunOptions& options, const backends::Ranks& ranks,
           scenarios::TrajectoryWriter* writer)
      : simulation_(simulation), ranks_(ranks), every_(options.every), verifies_(options.verify) {
    if (!options.output.empty()) recorder_.emplace(ranks, simulation, scenario, writer);
    if (verifies_ && ranks.rank() == 0)
      behavior_.emplace(scenario.world, scenario.agents, 1 / frame_rate(scenario.parameters.time_step, 1),
                        static_cast<double>(scenario.parameters.minimum_distance));
  }

  /// Returns the steps from one look to the next, or `otherwise` if nothing looks.
  std::int64_t interval(std::int64_t otherwise) const { return verifies_ ? 1 : recorder_ ? every_ : otherwise; }

  /// By one rank: brings all that was recorded so far to the disk. Errors: the fault of the recording.
  void keep() {
    if (!recorder_) return;
    recorder_->sync();
    recorder_->rethrow();
  }
  /// So, too: ends the recording.
  void close() {
    if (!recorder_) return;
    recorder_->close();
    recorder_->rethrow();
  }
  /// Together: returns whether the recording has a fault.
  bool failed() const { return recorder_ && ranks_.greatest(std::int64_t{recorder_->failed()}) != 0; }
  void look(std::int64_t steps) {
    if (verifies_) simulation_.read(frame_);
    if (recorder_ && steps % every_ == 0) recorder_->record(steps / every_, verifies_ ? &frame_ : nullptr);
    if (behavior_) behavior_->look(frame_.x, frame_.y, frame_.present);
  }

  const std::optional<verify::Behavior>& behavior() const { return behavior_; }

 private:
  simulation::Simulation& simulation_;
  const backends::Ranks& ranks_;
  std::int64_t every_;
  bool verifies_;
  std::optional<scenarios::Recorder> recorder_;
  std::optional<verify::Behavior> behavior_;
  simulation::Frame frame_;
};

Progress::Words run_progress_text(std::int64_t steps, std::int64_t limit, std::int64_t arrived, std::int64_t travelers,
                                  const scenarios::TimeLeft& time_left) {
  char text[160];
  std::snprintf(text, sizeof text, ", step %" PRId64 " of %" PRId64 ", %" PRId64 " of %" PRId64 " arrived, %.3g steps/s", steps, limit,
                arrived, travelers, time_left.rate());
  return {"at most " + scenarios::duration_text(time_left.seconds()) + " left", text};
}

/// Returns whether the run that goes on after so many steps is over: at its last look it has seen that all have arrived.
bool is_over(std::int64_t steps, std::int64_t arrived, std::int64_t travelers) {
  return steps > 0 && steps % scenarios::steps_between_looks == 0 && travelers > 0 && arrived == travelers;
}

Summary simulate(simulation::Simulation& simulation, const scenarios::Scenario& scenario, const simulation::MethodChoices& methods,
                 const RunOptions& options, const backends::Ranks& ranks, Watchers& watchers, Checkpoints& checkpoints,
                 std::int64_t first_step) {
  const std::int64_t limit = scenario.parameters.steps;
  const std::int64_t travelers = scenarios::count_travelers(scenario, ranks);
  Summary summary;
  summary.agents = scenario.count();
  // Agents of parts are of one size (scenarios::Builder).
  for (const AgentRecord& agent : scenario.agents) summary.radii.add(static_cast<double>(agent.radius));
  summary.radii.count = summary.agents;
  summary.minimum_distance = static_cast<double>(scenario.parameters.minimum_distance);
  Progress progress(limit, options.quiet);
  scenarios::TimeLeft time_left(static_cast<double>(limit));
  if (first_step == 0) watchers.look(0);
  std::int64_t arrived = 0;
  const std::array marks{scenarios::steps_between_looks, watchers.interval(scenarios::steps_between_looks)};
  bool is_recorded = true;
  const auto after = [&](const scenarios::Stretch& stretch) {
    summary.seconds += stretch.seconds;
    summary.step_times.push_back(stretch.seconds / static_cast<double>(stretch.steps));
    watchers.look(stretch.end);
    if (stretch.end % scenarios::steps_between_looks == 0) arrived = simulation.arrived();
    progress.update(stretch.end, [&](double seconds) {
      time_left.update(static_cast<double>(stretch.end), seconds);
      return run_progress_text(stretch.end, limit, arrived, travelers, time_left);
    });
    // Nothing could go on with a recording that lacks frames.
    is_recorded = !watchers.failed();
    return is_recorded && (arrived < travelers || travelers == 0) && (stretch.end == limit || checkpoints.go_on());
  };
  summary.first_step = summary.steps = first_step;
  if (!is_over(first_step, simulation.arrived(), travelers)) {
    summary.steps = scenarios::advance(simulation, first_step, limit, marks, after, ranks);
  }
  progress.finish();
  const RunStop stop = checkpoints.finish();
  summary.interrupted = stop == RunStop::interrupted;
  summary.unfinished = stop == RunStop::unfinished;
  summary.failed = !is_recorded || (summary.unfinished && !checkpoints.fault().empty());
  summary.checkpoints = checkpoints.count();
  summary.checkpoint_seconds = checkpoints.longest();
  summary.ranks = ranks.size();
  summary.shares = simulation.measurements().shares();
  summary.travelers = travelers;
  summary.endless = scenarios::count_endless(scenario, ranks);
  summary.statistics = simulation.statistics();
  const double time_step = 1 / frame_rate(scenario.parameters.time_step, 1);
  summary.simulated_seconds = static_cast<double>(summary.steps) * time_step;
  summary.arrival_times = scenarios::arrival_times(summary.statistics, summary.travelers - summary.endless, time_step);
  simulation::PlannerReport planner = simulation.measurements().planner_report();
  summary.planner = std::move(planner.counters);
  summary.repair_times = std::move(planner.times);
  if (watchers.behavior()) summary.behavior = watchers.behavior()->report();
  if (scenario.part) {
    summary.checksum = simulation.checksum();
    return summary;
  }
  simulation::Frame frame;
  simulation.read(frame);
  summary.checksum = simulation::checksum(frame);
  if (summary.end().at_limit()) {
    summary.standing = scenarios::find_standing(scenario, methods, frame);
    summary.standing_text = scenarios::standing_text(*summary.standing, scenario, methods, summary.steps);
  }
  return summary;
}

}  // namespace

int run(RunOptions options) {
  if (options.is_ensemble()) return run_worlds(std::move(options));
  const CallRecord call(options.arguments);
  // This may start the program anew, which is too late when ranks have met.
  if (options.backend.name == "openmp") bound_waiting(options.arguments);
  std::optional<scenarios::EndAtOnce> unstarted(std::in_place);
  const backends::Ranks& ranks = options.ranks->join(static_cast<int>(options.kokkos.size()), options.kokkos.data(), "run");
  const bool speaks = ranks.rank() == 0;
  options.quiet = options.quiet || !speaks;
  share_threads(ranks.ranks_on_processors(), options.backend);
  check_backend(options.backend);
  options.checkpoints.quiet = options.quiet;
  require_same_options(ranks, options);
  std::optional<JsonOutput> json;
  std::optional<scenarios::OutputFile> checkpoint;
  backends::on_rank_0(ranks, [&] {
    check_files(options);
    const std::string& file = options.checkpoints.file;
    if (!file.empty()) checkpoint.emplace(file, scenarios::OutputKind::checkpoint, "--checkpoint");
    if (!options.json.empty()) json.emplace(options.json);
  });
  const bool needs_all = ranks.rank() == 0 && (options.verify || !options.output.empty());
  const scenarios::Scenario scenario = scenarios::make_scenario(options.scenario, {ranks, needs_all});
  const simulation::MethodChoices methods = methods_of(options, scenario);
  const bool is_compared = !ranks.alone() || !options.checkpoints.file.empty() || !options.checkpoints.restart.empty();
  const scenarios::Attributes identity = is_compared ? scenarios::run_identity(scenario, methods, ranks) : scenarios::Attributes();
  std::optional<scenarios::Checkpoint> restart;
  if (!options.checkpoints.restart.empty()) {
    restart.emplace(ranks, options.checkpoints.restart);
    restart->require(identity);
    if (!options.quiet && restart->version() != scenarios::version()) {
      std::fprintf(stderr, "plethos: warning: %s was written by plethos %s, whose steps may differ from those of this one\n",
                   one_line(options.checkpoints.restart).c_str(), one_line(restart->version()).c_str());
    }
  }
  Findings findings;
  if (!options.quiet || json) findings = find_oddities(scenario, methods.planner);
  if (!options.quiet) warn(findings, scenario);
  auto kokkos_arguments = static_cast<int>(options.kokkos.size());
  options.kokkos.push_back(nullptr);
  const backends::Runtime runtime(kokkos_arguments, options.kokkos.data(), options.backend.threads);
  const backends::Backend backend = backends::make_backend(options.backend);
  require_same_run(ranks, identity, scenario.parameters.steps, backend);
  const simulation::Sharing sharing{ranks, {}, options.between_gpus};
  const auto simulation = simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.range(), methods, sharing);
  if (restart) restart->load(*simulation);
  warn_of_crowded_ranks(ranks, backend, options.quiet);
  const Json machine = scenarios::machine_record(ranks.library());
  Header header = run_header(scenario, options.scenario, methods, backend, machine, ranks);
  if (restart) header.emplace_back("restart", "at step " + std::to_string(restart->steps()) + ", from " + options.checkpoints.restart);

  std::unique_ptr<scenarios::TrajectoryWriter> writer;
  backends::on_rank_0(ranks, [&] {
    if (!options.output.empty()) writer = open_recording(options, scenario, methods, header, identity, restart ? &*restart : nullptr);
  });
  if (!options.quiet) print(header);
  const scenarios::InterruptGuard guard;
  Watchers watchers(*simulation, scenario, options, ranks, writer.get());
  Checkpoints checkpoints(ranks, options.checkpoints, call.start(), identity, *simulation, checkpoint ? &*checkpoint : nullptr,
                          [&] { watchers.keep(); });
  unstarted.reset();
  Summary summary = simulate(*simulation, scenario, methods, options, ranks, watchers, checkpoints, restart ? restart->steps() : 0);
  summary.findings = findings;
  if (const auto& behavior = watchers.behavior(); behavior && !summary.interrupted) {
    if (const auto legs = behavior->legs()) summary.time_over_ways = scenarios::time_over_ways(scenario, methods, backend, *legs);
  }
  Attempts attempts;
  attempts([&] { watchers.close(); });
  attempts([&] {
    if (json) write_json(*json, call, header, machine, summary, scenario, methods, backend);
  });
  if (!options.quiet) {
    print(summary, backend);
    if (writer) std::printf("trajectory          %s\n", one_line(options.output).c_str());
  }
  attempts([&] {
    if (!checkpoints.fault().empty()) throw MachineError(checkpoints.fault());
  });
  backends::on_rank_0(ranks, [&] { attempts.finish(); });
  if (summary.interrupted) return 130;
  return summary.unfinished ? 4 : 0;
}

}  // namespace plethos::cli
