#pragma once

#include <optional>
#include <vector>

#include "algorithms/simulation/change.hpp"
#include "algorithms/simulation/coupling_on.hpp"
#include "algorithms/simulation/frames.hpp"
#include "algorithms/simulation/measurements.hpp"
#include "algorithms/simulation/saving.hpp"
#include "algorithms/simulation/simulation.hpp"
#include "algorithms/simulation/stage_work.hpp"
#include "algorithms/simulation/steps.hpp"
#include "algorithms/simulation/time_parts.hpp"

namespace plethos::simulation {

/// A simulation on one kind of execution: its steps, and what is done with them.
template <class Execution>
class SimulationOn final : public Simulation, private Checkpointing, private Measurements, private Worlds {
 public:
  SimulationOn(const Execution& execution, const Parameters& parameters, const World& world, const AgentRange& agents,
               const MethodChoices& methods, const Sharing& sharing, const Ensemble& ensemble)
      : steps_(execution, parameters, world, Beginning<Execution>(parameters, world, agents, sharing, ensemble), methods, sharing.ranks) {}

  void advance(std::int64_t count) override { steps_.advance(count); }
  void wait() override { steps_.execution().fence(); }
  void apply(const WorldChange& change) override { apply_change(steps_, change); }
  std::int64_t arrived() override { return steps_.arrived(); }
  Statistics statistics() override {
    // The positions after the last step have not been measured yet.
    return steps_.look_ahead([&] { return steps_.statistics(); });
  }
  void read(Frame& frame) override { read_frame(steps_, frame); }
  std::uint64_t checksum() override { return checksum_of(steps_); }
  Worlds& worlds() override { return *this; }
  Coupling& coupling() override { return coupling_; }
  Checkpointing& checkpointing() override { return *this; }
  Measurements& measurements() override { return *this; }
  std::int64_t working() const override { return steps_.crowd().agents.working; }
  std::vector<MemoryPart> memory() const override { return steps_.memory(); }

 private:
  std::size_t count() const override { return steps_.crowd().counters.worlds(); }
  std::vector<std::int64_t> arrived_of_worlds() override { return steps_.arrived_of_worlds(); }
  std::vector<Statistics> statistics_of_worlds() override {
    return steps_.look_ahead([&] { return steps_.statistics_of_worlds(); });
  }
  void read_worlds(std::span<const std::size_t> worlds, Frame& frame) override { simulation::read_worlds(steps_, worlds, frame); }
  void leave(std::span<const std::size_t> worlds) override { steps_.leave(worlds); }

  SavedCrowd save(const RowTaker& take) override { return save_crowd(steps_, take); }
  void load(const SavedCrowd& saved, const RowGiver& give) override { load_crowd(steps_, saved, give); }
  std::vector<PlacedAgent> read_slab() override { return simulation::read_slab(steps_); }

  void advance(StepRecord& record) override { steps_.advance(record); }
  PlannerReport planner_report() override {
    wait();
    PlannerReport report{steps_.planner().counters(), steps_.planner().times()};
    for (planning::Counter& counter : report.counters) {
      if (counter.by_agent) counter.value = steps_.crowd().ranks.sum(counter.value);
    }
    return report;
  }
  distribution::Shares shares() override {
    return steps_.distribution() ? steps_.distribution()->shares(steps_.crowd().agents) : distribution::Shares();
  }
  std::optional<Work> avoidance_work() override {
    return steps_.look_ahead([&] { return steps_.avoidance().work(Avoid<Execution>::scene(steps_.crowd())); });
  }
  std::vector<StageWork> stage_work() override {
    return steps_.look_ahead([&] { return least_work(Avoid<Execution>::scene(steps_.crowd())); });
  }
  std::vector<PartTimes> time_avoidance_parts(int repetitions) override {
    auto& crowd = steps_.crowd();
    return steps_.look_ahead([&] {
      return time_parts(steps_.execution(), steps_.avoidance().partial_forms(), Avoid<Execution>::scene(crowd), crowd.workspace.chosen(),
                        repetitions);
    });
  }

  Steps<Execution> steps_;
  CouplingOn<Execution> coupling_{steps_};
};

}  // namespace plethos::simulation
