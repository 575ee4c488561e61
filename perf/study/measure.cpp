#include "perf/study/measure.hpp"

#include <algorithm>
#include <span>

#include "algorithms/simulation/measurements.hpp"
#include "backends/machine.hpp"
#include "backends/ranks/agree.hpp"
#include "backends/stage_clock.hpp"
#include "core/error.hpp"
#include "core/frame_rate.hpp"
#include "perf/study/bound.hpp"
#include "perf/study/crowds.hpp"
#include "perf/study/energy.hpp"
#include "perf/study/part_times.hpp"
#include "perf/study/repetition.hpp"
#include "perf/study/result_times.hpp"
#include "perf/study/stage_times.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/run/advance.hpp"
#include "scenarios/run/behavior_json.hpp"
#include "scenarios/run/interrupt.hpp"
#include "scenarios/run/json_file.hpp"
#include "scenarios/run/median.hpp"

namespace plethos::study {
namespace {

using scenarios::median;
using scenarios::Stretch;
using simulation::Simulation;

/// Returns whether one pass measures other things than whole steps.
bool is_looked_into(const PlannedRun& run) {
  const auto& own = std::get<SimulationRun>(run.own);
  return own.stages || own.bound || own.avoidance_parts;
}

/// Returns whether a first pass watches arrivals, and so sets the number of steps of the others.
bool is_watched(const PlannedRun& run) {
  const auto& own = std::get<SimulationRun>(run.own);
  return own.arrival || (own.until_arrived && (run.repetitions > 0 || is_looked_into(run) || own.behavior));
}

/// Returns whether each pass takes the steps before the run's first itself: a crowd is saved of one process and one world.
bool takes_first_steps(const PlannedRun& run) { return run.ranks > 1 || std::get<SimulationRun>(run.own).worlds > 1; }

/// Each part of an avoidance stage is timed this often.
constexpr int part_repetitions = 21;

class Measurement {
 public:
  Measurement(const PlannedRun& run, const backends::Ranks& ranks, Pilot& pilot, const std::function<void(std::int64_t)>& moved)
      : run_(run),
        own_(std::get<SimulationRun>(run.own)),
        ranks_(ranks),
        pilot_(pilot),
        moved_(moved),
        scenario_(make_crowd(run, ranks)),
        backend_(backends::make_backend(run.backend)),
        travelers_(scenarios::count_travelers(scenario_, ranks)),
        end_(own_.start_at + own_.steps) {}

  std::optional<Json> measure() {
    // The verifier of several ranks knows the crowd from its start on, too.
    if (begins_later() || own_.behavior) aside([&] { start_ = pilot_.start(run_, scenario_); });
    if (is_watched(run_) && !stopped()) watch();
    if (is_looked_into(run_) && !stopped()) look_inside();
    if (own_.behavior && !stopped()) verify_behavior();
    for (std::int64_t i = 0; i < run_.repetitions && !stopped() && !is_known_well(); ++i) repeat();
    if (own_.energy && !stopped()) measure_energy();
    const bool looks = run_.process == 0 && own_.worlds == 1 && (run_.repetitions > 0 || is_looked_into(run_));
    if (looks && !stopped()) aside([&] { look_at_crowding(); });
    if (stopped()) return {};
    if (memory_.empty()) memory_ = memory_of(*make());
    return json();
  }

 private:
  /// Together: returns whether any rank is to stop.
  bool stopped() const { return ranks_.greatest(std::int64_t{scenarios::interrupted()}) != 0; }

  /// Together: returns whether repetitions have told enough.
  bool is_known_well() const {
    if (!run_.until_precise) return false;
    std::vector<double> times;
    for (const Repetition& repetition : repetitions_) times.push_back(repetition.ms_per_step());
    return ranks_.greatest(std::int64_t{!is_precise(times)}) == 0;
  }

  /// Together: rank 0 does a part alone, while the others sleep. Errors: those of the part, on all ranks.
  void aside(const std::function<void()>& part) const {
    backends::agree(ranks_, [&] {
      struct Meeting {
        const backends::Ranks& ranks;
        ~Meeting() { ranks.meet(); }
      };
      const Meeting meeting{ranks_};
      if (ranks_.rank() == 0) part();
    });
  }

  /// Returns whether passes begin with the crowd of the run's first step, instead of taking the steps before it.
  bool begins_later() const { return !takes_first_steps(run_); }
  /// Returns the step with which the simulations of make() begin.
  std::int64_t first() const { return begins_later() ? own_.start_at : 0; }
  std::unique_ptr<Simulation> make() const { return make(run_); }
  std::unique_ptr<Simulation> make(const PlannedRun& run) const {
    auto simulation =
        Simulation::create(backend_, scenario_.parameters, scenario_.world, scenario_.range(), run.methods, {ranks_}, scenario_.ensemble);
    if (start_ && begins_later()) simulation->checkpointing().load_slab(*start_);
    return simulation;
  }

  /// Returns the step at which timing begins, after the warm-up. A short run keeps at least one step.
  std::int64_t warm() const { return own_.start_at + std::min(own_.warm_up, std::max<std::int64_t>(0, end_ - own_.start_at - 1)); }

  std::int64_t advance(Simulation& simulation, std::int64_t done, std::int64_t limit, const std::function<bool(const Stretch&)>& after) {
    return scenarios::advance(
        simulation, done, limit, std::span(&own_.chunk, 1),
        [&](const Stretch& stretch) {
          moved_(steps_moved_ += stretch.steps);
          return after(stretch);
        },
        ranks_);
  }

  /// Takes the steps up to the run's first, if the simulation has not begun with it.
  void reach_start(Simulation& simulation) {
    advance(simulation, first(), own_.start_at, [](const Stretch&) { return true; });
  }

  std::string checksum_of(Simulation& simulation) const {
    simulation::Frame frame;
    simulation.read(frame);
    std::string text = scenarios::hexadecimal(simulation::checksum(frame));
    // It has the frame.
    backends::broadcast(ranks_, text);
    return text;
  }

  /// Makes a pass that is not timed. It records arrivals, and sets the number of steps of the other passes.
  void watch() {
    const auto simulation = make();
    reach_start(*simulation);
    arrival_ = {{"travelers", travelers_}, {"step", {own_.start_at}}, {"arrived", {simulation->arrived()}}};
    end_ = advance(*simulation, own_.start_at, end_, [&](const Stretch& stretch) {
      const std::int64_t arrived = simulation->arrived();
      arrival_["step"].push_back(stretch.end);
      arrival_["arrived"].push_back(arrived);
      return !own_.until_arrived || arrived < travelers_ || travelers_ == 0;
    });
    look_at(*simulation);
  }

  void repeat() {
    const auto simulation = make();
    Repetition repetition;
    std::int64_t done = advance(*simulation, first(), warm(), [](const Stretch&) { return true; });
    done = advance(*simulation, done, end_, [&](const Stretch& stretch) {
      repetition.stretches.push_back(stretch);
      return true;
    });
    if (stopped()) return;
    if (checksum_.empty()) look_at(*simulation);
    shares_.push_back(simulation->measurements().shares());
    repetition.checksum = checksum_of(*simulation);
    if (reproducible_ && repetition.checksum != checksum_) {
      throw MachineError("repetition " + std::to_string(repetitions_.size() + 1) + " ended in other positions: found checksum " +
                         repetition.checksum + ", expected " + checksum_);
    }
    repetitions_.push_back(std::move(repetition));
  }

  /// Takes the timed steps of each repetition again and again, from a saved crowd.
  void measure_energy() {
    std::vector<backends::EnergySource> sources{backends::processor_energy()};
    if (backends::on_device(backend_.name)) sources.push_back(backends::device_energy());
    const std::string why_not = !ranks_.alone()   ? "it is measured of one rank alone"
                                : own_.worlds > 1 ? "it is measured of one world alone: a crowd of several is not saved"
                                                  : "";
    EnergyMeter meter(std::move(sources), energy_clock([] { return !scenarios::interrupted(); }), own_.energy_seconds, why_not);
    if (meter.counts()) measure_energy(meter);
    energy_ = Json::array({meter.json()});
  }

  void measure_energy(EnergyMeter& meter) {
    const auto simulation = make();
    advance(*simulation, first(), warm(), [](const Stretch&) { return true; });
    if (stopped() || !meter.measure_idle()) return;
    const simulation::SavedSlab saved = simulation->checkpointing().save_slab();
    std::int64_t done = warm();
    const auto go_back = [&] {
      const std::string found = checksum_of(*simulation);
      if (done == end_ && reproducible_ && found != checksum_)
        throw MachineError("a row of energy ended in other positions: found checksum " + found + ", expected " + checksum_);
      simulation->checkpointing().load_slab(saved);
      done = warm();
    };
    const auto take = [&](const std::function<void()>& look) -> std::optional<double> {
      double seconds = 0;
      done = scenarios::advance(*simulation, done, end_, std::span(&own_.chunk, 1), [&](const Stretch& stretch) {
        seconds += stretch.seconds;
        look();
        return true;
      });
      if (stopped()) return {};
      return seconds;
    };
    const RepeatedSteps steps{end_ - warm(), static_cast<double>(scenario_.count()), go_back, take};
    for (Repetition& repetition : repetitions_) {
      const std::int64_t before = steps_moved_;
      const auto moved = [&](double share) {
        steps_moved_ = before + static_cast<std::int64_t>(share * static_cast<double>(own_.steps));
        moved_(steps_moved_);
      };
      if (!meter.measure(steps, moved, repetition.energy)) return;
      // The last steps, too.
      go_back();
    }
  }

  /// Makes a pass that waits after every stage and looks at the agents. Its steps as a whole are not timed.
  void look_inside() {
    PlannedRun run = run_;
    run.methods.replay = false;
    const auto simulation = make(run);
    reach_start(*simulation);
    const auto go_on = [](const Stretch&) { return true; };
    std::vector<CountedStep> counted;
    const auto look_between_steps = [&](std::int64_t done) {
      if (!(own_.bound || own_.avoidance_parts) || done == own_.start_at || stopped()) return done;
      simulation::Measurements& measurements = simulation->measurements();
      if (const auto work = own_.bound ? measurements.avoidance_work() : std::nullopt)
        counted.push_back({*work, measurements.stage_work()});
      if (own_.avoidance_parts && parts_.empty()) parts_ = part_times(measurements.time_avoidance_parts(part_repetitions));
      // That takes part of the next step's work ahead: this step is in no stage's time.
      return advance(*simulation, done, std::min(done + 1, end_), go_on);
    };
    const std::int64_t start = look_between_steps(advance(*simulation, own_.start_at, warm(), go_on));
    if (own_.stages) {
      const backends::StageClock clock;
      const std::int64_t done = advance(*simulation, start, end_, go_on);
      if (done > start) stages_ = stage_times(clock.seconds(), static_cast<double>(done - start));
      empty_stage_ms_ = 1e3 * clock.empty_region_seconds();
    } else {
      advance(*simulation, start, end_, go_on);
    }
    look_between_steps(end_);
    if (!counted.empty()) bound_ = bound(backend_, counted);
    if (checksum_.empty() && !stopped()) look_at(*simulation);
  }

  /// Makes a pass that reads every step.
  void verify_behavior() {
    const auto simulation = make();
    reach_start(*simulation);
    const double seconds = 1 / frame_rate(scenario_.parameters.time_step, 1);
    // Rank 0 looks: it has the frames.
    std::optional<verify::Behavior> behavior;
    if (ranks_.rank() == 0)
      behavior.emplace(scenario_.world, start_ ? simulation::records_of(*start_) : scenario_.agents, seconds,
                       static_cast<double>(scenario_.parameters.minimum_distance), static_cast<double>(own_.start_at) * seconds);
    simulation::Frame frame;
    const auto look = [&] {
      simulation->read(frame);
      if (behavior) behavior->look(frame.x, frame.y, frame.present);
    };
    look();
    constexpr std::int64_t every_step = 1;
    scenarios::advance(
        *simulation, own_.start_at, end_, std::span(&every_step, 1),
        [&](const Stretch&) {
          moved_(++steps_moved_);
          look();
          return true;
        },
        ranks_);
    if (stopped()) return;
    if (behavior) behavior_ = scenarios::behavior_json(behavior->report());
    if (checksum_.empty()) look_at(*simulation);
  }

  /// Measures how much the agents are in each other's way in the timed steps.
  void look_at_crowding() {
    const auto window = pilot_.window(run_, scenario_, warm(), end_);
    if (!window) return;
    if (backend_.same_bits() && reproducible_ && window->checksum != checksum_) {
      throw MachineError("the pilot run ended in other positions: found checksum " + window->checksum + ", expected " + checksum_);
    }
    crowding_ = window->crowding;
  }

  void look_at(Simulation& simulation) {
    checksum_ = checksum_of(simulation);
    statistics_ = simulation.statistics();
    memory_ = memory_of(simulation);
  }

  /// Returns the memory of all ranks.
  std::vector<simulation::MemoryPart> memory_of(const Simulation& simulation) const {
    std::vector<simulation::MemoryPart> memory = simulation.memory();
    for (simulation::MemoryPart& part : memory) part.bytes = ranks_.sum(part.bytes);
    return memory;
  }

  Json json() const {
    Json result = done_run(run_, backend_, load_);
    result["scenario"] = {{"agents", scenario_.count()},
                          {"segments", scenario_.world.segments().size()},
                          {"nodes", scenario_.methods.roadmap_nodes.size()},
                          {"goals", scenario_.world.goals.size()},
                          {"time_step", scenario_.parameters.time_step}};
    result["results"] = results();
    result["memory"] = Json::array();
    for (const simulation::MemoryPart& part : memory_) result["memory"].push_back({{"name", part.name}, {"bytes", part.bytes}});
    if (!stages_.empty()) {
      result["stages"] = stages_;
    }
    if (!bound_.empty()) result["bound"] = bound_;
    if (crowding_.steps > 0) {
      result["crowding"] = {{"steps", crowding_.steps},
                            {"agent_steps", crowding_.agent_steps},
                            {"changed", crowding_.changed},
                            {"forbidding", crowding_.forbidding}};
    }
    if (!parts_.empty()) result["avoidance_parts"] = parts_;
    if (!behavior_.empty()) result["behavior"] = behavior_;
    if (!energy_.empty()) result["energy"] = energy_;
    if (!repetitions_.empty()) {
      result["repetitions"] = Json::array();
      for (const Repetition& repetition : repetitions_) result["repetitions"].push_back(repetition_json(repetition));
      result["curve"] = curve_json(repetitions_);
      summarize_times(result);
    }
    if (own_.arrival) result["arrival"] = arrival_;
    return result;
  }

  Json results() const {
    Json results;
    const auto agents = static_cast<double>(scenario_.count());
    if (!repetitions_.empty()) {
      std::vector<double> times;
      for (const Repetition& repetition : repetitions_) times.push_back(repetition.ms_per_step());
      const double ms = median(times);
      results["ms_per_step"] = ms;
      results["frames_per_second"] = 1e3 / ms;
      results["agent_steps_per_second"] = agents * 1e3 / ms;
      results["world_steps_per_second"] = static_cast<double>(own_.worlds) * 1e3 / ms;
    }
    if (!ranks_.alone() && !shares_.empty()) add_shares(results);
    std::uint64_t bytes = 0;
    for (const simulation::MemoryPart& part : memory_) bytes += part.bytes;
    results["bytes"] = bytes;
    results["bytes_per_agent"] = static_cast<double>(bytes) / agents;
    add_stage_results(stages_, results);
    if (!stages_.empty()) results["empty_stage_ms"] = empty_stage_ms_;
    if (!bound_.empty()) {
      results["bound_ms"] = bound_.at("ms");
      results["step_bound_ms"] = bound_.at("step_ms");
    }
    if (crowding_.steps > 0) {
      results["changed"] = crowding_.changed_share();
      results["forbidding"] = crowding_.forbidding_mean();
    }
    add_part_results(parts_, results);
    for (const std::string& name : scenarios::behavior_fields()) {
      if (!behavior_.empty()) results[name] = behavior_.at(name);
    }
    if (checksum_.empty()) return results;
    results["steps"] = statistics_.steps;
    results["arrived"] = statistics_.arrived;
    results["last_arrival"] = statistics_.last_arrival;
    results["min_separation"] = scenarios::finite_or_null(static_cast<double>(statistics_.minimum_separation));
    results["overlaps"] = statistics_.overlaps;
    results["lost"] = statistics_.lost;
    results["checksum"] = checksum_;
    results["reproducible"] = reproducible_;
    return results;
  }

  void add_shares(Json& results) const {
    const auto middle = [&](double distribution::Shares::*share) {
      std::vector<double> values;
      for (const distribution::Shares& shares : shares_) values.push_back(shares.*share);
      return median(values);
    };
    results["imbalance"] = middle(&distribution::Shares::imbalance);
    results["ghost_share"] = middle(&distribution::Shares::ghost_share);
    results["exchange_share"] = middle(&distribution::Shares::exchange_share);
    results["migrations"] = shares_.front().migrations;
    results["divisions"] = shares_.front().divisions;
  }

  const PlannedRun& run_;
  const SimulationRun& own_;
  const backends::Ranks& ranks_;
  Pilot& pilot_;
  const std::function<void(std::int64_t)>& moved_;
  scenarios::Scenario scenario_;
  backends::Backend backend_;
  std::int64_t travelers_;
  bool reproducible_ = simulation::irreproducible_text(run_.methods).empty();
  std::int64_t end_;  // the number of the run's last step
  std::shared_ptr<const simulation::SavedSlab> start_;
  verify::Crowding crowding_;
  double load_ = backends::machine().load;
  std::int64_t steps_moved_ = 0;
  Json arrival_;
  std::vector<Repetition> repetitions_;
  std::vector<distribution::Shares> shares_;  // of each repetition
  simulation::Statistics statistics_;
  std::vector<simulation::MemoryPart> memory_;
  Json stages_ = Json::array();
  double empty_stage_ms_ = 0;
  Json bound_, parts_, behavior_, energy_;
  std::string checksum_;
};

}  // namespace

std::int64_t steps_in_all(const PlannedRun& run) {
  const auto& own = std::get<SimulationRun>(run.own);
  const std::int64_t of_a_pass = own.steps + (takes_first_steps(run) ? own.start_at : 0);
  return of_a_pass * (run.repetitions + (is_watched(run) ? 1 : 0) + (is_looked_into(run) ? 1 : 0) + (own.behavior ? 1 : 0) +
                      (own.energy ? run.repetitions : 0));
}

std::optional<Json> measure(const PlannedRun& run, const backends::Ranks& ranks, Pilot& pilot,
                            const std::function<void(std::int64_t)>& moved) {
  return Measurement(run, ranks, pilot, moved).measure();
}

}  // namespace plethos::study
