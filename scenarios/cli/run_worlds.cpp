#include "scenarios/cli/run_worlds.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/verify/behavior.hpp"
#include "backends/backend.hpp"
#include "backends/runtime.hpp"
#include "core/error.hpp"
#include "core/frame_rate.hpp"
#include "core/text.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/cli/attempts.hpp"
#include "scenarios/cli/backend_check.hpp"
#include "scenarios/cli/bound_waiting.hpp"
#include "scenarios/cli/call_record.hpp"
#include "scenarios/cli/findings.hpp"
#include "scenarios/cli/json_output.hpp"
#include "scenarios/cli/progress.hpp"
#include "scenarios/cli/rank_session.hpp"
#include "scenarios/cli/run_setup.hpp"
#include "scenarios/cli/worlds_summary.hpp"
#include "scenarios/ensemble.hpp"
#include "scenarios/run/interrupt.hpp"
#include "scenarios/run/machine_json.hpp"
#include "scenarios/run/recorder.hpp"
#include "scenarios/run/time_left.hpp"
#include "scenarios/run/worlds.hpp"

namespace plethos::cli {
namespace {

std::vector<std::uint64_t> seeds_of(const RunOptions& options) {
  if (!options.seeds.empty()) {
    if (options.scenario.seed) throw InputError("--seed: found it beside --seeds, which says all seeds");
    std::vector<std::uint64_t> seeds = scenarios::parse_seeds("--seeds", options.seeds);
    if (options.worlds && static_cast<std::size_t>(*options.worlds) != seeds.size()) {
      throw InputError("--worlds: found " + std::to_string(*options.worlds) + " beside --seeds with " + std::to_string(seeds.size()) +
                       " seeds, expected as many, or one of the two alone");
    }
    return seeds;
  }
  if (options.scenario.seed) return scenarios::seeds_from(*options.scenario.seed, *options.worlds);
  // Of --set seed=..., or a scenario's file.
  return scenarios::seeds_from(scenarios::make_scenario(options.scenario).parameters.seed, *options.worlds);
}

/// Refuses what needs one world or one process.
void check_one_world(const RunOptions& options, const backends::Ranks& ranks) {
  const auto refuse = [](const std::string& option, const std::string& why) {
    throw InputError(option + ": found it beside --worlds or --seeds, expected a run of one world" + why);
  };
  const CheckpointOptions& checkpoints = options.checkpoints;
  const std::string missing = "; the seeds that are missing can be run later";
  if (!checkpoints.file.empty()) refuse("--checkpoint", missing);
  if (!checkpoints.restart.empty()) refuse("--restart", missing);
  if (checkpoints.time_limit > 0) refuse("--time-limit", missing);
  if (!ranks.alone()) {
    throw InputError("--worlds: found " + std::to_string(ranks.size()) +
                     " ranks, expected one; each rank can be given seeds of its own by a job of its own");
  }
}

Progress::Words progress_text(std::size_t ended, std::size_t worlds, std::int64_t steps, std::int64_t limit,
                              const scenarios::TimeLeft& time_left) {
  char text[160];
  std::snprintf(text, sizeof text, ", %zu of %zu worlds have ended, step %" PRId64 " of %" PRId64 ", %.3g steps/s", ended, worlds, steps,
                limit, time_left.rate());
  return {"at most " + scenarios::duration_text(time_left.seconds()) + " left", text};
}

/// Those who look at an ensemble while it runs: the file that records it, and a verifier for each world.
class WorldWatchers {
 public:
  WorldWatchers(simulation::Simulation& simulation, const scenarios::EnsembleScenario& scenario, const RunOptions& options,
                scenarios::TrajectoryWriter* writer)
      : simulation_(simulation), ensemble_(scenario.ensemble()), ids_(ensemble_), every_(options.every) {
    if (writer != nullptr) recorder_.emplace(backends::self(), simulation, scenario.scenario, writer);
    if (!options.verify) return;
    const Parameters& parameters = scenario.scenario.parameters;
    for (std::size_t world = 0; world < scenario.ensemble().worlds(); ++world) {
      behaviors_.emplace_back(scenario.scenario.world, of_world<AgentRecord>(scenario.scenario.agents, world),
                              1 / frame_rate(parameters.time_step, 1), static_cast<double>(parameters.minimum_distance));
    }
  }

  /// Returns the steps from one look to the next, or `otherwise` if nothing looks.
  std::int64_t interval(std::int64_t otherwise) const { return !behaviors_.empty() ? 1 : recorder_ ? every_ : otherwise; }
  /// Returns whether the recording goes on.
  bool look(const scenarios::WorldsSoFar& so_far) {
    if (!behaviors_.empty()) simulation_.read(frame_);
    if (recorder_ && so_far.steps % every_ == 0) recorder_->record(so_far.steps / every_, behaviors_.empty() ? nullptr : &frame_);
    for (const std::size_t world : behaviors_.empty() ? std::span<const std::size_t>() : so_far.under_way) {
      behaviors_[world].look(of_world<float>(frame_.x, world), of_world<float>(frame_.y, world),
                             of_world<std::uint8_t>(frame_.present, world));
    }
    return !recorder_ || !recorder_->failed();
  }

  /// Ends the recording. Errors: its fault.
  void close() {
    if (!recorder_) return;
    recorder_->close();
    recorder_->rethrow();
  }
  const std::vector<verify::Behavior>& behaviors() const { return behaviors_; }

 private:
  /// Returns what belongs to the agents of a world, of all agents' values.
  template <class Value>
  std::span<const Value> of_world(std::span<const Value> all, std::size_t world) const {
    return all.subspan(static_cast<std::size_t>(ids_.first(world)), static_cast<std::size_t>(ensemble_.agents[world]));
  }

  simulation::Simulation& simulation_;
  const Ensemble& ensemble_;
  EnsembleIds ids_;
  std::int64_t every_;
  std::optional<scenarios::Recorder> recorder_;
  std::vector<verify::Behavior> behaviors_;  // of each world
  simulation::Frame frame_;
};

}  // namespace

int run_worlds(RunOptions options) {
  const CallRecord call(options.arguments);
  if (options.backend.name == "openmp") bound_waiting(options.arguments);
  const backends::Ranks& ranks = options.ranks->join(static_cast<int>(options.kokkos.size()), options.kokkos.data(), "run");
  check_one_world(options, ranks);
  check_backend(options.backend);
  check_files(options);
  const std::vector<std::uint64_t> seeds = seeds_of(options);
  std::optional<JsonOutput> json;
  if (!options.json.empty()) json.emplace(options.json);
  const std::vector<scenarios::EnsembleScenario> ensembles = scenarios::make_ensembles(options.scenario, seeds);
  const scenarios::Scenario& scenario = ensembles.front().scenario;
  if (ensembles.size() > 1 && !options.output.empty()) {
    throw InputError(
        "--out: found worlds that are simulated one after the other, as they differ in walls or the like, or a method cannot "
        "tell worlds apart; expected worlds that one file can hold, or these seeds one by one");
  }
  const simulation::MethodChoices methods = methods_of(options, scenario);
  Findings findings;
  if (!options.quiet || json) findings = find_oddities(scenario, methods.planner);
  if (!options.quiet) warn(findings, scenario);
  auto kokkos_arguments = static_cast<int>(options.kokkos.size());
  options.kokkos.push_back(nullptr);
  const backends::Runtime runtime(kokkos_arguments, options.kokkos.data(), options.backend.threads);
  const backends::Backend backend = backends::make_backend(options.backend);
  const Json machine = scenarios::machine_record();
  const Header header = worlds_header(ensembles, seeds, methods, run_header(scenario, options.scenario, methods, backend, machine, ranks));
  if (!options.quiet) print(header);

  const scenarios::InterruptGuard guard;
  std::int64_t limit = 0;
  for (const scenarios::EnsembleScenario& one : ensembles) limit += *std::ranges::max_element(one.limits);
  Progress progress(limit, options.quiet);
  scenarios::TimeLeft time_left(static_cast<double>(limit));
  WorldsSummary summary{.scenario = scenario, .methods = methods, .backend = backend, .findings = findings, .ensembles = ensembles.size()};
  for (const std::uint64_t seed : seeds) summary.worlds.push_back({.seed = seed, .interrupted = true});
  if (options.verify) summary.behaviors.resize(seeds.size());
  Attempts attempts;
  std::int64_t before = 0;
  std::size_t ended = 0;
  for (const scenarios::EnsembleScenario& one : ensembles) {
    if (scenarios::interrupted()) break;
    const auto simulation = simulation::Simulation::create(backend, one.scenario.parameters, one.scenario.world, one.scenario.range(),
                                                           methods_of(options, one.scenario), {}, one.ensemble());
    std::unique_ptr<scenarios::TrajectoryWriter> writer;
    if (!options.output.empty()) writer = open_recording(options, one.scenario, methods, header, {}, nullptr);
    WorldWatchers watchers(*simulation, one, options, writer.get());
    const scenarios::WorldsResult result = scenarios::run_worlds(
        *simulation, one, watchers.interval(scenarios::steps_between_looks), [&](const scenarios::WorldsSoFar& so_far) {
          const bool goes_on = watchers.look(so_far);
          const std::int64_t steps = before + so_far.steps;
          progress.update(steps, [&](double seconds) {
            time_left.update(static_cast<double>(steps), seconds);
            return progress_text(ended + one.ensemble().worlds() - so_far.under_way.size(), seeds.size(), steps, limit, time_left);
          });
          return goes_on;
        });
    before += *std::ranges::max_element(one.limits);
    ended += one.ensemble().worlds();
    summary.add(one, result, simulation->measurements().planner_report().counters);
    for (std::size_t world = 0; world < watchers.behaviors().size(); ++world) {
      summary.behaviors[one.places[world]] = watchers.behaviors()[world].report();
    }
    attempts([&] { watchers.close(); });
  }
  progress.finish();
  attempts([&] {
    if (json) json->write(worlds_json(call, header, machine, summary));
  });
  if (!options.quiet) {
    print(summary);
    if (!options.output.empty()) std::printf("trajectories        %s\n", one_line(options.output).c_str());
  }
  attempts.finish();
  return summary.interrupted ? 130 : 0;
}

}  // namespace plethos::cli
