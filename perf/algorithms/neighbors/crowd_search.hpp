#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/neighbors/registry.hpp"
#include "algorithms/neighbors/search.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::perf {

/// A crowd for searches to work on, in the memory of an execution.
template <class Execution>
struct CrowdSearch {
  using MemorySpace = typename Execution::memory_space;

  neighbors::SearchSetup setup;
  Agents<MemorySpace> agents, scratch;
  neighbors::Lists<MemorySpace> lists;
  Kokkos::View<std::uint32_t, MemorySpace> step{"plethos::perf::step"};

  /// Copies the scenario's agents. The last `parked` of them have arrived and stand.
  explicit CrowdSearch(const scenarios::Scenario& scenario, std::int32_t parked = 0)
      : agents(static_cast<std::int32_t>(scenario.agents.size())),
        scratch(agents.count),
        lists("plethos::perf::neighbors", agents.stride, scenario.parameters.neighbors) {
    std::vector<AgentRecord> records = scenario.agents;
    for (auto record = records.end() - parked; record != records.end(); ++record) record->state = AgentState::arrived;
    copy_agents(agents, make_agents(records));
    copy_agents(scratch, agents);
    agents.working -= parked;
    scratch.working -= parked;
    Kokkos::deep_copy(step, 1000u);
    float largest_radius = 0;
    for (const AgentRecord& record : scenario.agents) largest_radius = std::max(largest_radius, record.radius);
    setup = {scenario.parameters, scenario.world.bounds, agents.count, largest_radius, step.data()};
  }

  std::unique_ptr<neighbors::Search<Execution>> make(const std::string& method) const {
    return neighbors::make<Execution>(method, setup, {});
  }

  void run(const Execution& execution, neighbors::Search<Execution>& search) {
    search.build(execution, agents, scratch);
    search.query(execution, agents, lists);
    execution.fence();
  }
};

}  // namespace plethos::perf
