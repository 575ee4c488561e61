// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_HELD_WALLS_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_HELD_WALLS_KERNEL_INL
#undef PLETHOS_NEIGHBORS_HELD_WALLS_KERNEL_INL
#else
#define PLETHOS_NEIGHBORS_HELD_WALLS_KERNEL_INL
#endif

#include "algorithms/neighbors/near_walls/near_walls_kernel-inl.hpp"

PLETHOS_KERNEL_BEGIN

using neighbors::HeldWallArguments;

/// The part of the margin that an agent may use up. The rest makes up for the rounding of distances from long walls.
inline constexpr float held_walls_share = 0.9f;

/// Collects candidates of a lane's agents: the nearest walls that they see, or might see soon.
template <class L, class List>
PLETHOS_FUNCTION void collect_walls(const HeldWallArguments& in, std::int32_t i, std::int32_t agents, typename L::Mask present) {
  WallArguments wide = in.walls;
  wide.lists = in.candidates;
  wide.range += in.margin;
  NearWalls<L, List> near(wide, i, present, in.margin);
  if (L::any(near.asks)) look_for_walls<L>(wide.staying, agents, near);
  near.list.store(wide, i, near.asks, present);
  L::store(present, near.list.furthest(wide), in.beyond + i);
}

/// Makes the lists of the agents [begin, end): of candidates, and of the walls that move. Where candidates may not suffice, it looks for
/// all walls. `Wide` keeps the candidates, `List` the walls of a list.
template <class L, class List, class Wide>
PLETHOS_FUNCTION void held_wall_agents(const HeldWallArguments& in, std::int32_t begin, std::int32_t end) {
  using Float = typename L::Float;
  using Int = typename L::Int;
  using Mask = typename L::Mask;
  using Near = NearWalls<L, List>;
  for (std::int32_t i = begin; i < end; i += L::width) {
    const std::int32_t agents = i + L::width < end ? L::width : end - i;
    const Mask present = L::less(L::set_int(i) + L::iota(), L::set_int(end));
    if (in.collects) collect_walls<L, Wide>(in, i, agents, present);
    Near near(in.walls, i, present);
    Mask missed = L::first_n(0);
    if (L::any(near.asks)) {
      const Int count = L::select(near.asks, L::load_unaligned(in.candidates.count + i), L::set_int(0));
      for (std::int32_t c = 0;; ++c) {
        const Mask there = L::less(L::set_int(c), count);
        if (L::none(there)) break;
        near.offer_each(L::select(there, L::load_unaligned(in.candidates.index + static_cast<std::int64_t>(c) * in.candidates.stride + i),
                                  L::set_int(0)),
                        there);
      }
      look_for_walls<L>(in.walls.moving, agents, near);
      const Float gone_x = near.x - L::load_unaligned(in.from_x + i), gone_y = near.y - L::load_unaligned(in.from_y + i);
      const Float gone = L::sqrt(L::mul_add(gone_x, gone_x, gone_y * gone_y));
      const Float rest = L::load_unaligned(in.beyond + i) - gone - L::set((1 - held_walls_share) * in.margin);
      const Mask certain = L::less_equal(near.list.furthest(in.walls), rest) & L::less_equal(gone, L::set(held_walls_share * in.margin));
      missed = near.asks & !certain;
    }
    near.list.store(in.walls, i, near.asks, present);
    if (L::none(missed)) continue;
    Near all(in.walls, i, missed);
    look_for_walls<L>(in.walls.staying, agents, all);
    look_for_walls<L>(in.walls.moving, agents, all);
    all.list.store(in.walls, i, all.asks, missed);
  }
}

PLETHOS_KERNEL_END
#endif
