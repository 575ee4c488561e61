#include "perf/study/pilot.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "algorithms/avoidance/horizons.hpp"
#include "backends/backend.hpp"
#include "backends/device_facts.hpp"
#include "core/error.hpp"
#include "scenarios/methods.hpp"
#include "scenarios/run/advance.hpp"
#include "scenarios/run/interrupt.hpp"
#include "scenarios/run/json_file.hpp"

namespace plethos::study {
namespace {

using simulation::Simulation;

constexpr std::size_t most_starts = 4;
/// A GPU is slower than a CPU on smaller crowds, which leave most of its threads idle.
constexpr std::int64_t crowd_for_a_gpu = 5000;
/// A look at an agent takes most of a microsecond, on one thread.
constexpr std::int64_t most_agents_looked_at = 20'000'000;

/// Returns how many steps lie from one look at the crowd to the next.
std::int64_t steps_from_look_to_look(std::int64_t agents, std::int64_t steps) {
  const std::int64_t looks = std::clamp<std::int64_t>(most_agents_looked_at / std::max<std::int64_t>(1, agents), 1, 20);
  return std::max(std::clamp<std::int64_t>(steps / 20, 1, 10), looks < 20 ? steps / looks : 1);
}

/// Returns a simulation of the scenario on the fastest backend that has enough memory.
std::unique_ptr<Simulation> make_fast(const PlannedRun& run, const scenarios::Scenario& scenario, const std::string& avoidance) {
  simulation::MethodChoices methods = run.methods;
  methods.avoidance = avoidance;
  methods.regroup = true;
  methods.replay = true;
  scenarios::take_values(scenario.methods, methods);
  for (const ParameterInfo& info : simulation::method_parameters()) {
    if (info.same_result) methods.values.erase(info.name);
  }
  const auto make = [&](const char* backend) {
    return Simulation::create(backends::make_backend({backend, "simd", 0}), scenario.parameters, scenario.world, scenario.agents, methods);
  };
  if (run.agents >= crowd_for_a_gpu && backends::why_device_is_unavailable().empty()) {
    try {
      return make(backends::device_backend());
    } catch (const MachineError&) {
      // That backend lacks memory. Main memory may be enough.
    }
  }
  return make("tbb");
}

/// Advances by `steps` steps, in pieces, so that an interrupt is noticed between them.
void advance(Simulation& simulation, std::int64_t steps) {
  constexpr std::int64_t piece = scenarios::steps_between_looks;
  scenarios::advance(simulation, 0, steps, std::span(&piece, 1), [](const scenarios::Stretch&) { return true; });
}

}  // namespace

Json start_of(const PlannedRun& run) {
  const Json settings = settings_json(run);
  Json work;
  for (const char* name : {"scenario", "content", "agents", "set", "start_at", "start_by"}) work[name] = settings.at(name);
  for (const std::string& family : run.kind->fields.methods) {
    if (family != "avoidance") work[family] = settings.at(family);
  }
  for (const ParameterInfo& info : simulation::method_parameters()) {
    if (info.same_result) work["set"].erase(info.name);
  }
  return work;
}

std::shared_ptr<const simulation::SavedSlab> Pilot::start(const PlannedRun& run, const scenarios::Scenario& scenario) {
  const auto& own = std::get<SimulationRun>(run.own);
  if (own.start_at == 0) return nullptr;
  const std::string work = start_of(run).dump();
  for (const Start& start : starts_) {
    if (start.work == work) return start.crowd;
  }
  const auto simulation = make_fast(run, scenario, own.start_by);
  advance(*simulation, own.start_at);
  if (scenarios::interrupted()) return nullptr;
  if (starts_.size() == most_starts) starts_.pop_front();
  starts_.push_back({work, std::make_shared<const simulation::SavedSlab>(simulation->checkpointing().save_slab())});
  return starts_.back().crowd;
}

std::optional<Pilot::Window> Pilot::window(const PlannedRun& run, const scenarios::Scenario& scenario, std::int64_t begin,
                                           std::int64_t end) {
  Json work = start_of(run);
  work["avoidance"] = run.methods.avoidance;
  work["begin"] = begin;
  work["end"] = end;
  const std::string key = work.dump();
  if (const auto known = windows_.find(key); known != windows_.end()) return known->second;
  const auto crowd = start(run, scenario);
  if (scenarios::interrupted()) return {};
  const auto simulation = make_fast(run, scenario, run.methods.avoidance);
  if (crowd) simulation->checkpointing().load_slab(*crowd);
  advance(*simulation, begin - std::get<SimulationRun>(run.own).start_at);
  const std::int64_t every = steps_from_look_to_look(run.agents, end - begin);
  Window window;
  simulation::StepRecord step;
  // The horizon does not depend on the method, so that crowding means the same for all.
  const auto horizon = static_cast<double>(avoidance::horizon_table().read(scenario.methods.values).time_horizon);
  for (std::int64_t done = begin; done < end && !scenarios::interrupted(); done += every) {
    simulation->measurements().advance(step);
    verify::add_step(step, horizon, window.crowding);
    simulation->advance(std::min(every, end - done) - 1);
  }
  if (scenarios::interrupted()) return {};
  simulation::Frame frame;
  simulation->read(frame);
  window.checksum = scenarios::hexadecimal(simulation::checksum(frame));
  return windows_.emplace(key, std::move(window)).first->second;
}

}  // namespace plethos::study
