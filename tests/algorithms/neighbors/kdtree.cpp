#include "algorithms/neighbors/kdtree/kdtree.hpp"

#include <algorithm>

#include "algorithms/neighbors/kdtree/kdtree_kernel-inl.hpp"
#include "algorithms/neighbors/place_agents.hpp"
#include "core/copy_view.hpp"
#include "tests/algorithms/neighbors/points.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using neighbors::KdNodes;

/// A tree's nodes in host memory, and the agents in its order.
struct Built {
  Agents<Kokkos::HostSpace> agents{};
  BoxTree<Kokkos::HostSpace> upper{}, lower{};
  std::vector<std::uint32_t> root{};
  std::vector<std::int32_t> start{};
  std::int32_t present{};
};

Built build(const backends::Backend& backend, const Points& points, bool leave) {
  Built built{.agents = make_agents(points.agents)};
  const std::int32_t count = built.agents.count;
  backends::visit(backend, [&](const auto& execution) {
    using Space = typename std::decay_t<decltype(execution)>::memory_space;
    Agents<Space> agents(count);
    Agents<Space> sorted(count);
    copy_agents(agents, built.agents);
    const neighbors::KdTree<Space> tree(points.bounds, count, Kokkos::View<std::int32_t*, Space>("plethos::tests::slot", count));
    tree.build(execution, agents, 0, count, leave, neighbors::MoveAgent<Space>{agents, sorted}, sorted, neighbors::KdInMemory<Space>());
    execution.fence();
    copy_agents(built.agents, sorted);
    const KdNodes nodes = tree.nodes();
    const auto copy = [](const auto* from, std::size_t size) {
      using Value = std::remove_const_t<std::remove_pointer_t<decltype(from)>>;
      std::vector<Value> values(size);
      copy_view(Kokkos::View<Value*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(values.data(), size),
                Kokkos::View<const Value*, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(from, size));
      return values;
    };
    const auto boxes = [](const BoxLevels& levels) {
      BoxTree<Kokkos::HostSpace> host("plethos::tests::boxes", levels.count[0]);
      copy_view(host.memory, Kokkos::View<Box*, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(levels.box, host.memory.size()));
      return host;
    };
    built.upper = boxes(nodes.upper);
    built.lower = boxes(nodes.lower);
    built.root = copy(nodes.root, static_cast<std::size_t>(nodes.upper.count[0]));
    built.start = copy(nodes.start, static_cast<std::size_t>(nodes.lower.count[0]) + 2);
    built.present = built.start[built.start.size() - 2];
    return 0;
  });
  return built;
}

bool same(const Box& a, const Box& b) { return a.low_x == b.low_x && a.low_y == b.low_y && a.high_x == b.high_x && a.high_y == b.high_y; }
bool empty(const Box& box) { return box.low_x > box.high_x; }
bool split_by_a_plane(const Box& a, const Box& b) { return empty(a) || empty(b) || a.high_x <= b.low_x || a.high_y <= b.low_y; }

/// Walks below a node. Nodes must lie in order: a node's agents follow the agents that were met before it.
struct Walk {
  const Built& built;
  std::int32_t met = 0;
  int mistakes = 0;
  std::int32_t largest_leaf = 0;

  void below(const scalar::BoxNode& from) {
    const KdNodes nodes{built.upper.levels, built.lower.levels, built.root.data(), built.start.data()};
    const scalar::KdWalk walk{nodes};
    const Box box = walk.box(from.level, from.place);
    if (empty(box)) return;
    scalar::BoxNode node = from;
    std::int32_t first;
    std::int32_t last;
    if (walk.leaf(node, first, last)) {
      if (first != met) ++mistakes;
      met = last;
      largest_leaf = std::max(largest_leaf, last - first);
      Box around;
      for (std::int32_t i = first; i < last; ++i) {
        const float x = built.agents.position(i, 0);
        const float y = built.agents.position(i, 1);
        scalar::box_include(around, Box{x, y, x, y});
      }
      if (!same(around, box)) ++mistakes;
      return;
    }
    const Box a = walk.box(node.level - 1, 2 * node.place);
    const Box b = walk.box(node.level - 1, 2 * node.place + 1);
    Box both = a;
    scalar::box_include(both, b);
    if (!same(both, box) || !split_by_a_plane(a, b)) ++mistakes;
    below({node.level - 1, 2 * node.place});
    below({node.level - 1, 2 * node.place + 1});
  }
  void all() { below({scalar::KdWalk::upper + built.upper.levels.levels - 1, 0}); }
};

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("planes split the nodes, boxes fit them, and leaves hold everyone once, in order") {
  for (const Points& points : point_sets()) {
    for (const bool leave : {false, true}) {
      CAPTURE(points.name);
      CAPTURE(leave);
      const Built built = build(backend, points, leave);
      const auto present = std::count_if(points.agents.begin(), points.agents.end(),
                                         [&](const AgentRecord& agent) { return !leave || agent.state != AgentState::arrived; });
      CHECK(built.present == present);
      Walk walk{built};
      walk.all();
      CHECK(walk.mistakes == 0);
      CHECK(walk.met == present);
    }
  }
}

PLETHOS_SCALAR_MATRIX_TEST("leaves stay small where a crowd stands in a corner of a wide land") {
  Random random("corner");
  Points points{"corner", {}, {{-8000, -8000}, {8000, 8000}}};
  for (int i = 0; i < 20000; ++i) {
    AgentRecord agent{.position = i % 100 == 0 ? Vec2{random.between(-8000, 8000), random.between(-8000, 8000)}
                                               : Vec2{6000 + random.between(0, 80), -7000 + random.between(0, 80)}};
    points.agents.push_back(agent);
  }
  const Built built = build(backend, points, false);
  Walk walk{built};
  walk.all();
  CHECK(walk.mistakes == 0);
  CHECK(walk.met == 20000);
  // 3 agents a square metre, and cells of a quarter metre at the finest.
  CHECK(walk.largest_leaf <= 64);
}

}  // namespace plethos::tests
