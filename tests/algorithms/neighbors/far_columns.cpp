#include <limits>
#include <map>
#include <string>
#include <vector>

#include "algorithms/avoidance/registry.hpp"
#include "algorithms/neighbors/near_walls/held_walls.hpp"
#include "algorithms/neighbors/verlet/verlet_lists.hpp"
#include "algorithms/obstacles/walls.hpp"
#include "algorithms/simulation/simulation.hpp"
#include "tests/algorithms/neighbors/held.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/harness/sparse_memory.hpp"

namespace plethos::tests {
namespace {

using Host = Kokkos::HostSpace;
using HostAgents = Agents<Host>;

constexpr std::int32_t list_entries = 10, remembered_words = 9;

/// What agents remember, and what kernels find and choose, by id: the ids of neighbors, the walls, and the velocities of each method, in
/// bits.
struct Seen {
  std::map<std::uint32_t, std::vector<std::uint32_t>> remembered, neighbors, walls;
  std::map<std::string, std::map<std::uint32_t, std::pair<float, float>>> velocities;

  friend bool operator==(const Seen&, const Seen&) = default;
};

neighbors::Lists<Host> lists_of(SparseMemory& memory, std::int32_t stride, std::int32_t capacity, std::int32_t columns) {
  neighbors::Lists<Host> lists;
  lists.capacity = capacity;
  lists.count = memory.view<decltype(lists.count)>(stride);
  lists.index = memory.view<decltype(lists.index)>(stride, columns);
  return lists;
}

neighbors::VerletLists<Host> verlet_of(SparseMemory& memory, std::int32_t stride, float skin) {
  neighbors::VerletLists<Host> verlet(64, skin, held_period);
  verlet.candidates = memory.view<HostAgents::Integers>(stride);
  verlet.beyond = memory.view<HostAgents::Floats>(stride);
  verlet.pairs = memory.view<HostAgents::Floats>(2 * static_cast<std::size_t>(stride));
  verlet.from = memory.view<HostAgents::Vectors>(stride);
  verlet.left = memory.view<HostAgents::Integers>(stride);
  return verlet;
}

/// Lets a crowd walk by a few steps, whose columns are `stride` elements long.
std::vector<Seen> walk(const backends::HostExecution& execution, const Points& points, const std::string& search_name,
                       std::int32_t stride) {
  SparseMemory memory;
  const HostAgents made = make_agents(points.agents, remembered_words);
  for (std::int32_t i = 0; i < made.count; ++i) {
    for (std::int32_t k = 0; k < made.words(); ++k) made.memory(i, k) = static_cast<std::uint32_t>(1000 * i + k);
  }
  HostAgents agents = memory.crowd(made, stride), scratch = memory.crowd(made, stride);
  const Parameters parameters{.neighbors = list_entries, .neighbor_distance = 5, .obstacle_neighbors = list_entries};
  const std::uint32_t step = 3;
  const auto search = neighbors::make<backends::HostExecution>(search_name, search_setup(points, parameters, &step), {});
  const neighbors::Lists<Host> exact = lists_of(memory, stride, list_entries, list_entries);
  const neighbors::Lists<Host> lists = lists_of(memory, stride, list_entries, neighbors::most_candidates(list_entries));
  const neighbors::Lists<Host> near_walls = lists_of(memory, stride, list_entries, list_entries);
  neighbors::VerletLists<Host> verlet = verlet_of(memory, stride, 0.5f);
  neighbors::HeldWalls<Host> held;
  held.candidates = lists_of(memory, stride, neighbors::most_wall_candidates(list_entries), neighbors::most_wall_candidates(list_entries));
  held.beyond = memory.view<HostAgents::Floats>(stride);
  std::vector<Segment> segments;
  for (int k = 0; k < 60; ++k) {
    const auto x = static_cast<float>(k % 10) * 2 - 10, y = static_cast<float>(k / 10) * 3 - 9;
    segments.push_back({{x, y}, {x + 0.8f, y + 0.1f}});
  }
  const auto walls = obstacles::make_walls<Host>(segments, points.bounds, obstacles::WallIndex::tree);

  std::vector<Seen> all;
  for (std::int32_t age = 0; age < 3; ++age) {
    verlet.age = age;
    if (verlet.searches()) search->build(execution, agents, scratch);
    neighbors::follow_agents(execution, agents, verlet);
    if (verlet.searches()) search->query(execution, agents, exact);
    search->make_lists(execution, agents, lists, verlet);
    if (age == 1) {
      neighbors::find_walls(execution, agents, walls, parameters, near_walls);
    } else {
      neighbors::find_held_walls(execution, agents, walls, parameters, near_walls, verlet, held);
    }
    execution.fence();
    Seen seen;
    for (std::int32_t i = 0; i < agents.working; ++i) {
      for (std::int32_t k = 0; k < agents.words(); ++k) seen.remembered[agents.id(i)].push_back(agents.memory(i, k));
      std::vector<std::uint32_t>& near = seen.neighbors[agents.id(i)];
      for (std::int32_t j = 0; j < lists.count(i); ++j) near.push_back(agents.id(lists.index(i, j)));
      std::vector<std::uint32_t>& walls_of_agent = seen.walls[agents.id(i)];
      for (std::int32_t j = 0; j < near_walls.count(i); ++j) walls_of_agent.push_back(static_cast<std::uint32_t>(near_walls.index(i, j)));
      if (!verlet.searches()) continue;
      std::vector<std::uint32_t> found;
      for (std::int32_t j = 0; j < exact.count(i); ++j) found.push_back(agents.id(exact.index(i, j)));
      CHECK(found == near);
    }
    for (const MethodInfo& method : avoidance::Registry::infos()) {
      const auto chosen = memory.view<HostAgents::Vectors>(stride);
      const auto column = [&] { return memory.view<HostAgents::Integers>(stride); };
      const auto avoidance = avoidance::make<backends::HostExecution>(method.name, {});
      avoidance->choose(execution, {agents, lists, walls, near_walls, parameters, &step, {column(), column(), column()}}, chosen);
      execution.fence();
      auto& velocities = seen.velocities[method.name];
      for (std::int32_t i = 0; i < agents.working; ++i) velocities[agents.id(i)] = {chosen(i, 0), chosen(i, 1)};
    }
    all.push_back(seen);
    for (std::int32_t i = 0; i < agents.working; ++i) {
      agents.position(i, 0) += 0.05f * agents.velocity(i, 0);
      agents.position(i, 1) += 0.05f * agents.velocity(i, 1);
      verlet.follower().follow(i, agents.position(i, 0), agents.position(i, 1));
    }
  }
  return all;
}

/// A crowd whose agents have full lists, and of whom some stand at the same distance from others.
Points crowded() {
  Random random("far columns");
  Points points{"crowded", {}, {{-12, -12}, {12, 12}}};
  for (int i = 0; i < 700; ++i) {
    const Vec2 place{random.between(-10, 10), random.between(-10, 10)};
    points.agents.push_back({.position = i % 5 == 0 ? Vec2{static_cast<float>(i % 20) - 10, static_cast<float>(i / 35) - 10} : place,
                             .velocity = {random.between(-1, 1), random.between(-1, 1)},
                             .radius = 0.15f});
  }
  return points;
}

}  // namespace

PLETHOS_MATRIX_TEST("lists of as many agents as a rank can have are filled and read in their places") {
  if (!backend.scheduler) return;
  constexpr auto most = static_cast<std::int32_t>(simulation::most_agents / 64 * 64);
  static_assert(std::int64_t{most} * list_entries > std::numeric_limits<std::int32_t>::max());
  const Points points = crowded();
  backends::visit(backend, [&]<class Execution>(const Execution& execution) {
    if constexpr (std::is_same_v<Execution, backends::HostExecution>) {
      for (const char* search : {"grid", "kdtree"}) {
        CAPTURE(search);
        const std::vector<Seen> expected = walk(execution, points, search, padded(static_cast<std::int32_t>(points.agents.size())));
        std::size_t full = 0;
        for (const auto& [id, near] : expected[0].neighbors) full += near.size() == list_entries ? 1 : 0;
        CHECK(full > points.agents.size() / 2);
        CHECK(walk(execution, points, search, most) == expected);
      }
    }
    return 0;
  });
}

}  // namespace plethos::tests
