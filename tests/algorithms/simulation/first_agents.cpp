#include "algorithms/simulation/first_agents.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "tests/harness/random.hpp"

namespace plethos::tests {
namespace {

using HostAgents = Agents<Kokkos::HostSpace>;

bool same(const HostAgents& a, const HostAgents& b) {
  bool all = a.count == b.count && a.working == b.working && a.owned == b.owned && a.stride == b.stride;
  for (std::int32_t i = 0; all && i < a.stride; ++i) {
    a.zip(b, [&](const auto& of_a, const auto& of_b) {
      for_each_element(of_a, [&](auto... k) { all = all && of_a(i, k...) == of_b(i, k...); });
    });
  }
  return all;
}

}  // namespace

TEST_CASE("agents that are made in blocks are those that are made at once") {
  Random random("first agents");
  for (const std::int32_t count : {0, 1, 63, 64, 200, 1000}) {
    CAPTURE(count);
    std::vector<AgentRecord> records(static_cast<std::size_t>(count));
    std::vector<std::uint32_t> ids;
    for (AgentRecord& agent : records) {
      agent = {.position = {random.between(-9, 9), random.between(-9, 9)},
               .velocity = {random.between(-1, 1), random.between(-1, 1)},
               .radius = random.between(0.1f, 0.4f),
               .preferred_speed = random.between(1, 2),
               .maximum_speed = random.between(2, 3),
               .maximum_acceleration = random.between(5, 9),
               .goal = random.integer(0, 50),
               .goal_radius = random.between(0.1f, 1),
               .reciprocity = random.between(0.1f, 1),
               .aggression = random.between(1, 3),
               .state = static_cast<AgentState>(random.integer(0, 4))};
      ids.push_back(random.word() >> 1);
    }
    constexpr std::int32_t words = 2;
    const std::int32_t capacity = count + 150;
    const HostAgents expected = make_agents(records, ids, capacity, words);
    const auto id_of = [&](std::size_t i) { return ids[i]; };
    for (const std::size_t at_a_time : {std::size_t{1}, std::size_t{7}, std::size_t{64}, std::size_t{200}, std::size_t{5000}}) {
      CAPTURE(at_a_time);
      HostAgents agents(capacity, words);
      agents.hold(count);
      simulation::begin_in_blocks(agents, records, id_of, at_a_time);
      CHECK(same(agents, expected));
    }
    HostAgents agents(capacity, words);
    simulation::begin_agents(agents, records, id_of);
    CHECK(same(agents, expected));
  }
}

}  // namespace plethos::tests
