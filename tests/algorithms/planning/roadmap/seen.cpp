#include "algorithms/planning/roadmap/seen.hpp"

#include <type_traits>

#include "algorithms/planning/roadmap/seek_nodes.hpp"
#include "scenarios/roadmap_nodes.hpp"
#include "tests/harness/host_block.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {
namespace {

/// A crowd among slanted pillars, some of them walls without an inside, with nodes at their corners.
scenarios::Scenario pillars(Random& random) {
  scenarios::Scenario scenario{.world = {.bounds = {{-30, -30}, {30, 30}}}};
  for (int k = 0; k < 36; ++k) {
    const Vec2 center{static_cast<float>(k % 6) * 9 - 22, static_cast<float>(k / 6) * 9 - 22};
    const Vec2 half{random.between(0.3f, 3.5f), random.between(0.3f, 3.5f)};
    const float skew = random.between(-0.3f, 0.3f);
    scenario.world.polygons.push_back(
        {{center - half, center + Vec2{half.x, skew - half.y}, center + half, center + Vec2{-half.x, half.y - skew}}, k % 5 != 0});
  }
  // In groups, within which goals lead on: what leads to one nearly leads to the next.
  for (int k = 0; k < 40; ++k) {
    const Vec2 center{static_cast<float>(k / 4 % 5) * 11 - 22, static_cast<float>(k / 20) * 25 - 12};
    scenario.world.goals.push_back(center + Vec2{random.between(-5, 5), random.between(-5, 5)});
    scenario.world.next_goals.push_back(k / 4 * 4 + (k + 1) % 4);
  }
  scenario.agents.resize(300);
  for (AgentRecord& agent : scenario.agents) {
    agent.position = {random.between(-29, 29), random.between(-29, 29)};
    agent.goal = random.integer(0, 39);
    agent.preferred_speed = random.between(0.5f, 3);
  }
  scenarios::add_corner_nodes(scenario);
  return scenario;
}

/// Guides all agents as the execution does.
constexpr auto as_ever = [](const auto& execution, int count, const auto& guide, const auto& seekers) {
  planning::guide_agents(execution, count, guide, seekers);
  execution.fence();
};

/// Where everyone heads for in `steps` steps, in which agents walk on through whatever they meet, and get pushed about; `forgets`: everyone
/// forgets before each step what it saw. guide_all(execution, count, guide, seekers) guides the agents.
template <class GuideAll = decltype(as_ever)>
std::vector<float> headings(const backends::Backend& backend, const scenarios::Scenario& scenario, int steps, bool forgets,
                            const GuideAll& guide_all = as_ever) {
  std::vector<float> result;
  backends::visit(backend, [&](const auto& execution) {
    using Space = typename std::decay_t<decltype(execution)>::memory_space;
    const auto count = static_cast<std::int32_t>(scenario.agents.size());
    const auto walls = obstacles::make_walls<Space>(scenario.world.segments(), scenario.world.bounds);
    Agents<Space> crowd(count, planning::way_words);
    const Agents<Kokkos::HostSpace> host = make_agents(scenario.agents, planning::way_words);
    copy_agents(crowd, host);
    const Kokkos::View<std::uint32_t, Space> step("plethos::tests::step");
    const planning::Guide<Space> guide{crowd,
                                       planning::Headings<Space>(crowd),
                                       planning::Goals<Space>(scenario.world),
                                       planning::make_roadmap(execution, scenario.world, scenario.methods.roadmap_nodes, walls, 0.2f),
                                       step,
                                       0.1f,
                                       0};
    const planning::Seekers<Space> seekers{Kokkos::View<std::int32_t*, Space>("plethos::tests::seekers", static_cast<std::size_t>(count)),
                                           Kokkos::View<std::int32_t[2], Space>("plethos::tests::seeker_count")};
    Random pushes("pushes");
    for (int k = 0; k < steps; ++k) {
      Kokkos::deep_copy(step, static_cast<std::uint32_t>(k));
      if (forgets && k > 0) {
        for (std::int32_t i = 0; i < count; ++i) planning::WayMemory<Kokkos::HostSpace>(host.memory, 0, i).forget_seen();
        copy_agents(crowd, host);
      }
      guide_all(execution, count, guide, seekers);
      copy_agents(host, crowd);
      for (std::int32_t i = 0; i < count; ++i) {
        const float velocity[] = {host.preferred_velocity(i, 0), host.preferred_velocity(i, 1)};
        result.insert(result.end(),
                      {static_cast<float>(planning::WayMemory<Kokkos::HostSpace>(host.memory, 0, i).waypoint()), velocity[0], velocity[1]});
        const Vec2 goal = scenario.world.goals[static_cast<std::size_t>(host.goal(i))];
        for (int axis = 0; axis < 2; ++axis) {
          host.position(i, axis) += 0.1f * velocity[axis] + (pushes.once_in(4) ? pushes.between(-0.3f, 0.3f) : 0.f);
        }
        if (length(goal - Vec2{host.position(i, 0), host.position(i, 1)}) < 1) {
          host.goal(i) = scenario.world.next_goals[static_cast<std::size_t>(host.goal(i))];
          for (std::int32_t word = 0; word < planning::way_words; ++word) host.memory(i, word) = 0;
        }
      }
      copy_agents(crowd, host);
    }
  });
  return result;
}

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("what agents remember of what they saw changes nothing") {
  Random random("pillars");
  const scenarios::Scenario scenario = pillars(random);
  CHECK(headings(backend, scenario, 300, false) == headings(backend, scenario, 300, true));
}

TEST_CASE("a block of any width guides agents as one thread does") {
  Random random("pillars of blocks");
  const scenarios::Scenario scenario = pillars(random);
  const std::vector<float> expected = headings(plainest_backend(), scenario, 20, false);
  for_each_block([&]<class Team>(Team) {
    CAPTURE(Team::size);
    const auto by_blocks = [](const auto&, int count, const auto& guide, const auto& seekers) {
      if constexpr (std::is_same_v<std::decay_t<decltype(guide)>, planning::Guide<Kokkos::HostSpace>>) {
        for (int i = 0; i < count; ++i) planning::FindSeekers<Kokkos::HostSpace>{guide, seekers}(i);
        for (const int first : {0, 1, 2}) {
          Team::run([&](const Team& team) { planning::SeekNodes<Kokkos::HostSpace>{guide, seekers}.work(team, first, 3); });
        }
      }
    };
    CHECK(headings(plainest_backend(), scenario, 20, false, by_blocks) == expected);
  });
}

}  // namespace plethos::tests
