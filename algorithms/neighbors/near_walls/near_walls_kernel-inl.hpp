// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_NEAR_WALLS_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_NEAR_WALLS_KERNEL_INL
#undef PLETHOS_NEIGHBORS_NEAR_WALLS_KERNEL_INL
#else
#define PLETHOS_NEIGHBORS_NEAR_WALLS_KERNEL_INL
#endif

#include "algorithms/neighbors/lane_walk-inl.hpp"
#include "algorithms/neighbors/near_walls/near_walls_arguments.hpp"
#include "algorithms/neighbors/ring_walk-inl.hpp"
#include "algorithms/obstacles/wall_leaf.hpp"
#include "core/agent.hpp"
#include "core/world.hpp"

PLETHOS_KERNEL_BEGIN

using neighbors::WallArguments;

/// The tree of walls as visit_near walks it.
struct WallTreeWalk {
  const BoxLevels& tree;
  std::int32_t pieces;

  PLETHOS_FUNCTION BoxNode root() const { return BoxNode{tree.levels - 1, 0}; }
  PLETHOS_FUNCTION const Box& box(std::int32_t level, std::int32_t place) const { return box_at(tree, level, place); }
  PLETHOS_FUNCTION bool leaf(BoxNode& node, std::int32_t& first, std::int32_t& last) const {
    first = obstacles::wall_leaf * node.place;
    last = first + obstacles::wall_leaf < pieces ? first + obstacles::wall_leaf : pieces;
    return node.level == 0;
  }
};

/// Whether a point sees a wall from the side of its solid ground, and from more than `margin` metres away. `from_x`, `from_y`: from the
/// wall's first end to the point. From outside of a solid outline, another of its walls lies before such a one. On the wall's line it is
/// seen from neither side.
template <class L>
PLETHOS_FUNCTION typename L::Mask wall_faces_away(typename L::Float from_x, typename L::Float from_y, typename L::Float direction_x,
                                                  typename L::Float direction_y, typename L::Int solid, float margin) {
  // Rounded as where orca asks for the side.
  const auto height = L::neg_mul_add(from_x, direction_y, from_y * direction_x);
  return (L::less(L::set(margin), height) & L::equal(solid, L::set_int(solid_left))) |
         (L::less(height, L::set(-margin)) & L::equal(solid, L::set_int(solid_right)));
}

/// What a box's squared distance is multiplied with before it is compared with a segment's, which is rounded otherwise.
inline constexpr float wall_box_share = 0.99999f;

/// The nearest walls that face a lane's agents, each its own, ties by lower index: whatever wall is offered is offered to all of them. What
/// has been found is in a list for one agent (WallList) or in a vector's (WallLaneList); nearest_kernel-inl.hpp says why there are two.
template <class L, class List>
struct NearWalls {
  using Float = typename L::Float;
  using Int = typename L::Int;
  using Mask = typename L::Mask;

  const WallArguments& in;
  Float x, y;  // m
  Mask asks;
  List list;
  float margin;  // m: so near to a wall's line agents see it from both sides

  /// For the agents from `first` on for whom `present` holds.
  PLETHOS_FUNCTION NearWalls(const WallArguments& arguments, std::int32_t first, Mask present, float of_both_sides = 0)
      : in(arguments),
        x(L::load(in.position_x + first)),
        y(L::load(in.position_y + first)),
        asks(present & L::equal(L::load(in.state + first), L::set_int(active_state))),
        list(in, asks),
        margin(of_both_sides) {}

  PLETHOS_FUNCTION Float reach() const { return list.reach(); }
  /// Offers a segment to all agents.
  PLETHOS_FUNCTION void offer(std::int32_t segment) {
    offer({L::set(in.x[segment]), L::set(in.y[segment]), L::set(in.direction_x[segment]), L::set(in.direction_y[segment]),
           L::set(in.length[segment]), L::set_int(in.solid[segment])},
          L::set_int(segment), asks);
  }
  /// Offers a segment to each agent where it is `there`.
  PLETHOS_FUNCTION void offer_each(Int segment, Mask there) {
    offer({L::gather(there, in.x, segment), L::gather(there, in.y, segment), L::gather(there, in.direction_x, segment),
           L::gather(there, in.direction_y, segment), L::gather(there, in.length, segment), L::gather(there, in.solid, segment)},
          segment, there);
  }

 private:
  struct Wall {
    Float x, y, direction_x, direction_y, length;
    Int solid;
  };
  PLETHOS_FUNCTION void offer(const Wall& wall, Int segment, Mask there) {
    const Float from_x = x - wall.x;
    const Float from_y = y - wall.y;
    const Float along = L::mul_add(wall.direction_x, from_x, wall.direction_y * from_y);
    const Float at = L::min(L::max(along, L::set(0.f)), wall.length);
    const Float beside_x = L::mul_add(-at, wall.direction_x, from_x);
    const Float beside_y = L::mul_add(-at, wall.direction_y, from_y);
    const Float squared = L::mul_add(beside_x, beside_x, beside_y * beside_y);
    if (L::none(L::less_equal(squared, list.bound()) & there)) return;
    // A segment passes many cells and has many pieces but counts once.
    list.insert_once(squared, segment, there & !wall_faces_away<L>(from_x, from_y, wall.direction_x, wall.direction_y, wall.solid, margin));
  }
};

/// Looks for the walls of all agents of a lane at once.
template <class L, class Near>
struct WallSearch {
  using Distance = typename LaneWalk<L>::Distance;
  Near& near;
  const std::int32_t* segment;  // of each piece
  LaneWalk<L> walk;

  PLETHOS_FUNCTION Distance distance(const Box& box) const { return walk.distance(box, near.x, near.y); }
  PLETHOS_FUNCTION bool may_hold(const Distance& distance) const {
    return L::any(L::less_equal(L::set(wall_box_share) * distance.squared, near.list.bound()));
  }
  PLETHOS_FUNCTION static bool nearer(const Distance& a, const Distance& b) { return LaneWalk<L>::nearer(a, b); }
  PLETHOS_FUNCTION void visit(std::int32_t first, std::int32_t last) const {
    for (std::int32_t k = first; k < last; ++k) near.offer(segment[k]);
  }
};

/// Offers the segments of cells.
template <class Near>
struct WallCells {
  Near& near;
  const neighbors::WallLookupArguments& walls;

  PLETHOS_FUNCTION void operator()(std::int32_t first_cell, std::int32_t last_cell) const {
    const std::int32_t end = walls.start[last_cell + 1];
    for (std::int32_t k = walls.start[first_cell]; k < end; ++k) near.offer(walls.item[k]);
  }
};

/// Looks for walls of `agents` agents, in the tree or, where there is none, in the cells. Agents of a vector may stand in any of these: it
/// needs the tree, and lists that hold something.
template <class L, class Near>
PLETHOS_FUNCTION void look_for_walls(const neighbors::WallLookupArguments& walls, std::int32_t agents, Near& near) {
  if (walls.segments == 0) return;
  if constexpr (L::width == 1) {
    if (near.in.lists.capacity == 0) return;
    if (walls.tree.levels == 0) {
      const std::int32_t column = cell_column(walls.cells, near.x);
      walk_rings<L>(walls.cells, cell_row(walls.cells, near.y), column, column, 0.f, near, WallCells<Near>{near, walls});
      return;
    }
  }
  WallSearch<L, Near> search{near, walls.segment, LaneWalk<L>(agents)};
  visit_near(WallTreeWalk{walls.tree, walls.pieces}, search);
}

/// Fills the lists of the agents [begin, end), those who avoid. Fast on vectors where agents that are neighbors in memory are so in the
/// plane.
template <class L, class List>
PLETHOS_FUNCTION void wall_agents(const WallArguments& in, std::int32_t begin, std::int32_t end) {
  using Near = NearWalls<L, List>;
  for (std::int32_t i = begin; i < end; i += L::width) {
    const typename L::Mask present = L::less(L::set_int(i) + L::iota(), L::set_int(end));
    Near near(in, i, present);
    if (L::any(near.asks)) {
      const std::int32_t agents = i + L::width < end ? L::width : end - i;
      look_for_walls<L>(in.staying, agents, near);
      look_for_walls<L>(in.moving, agents, near);
    }
    near.list.store(in, i, near.asks, present);
  }
}

PLETHOS_KERNEL_END
#endif
