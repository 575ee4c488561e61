#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "backends/runtime.hpp"
#include "core/error.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/cli/progress.hpp"
#include "scenarios/cli/summary.hpp"
#include "scenarios/io/trajectory.hpp"

namespace plethos::cli {
namespace {

/// How often the host asks whether all agents have arrived. Fixed, so that a run's end does not depend on how fast it is.
constexpr std::int64_t steps_between_looks = 16;

volatile std::sig_atomic_t interrupted = 0;

/// While it lives, the first interrupt ends the run in good order and a second one kills it.
class InterruptGuard {
 public:
  InterruptGuard() {
    const auto handle = [](int signal) {
      interrupted = 1;
      std::signal(signal, SIG_DFL);
    };
    std::signal(SIGINT, handle);
    std::signal(SIGTERM, handle);
  }
  ~InterruptGuard() {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
  }
};

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

void record(simulation::Simulation& simulation, simulation::Frame& frame, scenarios::TrajectoryWriter& writer, std::int64_t index) {
  simulation.read(frame);
  writer.append(static_cast<std::uint32_t>(index), frame.x, frame.y, frame.present);
}

Summary simulate(simulation::Simulation& simulation, const scenarios::Scenario& scenario, const RunOptions& options,
                 scenarios::TrajectoryWriter* writer) {
  using Clock = std::chrono::steady_clock;
  const InterruptGuard guard;
  const std::int64_t limit = scenario.parameters.steps;
  const auto travelers = std::count_if(scenario.agents.begin(), scenario.agents.end(),
                                       [](const AgentRecord& agent) { return agent.state != AgentState::passive; });
  Summary summary;
  summary.agents = static_cast<std::int64_t>(scenario.agents.size());
  Progress progress(limit, travelers, options.quiet);
  simulation::Frame frame;
  if (writer) record(simulation, frame, *writer, 0);
  std::int64_t arrived = 0;
  while (summary.steps < limit && !interrupted) {
    std::int64_t next = std::min(limit, (summary.steps / steps_between_looks + 1) * steps_between_looks);
    if (writer) next = std::min(next, (summary.steps / options.every + 1) * options.every);
    const Clock::time_point start = Clock::now();
    simulation.advance(next - summary.steps);
    simulation.wait();
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    summary.seconds += seconds;
    summary.step_times.push_back(seconds / static_cast<double>(next - summary.steps));
    summary.steps = next;
    if (writer && next % options.every == 0) record(simulation, frame, *writer, next / options.every);
    if (next % steps_between_looks == 0) arrived = simulation.arrived();
    progress.update(summary.steps, arrived);
    if (arrived == travelers && travelers > 0) break;
  }
  progress.finish();
  summary.interrupted = interrupted != 0;
  summary.statistics = simulation.statistics();
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
  const Header header = run_header(scenario, backend, options.methods);
  if (!options.quiet) print(header);

  std::unique_ptr<scenarios::TrajectoryWriter> writer;
  if (!options.output.empty()) {
    const double frames_per_second = 1.0 / (static_cast<double>(scenario.parameters.time_step) * static_cast<double>(options.every));
    writer = std::make_unique<scenarios::TrajectoryWriter>(options.output, scenario, frames_per_second, header);
  }
  const Summary summary = simulate(*simulation, scenario, options, writer.get());
  if (writer) writer->close();
  if (!options.json.empty()) write_json(options.json, header, summary, scenario, backend);
  if (!options.quiet) {
    print(summary);
    if (writer) std::printf("trajectory          %s\n", options.output.c_str());
  }
  return summary.interrupted ? 130 : 0;
}

}  // namespace plethos::cli
