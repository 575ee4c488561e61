#pragma once

#include "algorithms/simulation/simulation_on.hpp"
#include "algorithms/simulation/snapshot_columns.hpp"
#include "backends/view_bytes.hpp"

namespace plethos::simulation {

// What hands the agents out to the host, and takes them back.

template <class Execution>
void SimulationOn<Execution>::advance(StepRecord& record) {
  find_neighbors(execution_);
  execution_.fence();
  Agents<Kokkos::HostSpace> before = host_copy(agents_);
  before.working = agents_.working;
  step(execution_);
  ++steps_;
  execution_.fence();
  record_step(before, host_copy(agents_), neighbors_, parameters_, record);
  if (regroup_ && steps_ % steps_between_regroupings == 0) regroup();
}

template <class Execution>
Snapshot SimulationOn<Execution>::snapshot() {
  execution_.fence();
  Snapshot snapshot;
  save_agents(agents_, snapshot);
  backends::append_bytes(seen_, snapshot.remembered);
  if (steering_) steering_->append_memory(snapshot.remembered);
  snapshot.statistics = statistics_so_far();
  snapshot.measured = neighbors_are_current_;
  return snapshot;
}

template <class Execution>
void SimulationOn<Execution>::resume(const Snapshot& snapshot) {
  if (snapshot.agents.size() != static_cast<std::size_t>(agents_.count)) {
    throw InputError("snapshot: found one of " + std::to_string(snapshot.agents.size()) + " agents, expected one of " +
                     std::to_string(agents_.count));
  }
  for (const std::size_t rows : {snapshot.preferred_velocities.size(), snapshot.waypoints.size(), snapshot.lacked.size()}) {
    if (rows == snapshot.agents.size()) continue;
    throw InputError("snapshot: found a column of " + std::to_string(rows) + " rows, expected one for each of " +
                     std::to_string(snapshot.agents.size()) + " agents");
  }
  execution_.fence();
  std::size_t at = 0;
  backends::take_bytes(snapshot.remembered, at, seen_);
  if (steering_) steering_->take_memory(snapshot.remembered, at);
  if (at != snapshot.remembered.size()) {
    throw InputError("snapshot: found more of what agents remember than expected: it is of another scenario or of other methods");
  }
  load_agents(snapshot, agents_);
  copy_agents(scratch_, agents_);
  agents_.working = scratch_.working = agents_.count;
  Kokkos::deep_copy(seeker_count_, 0);
  recording_.reset();
  neighbors_are_current_ = false;
  steps_ = snapshot.statistics.steps;
  go_on_counting(snapshot.statistics, snapshot.measured);
  search_->park(execution_, agents_);
  if (regroup_) regroup();
  if (!snapshot.measured) return;
  // The lists are needed as they were; what has been measured is not to be measured twice.
  find_neighbors(execution_);
  execution_.fence();
  go_on_counting(snapshot.statistics, true);
}

template <class Execution>
void SimulationOn<Execution>::go_on_counting(const Statistics& statistics, bool measured) {
  // Measuring separations opens the next step.
  Kokkos::deep_copy(counters_.step, static_cast<std::uint32_t>(statistics.steps) - (measured ? 0u : 1u));
  Kokkos::deep_copy(counters_.arrived, static_cast<std::int32_t>(statistics.arrived));
  Kokkos::deep_copy(counters_.last_arrival, static_cast<std::int32_t>(statistics.last_arrival));
  Kokkos::deep_copy(counters_.minimum_separation, statistics.minimum_separation);
  counters_.overlaps.set(statistics.overlaps);
  Kokkos::deep_copy(counters_.lost, statistics.lost);
}

}  // namespace plethos::simulation
