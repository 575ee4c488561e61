#include <algorithm>
#include <limits>

#include "algorithms/avoidance/registry.hpp"
#include "algorithms/neighbors/lane_query.hpp"
#include "algorithms/neighbors/registry.hpp"
#include "algorithms/planning/registry.hpp"
#include "algorithms/simulation/searches.hpp"
#include "algorithms/simulation/simulation_on.hpp"
#include "algorithms/steering/registry.hpp"
#include "backends/instantiate.hpp"
#include "core/frame_rate.hpp"

namespace plethos::simulation {

namespace {

/// Returns the words that a method of a family remembers of each agent.
std::int32_t words_of(const std::string& family, const Methods& methods) {
  const MethodFamily& all = method_family(family);
  return all.find(methods.*all.chosen).words_per_agent;
}

template <class MemorySpace>
planning::PlannerSetup planner_setup(const Crowd<MemorySpace>& crowd, const Methods& methods) {
  return {crowd.agents.count,   crowd.largest_radius, crowd.parameters.minimum_distance, methods.nodes,
          methods.group_values, crowd.groups,         crowd.parameters.leave_on_arrival};
}

}  // namespace

template <class Execution>
SimulationOn<Execution>::SimulationOn(const Execution& execution, const Parameters& parameters, const World& world,
                                      std::span<const AgentRecord> records, const Methods& methods)
    : execution_(execution),
      replay_(methods.replay && !Kokkos::Tools::profileLibraryLoaded()),
      regroup_(methods.regroup),
      steps_per_second_(frame_rate(parameters.time_step, 1)),
      idle_(count_idle(records, count_arrived(records))),
      crowd_(execution, parameters, world, records, words_of("planner", methods), words_of("steering", methods),
             [name = methods.neighbors, on_lanes = neighbors::queries_on_lanes(execution)](std::size_t segments) {
               return wall_index(name, segments, on_lanes);
             }),
      group_count_(planner_setup(crowd_, methods).group_count()),
      // Between a step and the next search, nobody reads the lists.
      regrouping_(crowd_.agents.count,
                  typename Agents<MemorySpace>::Integers(crowd_.neighbors.index.data(), crowd_.neighbors.index.size())),
      perceive_(neighbors::make<Execution>(
          search_for(methods.neighbors, records.size()),
          {parameters, world.bounds, crowd_.agents.count, crowd_.largest_radius, crowd_.counters.step.data()}, methods.values)),
      plan_(planning::make<Execution>(methods.planner, planner_setup(crowd_, methods), methods.values), 0),
      steer_(steering::make<Execution>(methods.steering, methods.values), words_of("planner", methods)),
      avoid_(avoidance::make<Execution>(methods.avoidance, methods.values)) {
  // The first separation to be measured opens step 0.
  Kokkos::deep_copy(crowd_.counters.step, 0xffffffffu);
  Kokkos::deep_copy(crowd_.counters.last_arrival, -1);
  Kokkos::deep_copy(crowd_.counters.minimum_separation, std::numeric_limits<float>::infinity());
  Kokkos::deep_copy(crowd_.counters.arrived, static_cast<std::int32_t>(count_arrived(records)));
  for (const AgentRecord& record : records) reciprocity_.push_back(record.reciprocity);
  prepare();
}

template <class Execution>
void SimulationOn<Execution>::advance(std::int64_t count) {
  const std::int64_t end = steps_ + count;
  while (steps_ < end) {
    begin_step();
    if (end - steps_ >= 2 && can_replay()) {
      replay_two_steps();
      end_steps(2);
    } else {
      step(execution_);
      end_steps(1);
    }
  }
}

template <class Execution>
void SimulationOn<Execution>::begin_step() {
  const bool changed = crowd_.place_obstacles(execution_, time_of(steps_));
  if (changed) recording_.reset();
  if (changed || steps_ % 2 == 0) prepare();
}

template <class Execution>
void SimulationOn<Execution>::end_steps(std::int64_t count) {
  steps_ += count;
  if (regroup_ && steps_ % steps_between_regroupings == 0) regroup();
}

template <class Execution>
void SimulationOn<Execution>::run(const Execution& execution, PipelineStage<Execution>& stage) {
  Kokkos::Profiling::ScopedRegion region(stage.region());
  stage.run(execution, crowd_);
}

template <class Execution>
void SimulationOn<Execution>::step(const Execution& execution) {
  for (PipelineStage<Execution>* stage : pipeline<PipelineStage<Execution>*>(*this)) run(execution, *stage);
}

template <class Execution>
void SimulationOn<Execution>::prepare() {
  if (plan_.prepare(execution_, crowd_, steps_)) recording_.reset();
}

/// A search may exchange agents and workspace, so that only every second step starts from the same memory.
template <class Execution>
bool SimulationOn<Execution>::can_replay() const {
  return Recording<Execution>::possible && replay_ && steps_ % 2 == 0 && !crowd_.perceived && crowd_.agents.working > 0 &&
         obstacles::rest_between(crowd_.world, time_of(steps_), time_of(steps_ + 1));
}

template <class Execution>
void SimulationOn<Execution>::replay_two_steps() {
  if (!recording_) {
    recording_ = std::make_unique<Recording<Execution>>(execution_);
    for (int i = 0; i < 2; ++i) step(recording_->execution());
  }
  recording_->replay();
}

template <class Execution>
void SimulationOn<Execution>::regroup() {
  const std::int64_t parked = crowd_.agents.count - crowd_.agents.working;
  if ((arrived() + idle_ - parked) * least_share_to_regroup < crowd_.agents.working) return;
  regrouping_.run(execution_, crowd_.agents, crowd_.workspace.sorted());
  perceive_.park(execution_, crowd_);
  recording_.reset();
}

#define PLETHOS_STEPS(Execution)                                                                                                  \
  template SimulationOn<Execution>::SimulationOn(const Execution&, const Parameters&, const World&, std::span<const AgentRecord>, \
                                                 const Methods&);                                                                 \
  template void SimulationOn<Execution>::advance(std::int64_t);                                                                   \
  template void SimulationOn<Execution>::run(const Execution&, PipelineStage<Execution>&);                                        \
  template void SimulationOn<Execution>::step(const Execution&);                                                                  \
  template void SimulationOn<Execution>::begin_step();                                                                            \
  template void SimulationOn<Execution>::end_steps(std::int64_t);                                                                 \
  template void SimulationOn<Execution>::prepare();                                                                               \
  template void SimulationOn<Execution>::regroup()
PLETHOS_FOR_EXECUTIONS(PLETHOS_STEPS);
#undef PLETHOS_STEPS

}  // namespace plethos::simulation
