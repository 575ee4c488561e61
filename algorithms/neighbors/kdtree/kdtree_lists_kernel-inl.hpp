// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_KDTREE_LISTS_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_KDTREE_LISTS_KERNEL_INL
#undef PLETHOS_NEIGHBORS_KDTREE_LISTS_KERNEL_INL
#else
#define PLETHOS_NEIGHBORS_KDTREE_LISTS_KERNEL_INL
#endif

#include "algorithms/neighbors/kdtree/kdtree_kernel-inl.hpp"
#include "algorithms/neighbors/verlet/collector-inl.hpp"

PLETHOS_KERNEL_BEGIN

using neighbors::KdVerletArguments;

/// Returns the squared distance of a box from (x, y), in m^2. Candidates are collected for one agent at a time, also by vectors.
PLETHOS_FUNCTION float kd_squared_distance(const Box& box, float x, float y) {
  const float beside_x = box.low_x > x ? box.low_x - x : x > box.high_x ? x - box.high_x : 0.f;
  const float beside_y = box.low_y > y ? box.low_y - y : y > box.high_y ? y - box.high_y : 0.f;
  return beside_x * beside_x + beside_y * beside_y;
}

/// A search that offers the items of all leaves within a distance.
template <class Candidates>
struct KdCollect {
  using Distance = float;  // m^2
  Candidates& candidates;
  float squared;  // m^2, of candidates
  float reach;    // m^2, of boxes
  const std::int32_t* list;

  PLETHOS_FUNCTION float distance(const Box& box) const { return kd_squared_distance(box, candidates.x, candidates.y); }
  PLETHOS_FUNCTION bool may_hold(float distance) const { return distance <= reach; }
  PLETHOS_FUNCTION static bool nearer(float a, float b) { return a < b; }
  PLETHOS_FUNCTION void visit(std::int32_t from, std::int32_t to) const {
    const auto range = [=](std::int32_t, std::int32_t& first, std::int32_t& last) PLETHOS_LAMBDA {
      first = from;
      last = to;
    };
    candidates.take_ranges(1, range, list, squared);
  }
};

/// The tree around an agent, for collect_candidates().
struct KdSurroundings {
  using Arguments = KdVerletArguments;
  const KdArguments& in;
  float x, y;  // m

  PLETHOS_FUNCTION static std::int32_t present(const Arguments& arguments) { return *arguments.tree.present; }

  PLETHOS_FUNCTION KdSurroundings(const Arguments& arguments, std::int32_t, float at_x, float at_y)
      : in(arguments.tree), x(at_x), y(at_y) {}

  /// As the first node on the way down to the agent lets expect that holds no more than four times as many.
  template <class Team>
  PLETHOS_FUNCTION float guess(const Team&, std::int32_t wanted) const {
    constexpr float inverse_pi = 0.318309886f;
    const KdWalk tree{in.nodes};
    BoxNode node = tree.root();
    std::int32_t first = 0, last = 0;
    while (!tree.leaf(node, first, last) && (node.level >= KdWalk::upper || last - first > 4 * wanted)) {
      const Box &a = tree.box(node.level - 1, 2 * node.place), &b = tree.box(node.level - 1, 2 * node.place + 1);
      node = {node.level - 1, 2 * node.place + (kd_squared_distance(b, x, y) < kd_squared_distance(a, x, y) ? 1 : 0)};
    }
    const Box& box = tree.box(node.level, node.place);
    const float width = box.high_x - box.low_x, height = box.high_y - box.low_y;
    const float longest = width > height ? width : height;
    // Agents on a line have a box without an area.
    const float area = width * height > 0.1f * longest * longest ? width * height : 0.1f * longest * longest;
    return last > first && area > 0 ? static_cast<float>(wanted) * area * inverse_pi / static_cast<float>(last - first) : 1.f;
  }

  template <class Candidates>
  PLETHOS_FUNCTION void take_within(float reach, float squared, Candidates& candidates) const {
    KdCollect<Candidates> search{candidates, squared, reach * reach * (1 + distance_rounding), nullptr};
    visit_trees(in, search);
  }
};

/// Makes the lists of the agents [begin, end), which were in the order of the tree in the step of the search.
template <class L, class Selection, int Capacity>
PLETHOS_FUNCTION void make_kd_lists(const KdVerletArguments& arguments, std::int32_t begin, std::int32_t end) {
  const VerletCollector<L, Capacity, KdSurroundings> collector{arguments};
  make_verlet_lists<L, Selection, Capacity>(arguments.verlet, collector, begin, end);
}

PLETHOS_KERNEL_END
#endif
