#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/simulation/move_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <atomic>

#include "algorithms/avoidance/lacked_way-inl.hpp"
#include "algorithms/simulation/move_arguments.hpp"
#include "algorithms/simulation/move_kernel-inl.hpp"
#include "backends/simd/entry-inl.hpp"
#include "core/agent.hpp"
#include "core/lane/highway_row-inl.hpp"

PLETHOS_KERNEL_BEGIN

using MoveLane = HighwayRow;

/// Moves the agents of a vector, which all are active. Returns whether it did: not if one of them reaches its goal. `most` becomes the
/// greatest squared way in m^2 since candidates were collected, if lists of neighbors hold.
PLETHOS_FUNCTION bool move_vector(const simulation::MoveArguments& in, int i, MoveLane::Float& most) {
  using L = MoveLane;
  using Vec = LaneVec2<L>;
  const Vec before{L::load_unaligned(in.velocity_x + i), L::load_unaligned(in.velocity_y + i)};
  const Vec chosen{L::load_unaligned(in.chosen_x + i), L::load_unaligned(in.chosen_y + i)};
  const Vec from{L::load_unaligned(in.position_x + i), L::load_unaligned(in.position_y + i)};
  const auto limit = L::load_unaligned(in.maximum_acceleration + i) * L::set(in.time_step);
  const Vec after = next_velocity<L>(before, chosen, limit);
  const Vec to = next_position<L>(from, after, in.time_step);
  const auto goal = L::load_unaligned(in.goal + i);
  const Vec point{L::gather(in.goal_x, goal), L::gather(in.goal_y, goal)};
  if (L::any(has_reached_point<L>(to, point, L::load_unaligned(in.goal_radius + i)))) return false;

  L::store_unaligned(to.x, in.position_x + i);
  L::store_unaligned(to.y, in.position_y + i);
  L::store_unaligned(after.x, in.velocity_x + i);
  L::store_unaligned(after.y, in.velocity_y + i);
  if (in.from_x != nullptr) {
    HWY_ALIGN float x[L::width], y[L::width];
    L::store(to.x, x);
    L::store(to.y, y);
    for (int k = 0; k < L::width; ++k) {
      in.pairs[2 * (i + k)] = x[k];
      in.pairs[2 * (i + k) + 1] = y[k];
    }
    most = L::max(squared_length<L>({to.x - L::load_unaligned(in.from_x + i), to.y - L::load_unaligned(in.from_y + i)}), most);
  }
  if (L::any(L::less(L::set(in.squared_speed), squared_length<L>(after)))) {
    std::atomic_ref<std::uint32_t>(*in.too_fast).store(1, std::memory_order_relaxed);
  }

  const Vec preferred{L::load_unaligned(in.preferred_x + i), L::load_unaligned(in.preferred_y + i)};
  HWY_ALIGN std::int32_t lacked[L::width];
  for (int k = 0; k < L::width; ++k) lacked[k] = in.lacked[i + k];
  L::store(remembered_lack<L>(L::load(lacked), lack_of_step<L>(preferred, before, after, limit), in.time_step, *in.step), lacked);
  for (int k = 0; k < L::width; ++k) in.lacked[i + k] = static_cast<std::uint16_t>(lacked[k]);
  return true;
}

PLETHOS_FUNCTION void move_on_vectors(const simulation::MoveArguments& in, int begin, int end) {
  using L = MoveLane;
  const auto active = L::set_int(active_state);
  auto most = L::set(0.f);
  int i = begin;
  for (; i + L::width <= end; i += L::width) {
    const bool done = L::all(L::equal(L::load_unaligned(in.state + i), active)) && move_vector(in, i, most);
    if (!done) in.move_each(in.kernel, i, i + L::width);
  }
  if (i < end) in.move_each(in.kernel, i, end);
  if (in.from_x == nullptr) return;
  const float greatest = -L::reduce_min_with_index(-most).value;
  const std::atomic_ref<float> shared(*in.greatest);
  float known = shared.load(std::memory_order_relaxed);
  while (greatest > known && !shared.compare_exchange_weak(known, greatest, std::memory_order_relaxed)) {
  }
}

PLETHOS_KERNEL_END

PLETHOS_SIMD_ENTRY(simulation, MoveArguments, move_on_vectors);
