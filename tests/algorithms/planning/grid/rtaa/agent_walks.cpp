#include "algorithms/planning/grid/rtaa/agent_walks.hpp"

#include <doctest/doctest.h>

namespace plethos::tests {
namespace {

using Walks = planning::AgentWalks<Kokkos::HostSpace>;

/// Agents of these ids.
Agents<Kokkos::HostSpace> agents_with(const std::vector<std::uint32_t>& ids) {
  Agents<Kokkos::HostSpace> agents = make_agents(std::vector<AgentRecord>(ids.size()));
  for (std::size_t i = 0; i < ids.size(); ++i) agents.id(i) = ids[i];
  return agents;
}

/// Lets the agent's walk begin at `from`, and lead to cell 99. Returns whether it has a row.
bool begin(const Walks& walks, const Agents<Kokkos::HostSpace>& agents, int i, std::int32_t from, std::uint32_t step = 1) {
  planning::KeptWalk walk = walks.walk(agents, i, step);
  walk.begin(from, 99);
  walk.learn(from, 1);
  return walk.rest(from) == 1;
}
/// Returns what the agent's walk has learned of a cell.
std::uint32_t rest(const Walks& walks, const Agents<Kokkos::HostSpace>& agents, int i, std::int32_t cell) {
  return walks.walk(agents, i, 2).rest(cell);
}

constexpr std::int64_t plenty = 1'000'000;

}  // namespace

TEST_CASE("every agent has a row of its own, wherever its id lies and the agent itself") {
  // Some begin to look at the same row.
  const std::vector<std::uint32_t> ids{5, 0, 1, 2, 11, 17, 1u << 27 | 5, 1u << 28 | 5, 1u << 28, 42, 48, 54};
  const Agents<Kokkos::HostSpace> agents = agents_with(ids);
  const auto count = static_cast<int>(ids.size());
  const Walks walks(count, 100, 3, plenty);
  for (int i = 0; i < count; ++i) walks.claim(agents, i, 1);
  for (int i = 0; i < count; ++i) REQUIRE(begin(walks, agents, i, 10 + i));
  std::vector<std::uint32_t> turned(ids.rbegin(), ids.rend());
  const Agents<Kokkos::HostSpace> moved = agents_with(turned);
  for (int i = 0; i < count; ++i) walks.claim(moved, i, 2);
  for (int i = 0; i < count; ++i) {
    for (int k = 0; k < count; ++k) CHECK(rest(walks, moved, i, 10 + count - 1 - k) == (i == k ? 1 : 0));
  }
}

TEST_CASE("an agent gets a row of one that has left it or has not searched for long, and no other") {
  const Agents<Kokkos::HostSpace> agents = agents_with({0, 1, 2, 3});
  const Walks walks(2, 100, 3, plenty);
  for (int i = 0; i < 3; ++i) walks.claim(agents, i, 1);
  CHECK(begin(walks, agents, 0, 10));
  CHECK(begin(walks, agents, 1, 11));
  CHECK_FALSE(begin(walks, agents, 2, 12));
  walks.claim(agents, 2, 1 + Walks::idle_steps);
  CHECK_FALSE(begin(walks, agents, 2, 12));
  walks.leave(agents, 1);
  CHECK_FALSE(begin(walks, agents, 1, 11));
  walks.claim(agents, 2, 2);
  CHECK(begin(walks, agents, 2, 12, 700));
  CHECK(rest(walks, agents, 0, 10) == 1);
  // Agent 0 has searched in step 2 for the last time, agent 2 in step 700.
  walks.claim(agents, 3, 3 + Walks::idle_steps);
  CHECK(begin(walks, agents, 3, 13));
  CHECK_FALSE(begin(walks, agents, 0, 10));
  CHECK(rest(walks, agents, 2, 12) == 1);
}

TEST_CASE("rows take the memory that they may, and are as large as the map needs") {
  CHECK(Walks(10, 1000, 3, 0).bytes() == 0);
  CHECK(Walks(0, 1000, 3, plenty).bytes() == 0);
  CHECK(Walks(10, 1000, 3, plenty).bytes() <= 10 * (12 * 1200 + 100));
  CHECK(Walks(10, 1000, 3, plenty).bytes() >= 10 * 12 * 1000);
  // A search learns of no more cells than the map has, however far it looks.
  CHECK(Walks(10, 1000, 100'000, plenty).bytes() <= 10 * (12 * 2300 + 1200));
  for (const std::int64_t memory : {5'000, 30'000, 99'999, 123'456}) {
    const auto bytes = static_cast<std::int64_t>(Walks(10, 10'000, 3, memory).bytes());
    CHECK(bytes <= memory);
    CHECK(bytes > memory - std::max<std::int64_t>(12 * 256 + 100, 10 * 12));
  }
  // Where nothing is claimed, nobody has a row.
  const Agents<Kokkos::HostSpace> agents = agents_with({0, 1});
  const Walks nothing(2, 100, 3, 0);
  nothing.claim(agents, 0, 1);
  CHECK_FALSE(begin(nothing, agents, 0, 10));
  nothing.leave(agents, 0);
}

TEST_CASE("what agents have learned is forgotten when the graph changes") {
  const Agents<Kokkos::HostSpace> agents = agents_with({0});
  Walks walks(1, 100, 3, plenty);
  walks.claim(agents, 0, 1);
  planning::GridGraph<Kokkos::HostSpace> graph;
  std::int32_t listed = 0;
  planning::KeptWalk walk = walks.walk(agents, 0, 1);
  walk.begin(10, 99);
  walk.save(planning::BendList<Kokkos::HostSpace>(graph, &listed, 0, 1, 10), 0);
  CHECK(walks.walk(agents, 0, 2).leads_to(10, 99, 0));
  walks.forget();
  CHECK_FALSE(walks.walk(agents, 0, 2).leads_to(10, 99, 0));
}

}  // namespace plethos::tests
