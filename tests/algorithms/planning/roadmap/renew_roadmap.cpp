#include <optional>
#include <vector>

#include "algorithms/planning/roadmap/corner_nodes.hpp"
#include "algorithms/planning/roadmap/roadmap.hpp"
#include "core/copy_view.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {
namespace {

Polygon square(Vec2 center, float half) {
  return {{center + Vec2{-half, -half}, center + Vec2{half, -half}, center + Vec2{half, half}, center + Vec2{-half, half}}};
}

/// Makes rooms in rows, with doors between most of them: most of the nodes do not see what happens in another room.
std::vector<Polygon> rooms(Random& random) {
  std::vector<Polygon> walls;
  for (int line = 0; line <= 3; ++line) {
    for (int k = 0; k < 3; ++k) {
      const auto at = static_cast<float>(10 * line - 15);
      const auto begin = static_cast<float>(10 * k - 15);
      const float door = random.once_in(5) ? 5 : random.between(1, 8);
      for (const auto& [from, to] : {std::pair{begin, begin + door}, std::pair{begin + door + 1.5f, begin + 10}}) {
        walls.push_back({{{from, at - 0.1f}, {to, at - 0.1f}, {to, at + 0.1f}, {from, at + 0.1f}}});
        walls.push_back({{{at + 0.1f, from + 0.2f}, {at + 0.1f, to - 0.2f}, {at - 0.1f, to - 0.2f}, {at - 0.1f, from + 0.2f}}});
      }
    }
  }
  return walls;
}

template <class View>
auto values(const View& view) {
  const auto host = host_view(view);
  return std::vector<typename View::non_const_value_type>(host.data(), host.data() + host.size());
}

template <class MemorySpace>
void check_equal(const planning::RaggedLists<MemorySpace>& found, const planning::RaggedLists<MemorySpace>& expected) {
  CHECK(values(found.count) == values(expected.count));
  CHECK(values(found.id) == values(expected.id));
  CHECK(values(found.distance) == values(expected.distance));
}

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("a renewed roadmap is the one that is made anew, bit for bit, and most nodes need not look again") {
  Random random("renewed");
  constexpr float radius = 0.3f;
  World world;
  world.bounds = {{-17, -17}, {17, 17}};
  world.polygons = rooms(random);
  const std::size_t staying = world.polygons.size();
  for (int i = 0; i < 12; ++i) world.goals.push_back({random.between(-14, 14), random.between(-14, 14)});
  const std::vector<Vec2> staying_nodes = planning::corner_nodes(world, radius, 0.02f);
  REQUIRE(staying_nodes.size() > 60);

  backends::visit(backend, [&](const auto& execution) {
    using Space = typename std::decay_t<decltype(execution)>::memory_space;
    std::optional<planning::KeptGraph<Space>> kept;
    planning::Roadmap<Space> roadmap;
    std::uint64_t sweeps = 0;
    std::uint64_t all_sweeps = 0;
    for (int change = 0; change < 11; ++change) {
      CAPTURE(change);
      // Obstacles jump, come and go; now and then none does, or a goal moves.
      if (change % 6 == 1)
        world.goals.own()[static_cast<std::size_t>(random.integer(0, 11))] = {random.between(-14, 14), random.between(-14, 14)};
      if (change % 5 != 4 && world.polygons.size() > staying && random.once_in(2)) {
        world.polygons.erase(world.polygons.begin() +
                             random.integer(static_cast<int>(staying), static_cast<int>(world.polygons.size()) - 1));
      }
      if (change % 5 != 4 && change > 0 && world.polygons.size() < staying + 3) {
        world.polygons.push_back(square({random.between(-14, 14), random.between(-14, 14)}, random.between(0.2f, 1)));
      }
      std::vector<Vec2> nodes = staying_nodes;
      const std::vector<Vec2> corners = planning::corner_nodes(world, radius, 0.02f, staying);
      nodes.insert(nodes.end(), corners.begin(), corners.end());
      const auto walls = obstacles::make_walls<Space>(world.segments(), world.bounds);
      const planning::ChangingWorld<Space> now{
          world, staying, walls, nodes, staying_nodes.size(), 0.9f * radius, 2 * (1.1f * radius + 0.02f)};
      const std::uint64_t before = sweeps;
      planning::renew_roadmap(execution, now, kept, roadmap, sweeps);
      if (change > 0 && change % 5 == 4 && change % 6 != 1) CHECK(sweeps == before);

      std::optional<planning::KeptGraph<Space>> kept_anew;
      planning::Roadmap<Space> anew;
      planning::renew_roadmap(execution, now, kept_anew, anew, all_sweeps);
      check_equal(kept->graph.edges, kept_anew->graph.edges);
      check_equal(kept->graph.goals, kept_anew->graph.goals);
      check_equal(roadmap.trees, anew.trees);
      CHECK(values(roadmap.nodes.x) == values(anew.nodes.x));
      CHECK(values(roadmap.place_of_goal) == values(anew.place_of_goal));
      CHECK(values(roadmap.candidates.start) == values(anew.candidates.start));
      CHECK(values(roadmap.candidates.node) == values(anew.candidates.node));
    }
    CHECK(sweeps < all_sweeps / 2);
  });
}

}  // namespace plethos::tests
