#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "algorithms/avoidance/lacked_way-inl.hpp"
#include "core/lane/scalar_lane.hpp"
#include "core/vec2.hpp"

/// An agent's memory of being held up, for methods whose agents then turn aside (perturbation-inl.hpp). It is the part of the wanted way
/// that the agent has lacked lately, from 0 to 1, in 16 bits. It is 0 at the start, and 0.22 after a second of standing. It is not part of
/// a paper.
namespace plethos::avoidance {

/// The same as the kernels of lacked_way-inl.hpp, for one agent.
KOKKOS_FORCEINLINE_FUNCTION float lack_of_step(Vec2 preferred, Vec2 before, Vec2 after, float reach) {
  return scalar::lack_of_step<ScalarLane>({preferred.x, preferred.y}, {before.x, before.y}, {after.x, after.y}, reach);
}
KOKKOS_FORCEINLINE_FUNCTION std::uint32_t remembered_lack(std::uint32_t lacked, float lack, float time_step, std::uint32_t step) {
  return static_cast<std::uint32_t>(scalar::remembered_lack<ScalarLane>(static_cast<std::int32_t>(lacked), lack, time_step, step));
}

}  // namespace plethos::avoidance
