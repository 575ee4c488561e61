#include <optional>

#include "algorithms/simulation/simulation_on.hpp"
#include "algorithms/simulation/snapshot_columns.hpp"
#include "algorithms/simulation/wall_stop.hpp"
#include "backends/instantiate.hpp"
#include "core/copy_view.hpp"

namespace plethos::simulation {

template <class Execution>
void SimulationOn<Execution>::require_one_rank(const char* what) const {
  if (!distribution_) return;
  throw InputError(std::string(what) + ": found a simulation on " + std::to_string(crowd_.ranks.size()) + " ranks, expected one rank");
}

/// Returns what the planner remembers of all agents elsewhere than in their memory, by id.
template <class Execution>
std::vector<std::uint32_t> SimulationOn<Execution>::carried() {
  const std::int32_t words = plan_.planner().carried_words(), count = crowd_.agents.count;
  std::vector<std::uint32_t> carried(static_cast<std::size_t>(words) * static_cast<std::size_t>(count));
  if (words == 0) return carried;
  std::vector<std::int32_t> place(static_cast<std::size_t>(count)), id(place.size());
  const auto ids = host_view(crowd_.agents.id);
  for (std::int32_t i = 0; i < count; ++i) {
    place[static_cast<std::size_t>(i)] = i;
    id[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(ids(i, 0));
  }
  const auto records = to_view<MemorySpace>("plethos::simulation::carried", carried);
  luggage().write(to_view<MemorySpace>("plethos::simulation::places", place), to_view<MemorySpace>("plethos::simulation::ids", id), records,
                  words, 0);
  execution_.fence();
  copy_bytes(carried.data(), true, records.data(), in_host_memory<MemorySpace>, 4 * carried.size());
  return carried;
}

template <class Execution>
Snapshot SimulationOn<Execution>::snapshot() {
  require_one_rank("a snapshot");
  execution_.fence();
  Snapshot snapshot;
  save_agents(crowd_.agents, snapshot);
  for (std::size_t i = 0; i < crowd_.groups.size(); ++i) snapshot.agents[i].group = crowd_.groups[i];
  snapshot.carried = carried();
  snapshot.of_planner = plan_.remembered();
  snapshot.statistics = statistics_so_far();
  snapshot.measured = crowd_.perceived;
  return snapshot;
}

template <class Execution>
void SimulationOn<Execution>::resume(const Snapshot& snapshot) {
  require_one_rank("a snapshot");
  if (snapshot.agents.size() != static_cast<std::size_t>(crowd_.agents.count)) {
    throw InputError("snapshot: found one of " + std::to_string(snapshot.agents.size()) + " agents, expected one of " +
                     std::to_string(crowd_.agents.count));
  }
  for (const std::size_t rows : {snapshot.preferred_velocities.size(), snapshot.lacked.size()}) {
    if (rows == snapshot.agents.size()) continue;
    throw InputError("snapshot: found a column of " + std::to_string(rows) + " rows, expected one for each of " +
                     std::to_string(snapshot.agents.size()) + " agents");
  }
  const std::size_t words = snapshot.agents.size() * static_cast<std::size_t>(crowd_.agents.words());
  if (snapshot.remembered.size() != words) {
    throw InputError("snapshot: found " + std::to_string(snapshot.remembered.size()) + " words that agents remember, expected " +
                     std::to_string(words) + ": it is of other methods");
  }
  const std::size_t carried = snapshot.agents.size() * static_cast<std::size_t>(plan_.planner().carried_words());
  if (snapshot.carried.size() != carried) {
    throw InputError("snapshot: found " + std::to_string(snapshot.carried.size()) +
                     " words that the planner carries for agents, expected " + std::to_string(carried) +
                     ": it is of another planner or of other values");
  }
  execution_.fence();
  steps_ = snapshot.statistics.steps;
  // As in the last step: the next one changes the world first.
  crowd_.place_obstacles(execution_, time_of(std::max<std::int64_t>(0, steps_ - 1)));
  plan_.resume(snapshot.of_planner);
  go_on_from(snapshot);
}

template <class Execution>
void SimulationOn<Execution>::apply(const WorldChange& change) {
  check_change(change, crowd_.world);
  if (changes_agents(change)) require_one_rank("a change of agents");
  const std::shared_ptr<const WorldGrid> grid = change_cells(change, crowd_.world);
  if (grid != crowd_.world.grid) plan_.check_grid(*grid);
  std::optional<Snapshot> agents;
  std::vector<float> reciprocity = reciprocity_;
  if (changes_agents(change)) {
    agents = snapshot();
    change_agents(change, crowd_.world.goals.size(), group_count_, crowd_.largest_radius, reciprocity, *agents);
    for (const AgentRecord& agent : change.joining) {
      const float least_time = agent.radius / distribution::greatest_speed(agent);
      crowd_.stops_at_walls = crowd_.stops_at_walls || may_pass_walls(least_time, crowd_.parameters.time_step);
    }
    // It stays with the planner, which gives it another shape where an agent has joined another group.
    agents->carried.clear();
  }
  execution_.fence();
  reciprocity_ = std::move(reciprocity);
  change_world(change, crowd_.world);
  if (grid != crowd_.world.grid) {
    crowd_.world.grid = grid;
    ++crowd_.world_version;
  }
  crowd_.place_obstacles(execution_, time_of(steps_));
  if (!change.goals.empty()) {
    crowd_.goals = planning::Goals<MemorySpace>(crowd_.world);
    ++crowd_.world_version;
  }
  if (agents) {
    go_on_from(*agents);
  } else {
    recording_.reset();
    prepare();
  }
}

template <class Execution>
void SimulationOn<Execution>::go_on_from(const Snapshot& snapshot) {
  execution_.fence();
  load_agents(snapshot, crowd_.agents);
  copy_agents(crowd_.workspace.sorted(), crowd_.agents);
  crowd_.agents.working = crowd_.workspace.sorted().working = crowd_.agents.owned;
  for (std::size_t i = 0; i < snapshot.agents.size(); ++i) {
    if (snapshot.agents[i].state == AgentState::active) reciprocity_[i] = snapshot.agents[i].reciprocity;
  }
  crowd_.regroup(snapshot.agents);
  idle_ = count_idle(snapshot.agents, snapshot.statistics.arrived);
  prepare();
  if (!snapshot.carried.empty()) {
    const auto words = static_cast<std::int32_t>(snapshot.carried.size() / snapshot.agents.size());
    luggage().read(0, crowd_.agents.count, to_view<MemorySpace>("plethos::simulation::carried", snapshot.carried), words, 0);
  }
  go_on(snapshot.statistics, snapshot.measured);
}

/// Goes on with other agents, for which the planner is prepared.
template <class Execution>
void SimulationOn<Execution>::go_on(const Statistics& statistics, bool measured) {
  recording_.reset();
  crowd_.perceived = crowd_.walls_found = false;
  go_on_counting(statistics, measured);
  if (!distribution_) {
    perceive_.park(execution_, crowd_);
    if (regroup_) regroup();
  }
  if (!measured) return;
  // The lists are needed as they were; what has been measured is not to be measured twice.
  perceive(execution_);
  execution_.fence();
  go_on_counting(statistics, true);
}

template <class Execution>
void SimulationOn<Execution>::go_on_counting(const Statistics& statistics, bool measured) {
  // Measuring separations opens the next step.
  Kokkos::deep_copy(crowd_.counters.step, static_cast<std::uint32_t>(statistics.steps) - (measured ? 0u : 1u));
  Kokkos::deep_copy(crowd_.counters.minimum_separation, statistics.minimum_separation);
  // Sums of several ranks go on with rank 0.
  const bool first = crowd_.ranks.rank() == 0;
  const ArrivalLog::Counts none{};
  copy_bytes(crowd_.counters.arrivals.data(), in_host_memory<MemorySpace>, none.data(), true, sizeof none);
  Statistics before = first ? statistics : Statistics();
  before.last_arrival = statistics.last_arrival;
  arrivals_.restart(before);
  crowd_.counters.overlaps.set(first ? statistics.overlaps : 0);
  Kokkos::deep_copy(crowd_.counters.lost, first ? statistics.lost : 0);
}

#define PLETHOS_GOING_ON(Execution)                                           \
  template void SimulationOn<Execution>::require_one_rank(const char*) const; \
  template Snapshot SimulationOn<Execution>::snapshot();                      \
  template void SimulationOn<Execution>::go_on(const Statistics&, bool);      \
  template void SimulationOn<Execution>::resume(const Snapshot&);             \
  template void SimulationOn<Execution>::apply(const WorldChange&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_GOING_ON);
#undef PLETHOS_GOING_ON

}  // namespace plethos::simulation
