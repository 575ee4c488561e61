#pragma once

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "algorithms/neighbors/registry.hpp"
#include "algorithms/neighbors/search.hpp"
#include "algorithms/verify/verifiers.hpp"
#include "backends/execution.hpp"
#include "core/copy_view.hpp"
#include "tests/algorithms/neighbors/points.hpp"

namespace plethos::tests {

/// Returns ids that are not in the agents' order and that lie far apart, below 2^31.
inline std::vector<std::uint64_t> scrambled_ids(std::size_t count) {
  Random random("ids");
  std::vector<std::uint64_t> ids(count);
  std::iota(ids.begin(), ids.end(), std::uint64_t{0});
  for (std::size_t i = count; i > 1; --i)
    std::swap(ids[i - 1], ids[static_cast<std::size_t>(random.integer(0, static_cast<std::int32_t>(i) - 1))]);
  for (std::uint64_t& id : ids) id = id * 2654435761u & 0x7fffffffu;
  return ids;
}

struct Found {
  std::string mistake;                          ///< the first list that does not hold the nearest; not looked for if not all are working
  std::vector<std::vector<std::uint64_t>> ids;  ///< each agent's list, by the agent's index in `Points`
};

/// Searches draw the random numbers of this step.
inline constexpr std::uint32_t searched_step = 7;

/// Returns the setup of a search over `points`. The step's number lies at `step`.
inline neighbors::SearchSetup search_setup(const Points& points, const Parameters& parameters, const std::uint32_t* step) {
  float largest_radius = 0;
  for (const AgentRecord& agent : points.agents) largest_radius = std::max(largest_radius, agent.radius);
  return {parameters, points.bounds, static_cast<std::int32_t>(points.agents.size()), largest_radius, step};
}

/// Which of the agents the search finds where. The last are ghosts, and those before them are parked.
struct Places {
  Places(std::int32_t some_parked = 0) : parked(some_parked) {}  // NOLINT: most tests park some, and no more

  std::int32_t parked;
  std::int32_t ghosts = 0;
  Box core = {};  ///< no ghost is within Parameters::neighbor_distance of it
};

/// Makes agents those of the host, at their places.
template <class MemorySpace>
void put(Agents<MemorySpace>& agents, const Agents<Kokkos::HostSpace>& host, const Places& places) {
  agents.owned -= places.ghosts;
  agents.working = agents.owned - places.parked;
  copy_agents(agents, host);
}

/// Returns what a search finds. make(setup, execution) returns the search.
template <class Make>
Found found_by_made(const backends::Backend& backend, const Points& points, const Parameters& parameters, const Places& places,
                    const Make& make) {
  const std::vector<std::uint64_t> ids = scrambled_ids(points.agents.size());
  Agents<Kokkos::HostSpace> host = make_agents(points.agents);
  for (std::int32_t i = 0; i < host.count; ++i) host.id(i) = static_cast<std::uint32_t>(ids[static_cast<std::size_t>(i)]);

  Found found;
  backends::visit(backend, [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    using Space = typename Execution::memory_space;
    Agents<Space> agents(host.count);
    Agents<Space> scratch(host.count);
    for (Agents<Space>* const all : {&agents, &scratch}) put(*all, host, places);
    const Kokkos::View<std::uint32_t, Space> step("plethos::tests::step");
    Kokkos::deep_copy(step, searched_step);
    const neighbors::Lists<Space> lists("plethos::tests::lists", agents.stride, parameters.neighbors);
    const std::unique_ptr<neighbors::Search<Execution>> search = make(search_setup(points, parameters, step.data()), execution);
    search->park(execution, agents);
    if (places.ghosts > 0) search->expect_ghosts(places.ghosts, places.core);
    // The second round works on agents that the first has sorted.
    for (int round = 0; round < 2; ++round) {
      search->build(execution, agents, scratch);
      if (places.ghosts > 0) search->find_ghosts(execution, agents);
      search->query(execution, agents, lists);
    }
    execution.fence();
    copy_agents(host, agents);
    const auto count = host_view(lists.count);
    const auto index = host_view(lists.index);

    const auto size = static_cast<std::size_t>(host.count);
    std::vector<std::uint64_t> id(size);
    std::vector<std::uint8_t> present(size);
    for (std::int32_t i = 0; i < host.count; ++i) {
      id[static_cast<std::size_t>(i)] = host.id(i);
      present[static_cast<std::size_t>(i)] = plethos::present(host.state(i), parameters.leave_on_arrival) ? 1 : 0;
    }
    if (places.parked == 0 && places.ghosts == 0) {
      found.mistake = verify::neighbor_mistake(
          {{host.position.data(), size}, {host.position.data() + host.stride, size}, id, present, parameters.neighbor_distance},
          {{count.data(), size}, {index.data(), index.span()}, count.extent(0), parameters.neighbors});
    }
    found.ids.resize(size);
    for (std::size_t i = 0; i < size; ++i) {
      const auto agent = std::find(ids.begin(), ids.end(), id[i]) - ids.begin();
      for (std::int32_t j = 0; j < count(i); ++j)
        found.ids[static_cast<std::size_t>(agent)].push_back(id[static_cast<std::size_t>(index(i, j))]);
    }
    return 0;
  });
  return found;
}

/// Does the same with the registered search called `method`, and values of its own parameters.
inline Found found_by(const backends::Backend& backend, const Points& points, const Parameters& parameters, const Places& places,
                      const std::string& method, const ParameterValues& values = {}) {
  return found_by_made(backend, points, parameters, places, [&]<class Execution>(const neighbors::SearchSetup& setup, const Execution&) {
    return neighbors::make<Execution>(method, setup, values);
  });
}

}  // namespace plethos::tests
