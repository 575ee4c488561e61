#pragma once

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <algorithm>
#include <limits>
#include <memory>
#include <span>

#include "algorithms/avoidance/avoidance.hpp"
#include "algorithms/avoidance/registry.hpp"
#include "algorithms/neighbors/registry.hpp"
#include "algorithms/neighbors/search.hpp"
#include "algorithms/planning/roadmap/guide_agents.hpp"
#include "algorithms/planning/roadmap/roadmap.hpp"
#include "algorithms/simulation/goals.hpp"
#include "algorithms/simulation/memory.hpp"
#include "algorithms/simulation/recording.hpp"
#include "algorithms/simulation/regroup.hpp"
#include "algorithms/simulation/searches.hpp"
#include "algorithms/simulation/stages.hpp"
#include "algorithms/simulation/time_parts.hpp"
#include "algorithms/steering/registry.hpp"
#include "algorithms/steering/steering.hpp"
#include "backends/execution.hpp"

namespace plethos::simulation {

/// How often a simulation looks how many have arrived. Even, as two steps are replayed at a time.
constexpr std::int64_t steps_between_regroupings = 16;
/// The working set is regrouped when one in so many agents of it has arrived.
constexpr std::int64_t least_share_to_regroup = 8;

/// A simulation on one kind of execution.
template <class Execution>
class SimulationOn final : public Simulation {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Vectors = typename Agents<MemorySpace>::Vectors;

  SimulationOn(const Execution& execution, const Parameters& parameters, const World& world, std::span<const AgentRecord> records,
               const Methods& methods);

  void advance(std::int64_t count) override;
  void advance(StepRecord& record) override;
  Snapshot snapshot() override;
  void resume(const Snapshot& snapshot) override;
  void wait() override { execution_.fence(); }
  std::int64_t arrived() override;
  Statistics statistics() override;
  void read(Frame& frame) override;
  std::optional<Work> avoidance_work() override;
  std::vector<PartTimes> time_avoidance_parts(int repetitions) override;
  std::int64_t working() const override { return agents_.working; }
  std::vector<MemoryPart> memory() const override;

 private:
  /// Where the avoidance stage writes: between a build of the search and the next one no one reads this column of the scratch memory.
  const Vectors& candidate() const { return scratch_.preferred_velocity; }
  avoidance::Scene<MemorySpace> scene() const {
    return {
        agents_, neighbors_, walls_, near_walls_, parameters_, counters_.step.data(), {scratch_.goal, scratch_.waypoint, scratch_.state}};
  }
  void find_neighbors(const Execution& execution);
  void find_walls(const Execution& execution);
  void prefer_velocities(const Execution& execution);
  void steer(const Execution& execution);
  void step(const Execution& execution);
  bool can_replay() const;
  void replay_two_steps();
  void regroup();
  Statistics statistics_so_far();
  void go_on_counting(const Statistics& statistics, bool measured);

  Execution execution_;
  Parameters parameters_;
  bool replay_, regroup_;
  float largest_radius_ = 0;
  std::int64_t steps_ = 0;
  bool neighbors_are_current_ = false;
  Agents<MemorySpace> agents_, scratch_;
  Vectors goals_;
  typename Agents<MemorySpace>::Integers next_goals_;
  planning::Exits<MemorySpace> exits_;
  neighbors::Walls<MemorySpace> walls_;
  planning::Roadmap<MemorySpace> roadmap_;
  neighbors::Lists<MemorySpace> neighbors_, near_walls_;
  Counters<MemorySpace> counters_;
  Kokkos::View<planning::Seen*, MemorySpace> seen_;
  Kokkos::View<std::int32_t[2], MemorySpace> seeker_count_{"plethos::roadmap::seeker_count"};
  Regrouping<MemorySpace> regrouping_;
  std::unique_ptr<neighbors::Search<Execution>> search_;
  std::unique_ptr<steering::Steering<Execution>> steering_;  // null: none
  std::unique_ptr<avoidance::Avoidance<Execution>> avoidance_;
  std::unique_ptr<Recording<Execution>> recording_;
};

template <class Execution>
SimulationOn<Execution>::SimulationOn(const Execution& execution, const Parameters& parameters, const World& world,
                                      std::span<const AgentRecord> records, const Methods& methods)
    : execution_(execution),
      parameters_(parameters),
      replay_(methods.replay && !Kokkos::Tools::profileLibraryLoaded()),
      regroup_(methods.regroup) {
  for (const AgentRecord& record : records) largest_radius_ = std::max(largest_radius_, record.radius);

  const auto count = static_cast<std::int32_t>(records.size());
  agents_ = Agents<MemorySpace>(count);
  scratch_ = Agents<MemorySpace>(count);
  copy_agents(agents_, make_agents(records));
  copy_agents(scratch_, agents_);
  goals_ = goals_of<MemorySpace>(world);
  next_goals_ = next_goals_of<MemorySpace>(world);
  exits_ = planning::Exits<MemorySpace>(world);
  const std::vector<Segment> segments = world.segments();
  const bool on_lanes = neighbors::queries_on_lanes(execution_);
  walls_ = neighbors::make_walls<MemorySpace>(segments, world.bounds, wall_index(methods.neighbors, segments.size(), on_lanes));
  roadmap_ = planning::make_roadmap(execution_, world, walls_, static_cast<float>(planning::clearance_share) * largest_radius_);
  if (roadmap_.nodes.count() > 0) seen_ = planning::seen_nothing<MemorySpace>(count);
  neighbors_ = neighbors::Lists<MemorySpace>("plethos::neighbors", agents_.stride, parameters.neighbors);
  near_walls_ = neighbors::Lists<MemorySpace>("plethos::near_walls", agents_.stride, wall_capacity(parameters, segments.size()));
  // The first separation to be measured opens step 0.
  Kokkos::deep_copy(counters_.step, 0xffffffffu);
  Kokkos::deep_copy(counters_.last_arrival, -1);
  Kokkos::deep_copy(counters_.minimum_separation, std::numeric_limits<float>::infinity());
  Kokkos::deep_copy(counters_.arrived,
                    static_cast<std::int32_t>(std::count_if(
                        records.begin(), records.end(), [](const AgentRecord& record) { return record.state == AgentState::arrived; })));
  // Between a step and the next search, nobody reads the lists.
  regrouping_ = Regrouping<MemorySpace>(count, typename Agents<MemorySpace>::Integers(neighbors_.index.data(), neighbors_.index.size()));
  search_ = neighbors::make<Execution>(search_for(methods.neighbors, records.size()),
                                       {parameters, world.bounds, count, largest_radius_, counters_.step.data()}, methods.values);
  steering_ = steering::make<Execution>(methods.steering, count, methods.values);
  avoidance_ = avoidance::make<Execution>(methods.avoidance, methods.values);
}

template <class Execution>
void SimulationOn<Execution>::advance(std::int64_t count) {
  const std::int64_t end = steps_ + count;
  while (steps_ < end) {
    if (end - steps_ >= 2 && can_replay()) {
      replay_two_steps();
      steps_ += 2;
    } else {
      find_neighbors(execution_);
      step(execution_);
      ++steps_;
    }
    if (regroup_ && steps_ % steps_between_regroupings == 0) regroup();
  }
}

template <class Execution>
void SimulationOn<Execution>::find_neighbors(const Execution& execution) {
  if (neighbors_are_current_) return;
  Kokkos::Profiling::ScopedRegion region("plethos::simulation::hash");
  {
    Kokkos::Profiling::ScopedRegion part("plethos::simulation::hash::build");
    search_->build(execution, agents_, scratch_);
  }
  {
    Kokkos::Profiling::ScopedRegion part("plethos::simulation::hash::query");
    search_->query(execution, agents_, neighbors_);
  }
  {
    Kokkos::Profiling::ScopedRegion part("plethos::simulation::hash::separation");
    backends::for_each(execution, "plethos::simulation::measure_separation", agents_.working,
                       MeasureSeparation<MemorySpace>{agents_, neighbors_, counters_, largest_radius_});
  }
  neighbors_are_current_ = true;
}

template <class Execution>
void SimulationOn<Execution>::find_walls(const Execution& execution) {
  if (near_walls_.capacity == 0) return;
  Kokkos::Profiling::ScopedRegion part("plethos::simulation::simulate::walls");
  neighbors::find_walls(execution, agents_, walls_, parameters_, near_walls_);
}

template <class Execution>
void SimulationOn<Execution>::prefer_velocities(const Execution& execution) {
  Kokkos::Profiling::ScopedRegion part("plethos::simulation::simulate::preferred_velocity");
  if (roadmap_.nodes.count() > 0) {
    // Between two sorts of the agents, the scratch memory is free.
    planning::guide_agents(
        execution, agents_.working,
        planning::Guide<MemorySpace>{agents_, goals_, roadmap_, counters_.step, counters_.lost, seen_, parameters_.time_step, exits_},
        planning::Seekers<MemorySpace>{scratch_.waypoint, seeker_count_});
  } else {
    backends::for_each(execution, "plethos::simulation::preferred_velocity", agents_.working,
                       PreferredVelocity<MemorySpace>{agents_, goals_, parameters_.time_step, exits_});
  }
}

template <class Execution>
void SimulationOn<Execution>::steer(const Execution& execution) {
  if (!steering_) return;
  Kokkos::Profiling::ScopedRegion part("plethos::simulation::simulate::steering");
  steering_->steer(execution, {agents_, neighbors_, goals_, next_goals_, exits_, roadmap_.nodes, parameters_});
}

template <class Execution>
void SimulationOn<Execution>::step(const Execution& execution) {
  {
    Kokkos::Profiling::ScopedRegion region("plethos::simulation::simulate");
    prefer_velocities(execution);
    steer(execution);
    find_walls(execution);
    Kokkos::Profiling::ScopedRegion part("plethos::simulation::simulate::avoidance");
    avoidance_->choose(execution, scene(), candidate());
  }
  {
    Kokkos::Profiling::ScopedRegion region("plethos::simulation::update");
    backends::for_each(execution, "plethos::simulation::update", agents_.working,
                       Update<MemorySpace>{agents_, goals_, next_goals_, candidate(), counters_, parameters_.time_step, exits_});
  }
  neighbors_are_current_ = false;
}

/// A search may exchange agents and scratch, so that only every second step starts from the same memory.
template <class Execution>
bool SimulationOn<Execution>::can_replay() const {
  return Recording<Execution>::possible && replay_ && steps_ % 2 == 0 && !neighbors_are_current_ && agents_.working > 0;
}

template <class Execution>
void SimulationOn<Execution>::replay_two_steps() {
  if (!recording_) {
    recording_ = std::make_unique<Recording<Execution>>(execution_);
    for (int i = 0; i < 2; ++i) {
      find_neighbors(recording_->execution());
      step(recording_->execution());
    }
  }
  recording_->replay();
}

template <class Execution>
void SimulationOn<Execution>::regroup() {
  const std::int64_t parked = agents_.count - agents_.working;
  if ((arrived() - parked) * least_share_to_regroup < agents_.working) return;
  regrouping_.run(execution_, agents_, scratch_);
  search_->park(execution_, agents_);
  recording_.reset();
}

template <class View>
auto value_of(const View& view) {
  typename View::non_const_value_type result;
  Kokkos::deep_copy(result, view);
  return result;
}

template <class Execution>
std::int64_t SimulationOn<Execution>::arrived() {
  execution_.fence();
  return value_of(counters_.arrived);
}

template <class Execution>
Statistics SimulationOn<Execution>::statistics() {
  // The positions after the last step have not been measured yet.
  find_neighbors(execution_);
  execution_.fence();
  return statistics_so_far();
}

template <class Execution>
Statistics SimulationOn<Execution>::statistics_so_far() {
  Statistics statistics;
  statistics.steps = steps_;
  statistics.arrived = value_of(counters_.arrived);
  statistics.last_arrival = value_of(counters_.last_arrival);
  statistics.minimum_separation = value_of(counters_.minimum_separation);
  statistics.overlaps = counters_.overlaps.value();
  statistics.lost = value_of(counters_.lost);
  return statistics;
}

template <class Execution>
std::optional<Work> SimulationOn<Execution>::avoidance_work() {
  // Agents may move in memory, so the walls' lists are made anew with those of neighbors.
  find_neighbors(execution_);
  find_walls(execution_);
  execution_.fence();
  return avoidance_->work(scene());
}

template <class Execution>
std::vector<PartTimes> SimulationOn<Execution>::time_avoidance_parts(int repetitions) {
  find_neighbors(execution_);
  find_walls(execution_);
  return time_parts(execution_, avoidance_->partial_forms(), scene(), candidate(), repetitions);
}

template <class Execution>
void SimulationOn<Execution>::read(Frame& frame) {
  // Between steps the scratch memory is free, but for the parked agents.
  backends::for_each(execution_, "plethos::simulation::gather", agents_.count,
                     Gather<MemorySpace>{agents_, scratch_, parameters_.leave_on_arrival});
  execution_.fence();
  const auto count = static_cast<std::size_t>(agents_.count);
  const auto copy = [](const auto& view) { return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view); };
  const auto columns = [&](const auto& pairs, std::vector<float>& first, std::vector<float>& second) {
    const float* values = pairs.data();
    first.assign(values, values + count);
    second.assign(values + pairs.stride(1), values + pairs.stride(1) + count);
  };
  columns(copy(scratch_.position), frame.x, frame.y);
  columns(copy(scratch_.velocity), frame.velocity_x, frame.velocity_y);
  const auto present = copy(scratch_.waypoint);
  frame.present.assign(present.data(), present.data() + count);
  backends::for_each(execution_, "plethos::simulation::restore", agents_.count - agents_.working,
                     CopyBehind<MemorySpace>{agents_, scratch_, agents_.working});
}

template <class Execution>
std::vector<MemoryPart> SimulationOn<Execution>::memory() const {
  return {{"agents", crowd_bytes(agents_.count, neighbors_.capacity) + (steering_ ? steering_->bytes() : 0)},
          {"goals", 4 * (goals_.size() + next_goals_.size()) + exits_.bytes() + roadmap_.bytes() + sizeof(planning::Seen) * seen_.size()},
          {"neighbor structure", search_->bytes()},
          {"neighbor lists", list_bytes(agents_.count, neighbors_.capacity, near_walls_.capacity)},
          {"obstacles", walls_.bytes()}};
}

}  // namespace plethos::simulation
