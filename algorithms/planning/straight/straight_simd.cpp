#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/planning/straight/straight_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/planning/stop-inl.hpp"
#include "algorithms/planning/straight/straight_arguments.hpp"
#include "backends/simd/entry-inl.hpp"
#include "core/agent.hpp"
#include "core/lane/highway_lane-inl.hpp"

PLETHOS_KERNEL_BEGIN

PLETHOS_FUNCTION void straight_on_vectors(const planning::StraightArguments& in, int begin, int end) {
  using L = HighwayLane;
  const auto zero = L::set(0.f);
  for (int i = begin; i < end; i += L::width) {
    const bool full = i + L::width <= end;
    const auto there = L::first_n(end - i);
    const auto put = [&](auto value, auto* column) PLETHOS_LAMBDA {
      if (full) {
        L::store_unaligned(value, column + i);
      } else {
        L::store(there, value, column + i);
      }
    };
    const auto active = there & L::equal(L::load_unaligned(in.state + i), L::set_int(active_state));
    const auto goal = L::load_unaligned(in.goal + i);
    const auto x = L::gather(active, in.goal_x, goal), y = L::gather(active, in.goal_y, goal);
    const LaneVec2<L> way{x - L::load_unaligned(in.position_x + i), y - L::load_unaligned(in.position_y + i)};
    const LaneVec2<L> velocity = velocity_to_stop<L>(way, L::load_unaligned(in.preferred_speed + i), in.time_step);
    put(x, in.target_x);
    put(y, in.target_y);
    put(L::select(active, velocity.x, zero), in.velocity_x);
    put(L::select(active, velocity.y, zero), in.velocity_y);
    put(L::set_int(in.every_kind), in.kind);
    put(L::set_int(in.every_leg), in.leg);
  }
}

PLETHOS_KERNEL_END

PLETHOS_SIMD_ENTRY(planning, StraightArguments, straight_on_vectors);
