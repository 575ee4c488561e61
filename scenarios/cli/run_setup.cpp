#include "scenarios/cli/run_setup.hpp"

#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "backends/device_facts.hpp"
#include "core/frame_rate.hpp"
#include "core/text.hpp"
#include "scenarios/cli/backend_check.hpp"
#include "scenarios/cli/json_output.hpp"
#include "scenarios/cli/outputs.hpp"
#include "scenarios/methods.hpp"
#include "scenarios/run/run_identity.hpp"

namespace plethos::cli {
namespace {

/// Warns of options that change nothing. The user probably did not mean that, but the run need not stop.
void warn_of_useless(const RunOptions& options) {
  const backends::BackendOptions& backend = options.backend;
  if (options.every > 1 && options.output.empty()) warn_of_no_effect("--every " + std::to_string(options.every), "without --out");
  warn_of_no_effect(backend);
  if (options.checkpoints.file.empty() && options.checkpoints.every != CheckpointOptions().every) {
    warn_of_no_effect("--checkpoint-every " + number_text(options.checkpoints.every), "without --checkpoint");
  }
  if (!backends::on_device(backend.name)) {
    const std::string why = "on the backend " + backend.name + ", only on " + backends::device_backend();
    if (options.between_gpus) warn_of_no_effect("--between-gpus", why);
    if (!options.replay) warn_of_no_effect("--no-replay", why);
  }
}

}  // namespace

void check_files(const RunOptions& options) {
  std::vector<PlannedOutput> outputs = trajectory_outputs("--out", options.output);
  outputs.push_back({{"--json", file_of_json(options.json)}, scenarios::OutputKind::json});
  std::vector<NamedFile> inputs = input_files(options.scenario);
  // A run may go on from the checkpoint that it writes anew.
  inputs.push_back({"--restart", options.checkpoints.restart});
  check_outputs(outputs, inputs);
  inputs.pop_back();
  check_hdf5_ending("--checkpoint", options.checkpoints.file);
  outputs.push_back({{"--checkpoint", options.checkpoints.file}, scenarios::OutputKind::checkpoint});
  check_outputs(outputs, inputs);
  if (options.checkpoints.time_limit > 0 && options.checkpoints.file.empty()) {
    throw InputError("--time-limit " + number_text(options.checkpoints.time_limit) +
                     ": found no --checkpoint, expected one: without it nothing could go on from where the run ends");
  }
  if (!options.checkpoints.restart.empty() && options.verify) {
    throw InputError("--verify: found --restart, expected a run from its start: whole ways are looked at");
  }
  if (!options.quiet) warn_of_useless(options);
}

simulation::MethodChoices methods_of(const RunOptions& options, const scenarios::Scenario& scenario) {
  simulation::MethodChoices methods = scenarios::choose_methods(scenario, options.scenario);
  methods.replay = options.replay;
  methods.regroup = options.regroup;
  return methods;
}

std::unique_ptr<scenarios::TrajectoryWriter> open_recording(const RunOptions& options, const scenarios::Scenario& scenario,
                                                            const simulation::MethodChoices& methods, const Header& header,
                                                            const scenarios::Attributes& identity, const scenarios::Checkpoint* restart) {
  const double frames_per_second = frame_rate(scenario.parameters.time_step, options.every);
  const std::string run = scenarios::identity_text(identity);
  std::error_code error;
  if (restart && std::filesystem::exists(options.output, error)) {
    return std::make_unique<scenarios::TrajectoryWriter>(options.output, scenario, frames_per_second,
                                                         scenarios::Continued{run, restart->steps() / options.every});
  }
  scenarios::Attributes attributes = header;
  for (const ParameterInfo& info : simulation::parameters_in_use(methods)) {
    const auto value = methods.values.find(info.name);
    attributes.emplace_back(info.name, value_text(info, value == methods.values.end() ? info.default_value : value->second));
  }
  if (!options.checkpoints.file.empty()) attributes.emplace_back(scenarios::run_attribute, run);
  return std::make_unique<scenarios::TrajectoryWriter>(options.output, scenario, frames_per_second, attributes);
}

}  // namespace plethos::cli
