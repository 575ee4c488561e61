#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "backends/runtime.hpp"
#include "core/error.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/cli/progress.hpp"
#include "scenarios/cli/summary.hpp"
#include "scenarios/io/trajectory.hpp"
#include "scenarios/run/advance.hpp"
#include "scenarios/run/interrupt.hpp"
#include "scenarios/run/machine_json.hpp"

namespace plethos::cli {
namespace {

/// A file that cannot be written should be known before an hour of computing, not after.
void check_writable(const std::string& flag, const std::string& path) {
  if (path.empty()) return;
  const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error)) throw InputError(flag + " " + path + ": no such folder: " + folder.string());
  if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error)) {
    throw InputError(flag + " " + path + ": found a folder, device or pipe, expected the name of a file");
  }
}

/// Who sees the run: the file that it is recorded to, and the verifier, if they are wanted.
class Watchers {
 public:
  Watchers(simulation::Simulation& simulation, const scenarios::Scenario& scenario, const RunOptions& options,
           scenarios::TrajectoryWriter* writer)
      : simulation_(simulation), every_(options.every), writer_(writer) {
    if (options.verify)
      behavior_.emplace(scenario.world, scenario.agents, static_cast<double>(scenario.parameters.time_step),
                        static_cast<double>(scenario.parameters.minimum_distance));
  }

  /// Steps from a look to the next; `otherwise` if nobody looks.
  std::int64_t interval(std::int64_t otherwise) const { return behavior_ ? 1 : writer_ ? every_ : otherwise; }

  void look(std::int64_t steps) {
    const bool records = writer_ != nullptr && steps % every_ == 0;
    if (!records && !behavior_) return;
    simulation_.read(frame_);
    if (records) writer_->append(static_cast<std::uint32_t>(steps / every_), frame_.x, frame_.y, frame_.present);
    if (behavior_) behavior_->look(frame_.x, frame_.y, frame_.present);
  }

  std::optional<verify::BehaviorReport> report() const { return behavior_ ? std::optional(behavior_->report()) : std::nullopt; }

 private:
  simulation::Simulation& simulation_;
  std::int64_t every_;
  scenarios::TrajectoryWriter* writer_;
  std::optional<verify::Behavior> behavior_;
  simulation::Frame frame_;
};

std::string run_progress_text(std::int64_t steps, std::int64_t limit, std::int64_t arrived, std::int64_t travelers, double seconds) {
  const double rate = static_cast<double>(steps) / seconds;
  char text[160];
  std::snprintf(text, sizeof text, "step %" PRId64 " of %" PRId64 ", %" PRId64 " of %" PRId64 " arrived, %.4g steps/s, at most %.0f s left",
                steps, limit, arrived, travelers, rate, static_cast<double>(limit - steps) / rate);
  return text;
}

Summary simulate(simulation::Simulation& simulation, const scenarios::Scenario& scenario, const RunOptions& options,
                 scenarios::TrajectoryWriter* writer) {
  const scenarios::InterruptGuard guard;
  const std::int64_t limit = scenario.parameters.steps;
  const std::int64_t travelers = scenarios::count_travelers(scenario);
  Summary summary;
  summary.agents = static_cast<std::int64_t>(scenario.agents.size());
  for (const AgentRecord& agent : scenario.agents) summary.radii.add(static_cast<double>(agent.radius));
  summary.minimum_distance = static_cast<double>(scenario.parameters.minimum_distance);
  Progress progress(limit, options.quiet);
  Watchers watchers(simulation, scenario, options, writer);
  watchers.look(0);
  std::int64_t arrived = 0;
  const std::array marks{scenarios::steps_between_looks, watchers.interval(scenarios::steps_between_looks)};
  summary.steps = scenarios::advance(simulation, 0, limit, marks, [&](const scenarios::Stretch& stretch) {
    summary.seconds += stretch.seconds;
    summary.step_times.push_back(stretch.seconds / static_cast<double>(stretch.steps));
    watchers.look(stretch.end);
    if (stretch.end % scenarios::steps_between_looks == 0) arrived = simulation.arrived();
    progress.update(stretch.end, [&](double seconds) { return run_progress_text(stretch.end, limit, arrived, travelers, seconds); });
    return arrived < travelers || travelers == 0;
  });
  progress.finish();
  summary.interrupted = scenarios::interrupted();
  summary.statistics = simulation.statistics();
  summary.behavior = watchers.report();
  simulation::Frame frame;
  simulation.read(frame);
  summary.checksum = simulation::checksum(frame);
  return summary;
}

}  // namespace

int run(RunOptions options) {
  check_writable("--out", options.output);
  check_writable("--json", options.json);
  const scenarios::Scenario scenario = scenarios::make_scenario(options.scenario);
  auto kokkos_arguments = static_cast<int>(options.kokkos.size());
  options.kokkos.push_back(nullptr);
  const backends::Runtime runtime(kokkos_arguments, options.kokkos.data(), options.backend.threads);
  const backends::Backend backend = backends::make_backend(options.backend);
  const auto simulation = simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents, options.methods);
  const nlohmann::ordered_json machine = scenarios::machine_record();
  const Header header = run_header(scenario, backend, options.methods, machine);
  if (!options.quiet) print(header);

  std::unique_ptr<scenarios::TrajectoryWriter> writer;
  if (!options.output.empty()) {
    const double frames_per_second = 1.0 / (static_cast<double>(scenario.parameters.time_step) * static_cast<double>(options.every));
    writer = std::make_unique<scenarios::TrajectoryWriter>(options.output, scenario, frames_per_second, header);
  }
  const Summary summary = simulate(*simulation, scenario, options, writer.get());
  if (writer) writer->close();
  if (!options.json.empty()) write_json(options.json, header, machine, summary, scenario, backend);
  if (!options.quiet) {
    print(summary);
    if (writer) std::printf("trajectory          %s\n", options.output.c_str());
  }
  return summary.interrupted ? 130 : 0;
}

}  // namespace plethos::cli
