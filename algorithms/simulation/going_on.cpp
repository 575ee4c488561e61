#include "algorithms/simulation/record_step.hpp"
#include "algorithms/simulation/simulation_on.hpp"
#include "algorithms/simulation/wall_stop.hpp"
#include "backends/instantiate.hpp"
#include "core/copy_view.hpp"

namespace plethos::simulation {

template <class Execution>
void SimulationOn<Execution>::require_one_rank(const char* what) const {
  if (!distribution_) return;
  throw InputError(std::string(what) + ": found a simulation on " + std::to_string(crowd_.ranks.size()) + " ranks, expected one rank");
}

template <class Execution>
void SimulationOn<Execution>::apply(const WorldChange& change) {
  check_change(change, crowd_.world);
  if (changes_agents(change)) require_one_rank("a change of agents");
  const std::shared_ptr<const WorldGrid> grid = change_cells(change, crowd_.world);
  if (grid != crowd_.world.grid) plan_.check_grid(*grid);
  Agents<Kokkos::HostSpace> agents;
  std::vector<float> reciprocity = reciprocity_;
  std::vector<std::int32_t> groups = crowd_.groups;
  if (changes_agents(change)) {
    agents = host_copy(crowd_.agents);
    change_agents(change, {crowd_.world.goals.size(), group_count_, crowd_.largest_radius}, agents, reciprocity, groups);
    for (const AgentRecord& agent : change.joining) {
      const float least_time = agent.radius / distribution::greatest_speed(agent);
      crowd_.stops_at_walls = crowd_.stops_at_walls || may_pass_walls(least_time, crowd_.parameters.time_step);
    }
  }
  execution_.fence();
  reciprocity_ = std::move(reciprocity);
  crowd_.groups = std::move(groups);
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
  recording_.reset();
  if (!changes_agents(change)) return prepare();
  for (Agents<MemorySpace>* const both : {&crowd_.agents, &crowd_.workspace.sorted()}) {
    copy_agents(*both, agents);
    both->working = both->owned;
  }
  const Statistics statistics = statistics_so_far();
  idle_ = count_idle(agents, statistics.arrived);
  prepare();
  go_on(statistics);
}

/// Goes on with other agents, for which the planner is prepared.
template <class Execution>
void SimulationOn<Execution>::go_on(const Statistics& statistics) {
  recording_.reset();
  const auto& counters = crowd_.counters;
  set_element(counters.step, number_before(statistics.steps));
  set_element(counters.minimum_separation, statistics.minimum_separation);
  const ArrivalLog::Counts none{};
  copy_bytes(counters.arrivals.data(), in_host_memory<MemorySpace>, none.data(), true, sizeof none);
  // Sums of several ranks go on with rank 0.
  const bool first = crowd_.ranks.rank() == 0;
  Statistics before = first ? statistics : Statistics();
  before.last_arrival = statistics.last_arrival;
  arrivals_.restart(before);
  counters.overlaps.set(first ? statistics.overlaps : 0);
  set_element(counters.lost, first ? statistics.lost : 0);
  if (distribution_) return;
  perceive_.park(execution_, crowd_);
  if (regroup_) regroup();
}

#define PLETHOS_GOING_ON(Execution)                                           \
  template void SimulationOn<Execution>::require_one_rank(const char*) const; \
  template void SimulationOn<Execution>::go_on(const Statistics&);            \
  template void SimulationOn<Execution>::apply(const WorldChange&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_GOING_ON);
#undef PLETHOS_GOING_ON

}  // namespace plethos::simulation
