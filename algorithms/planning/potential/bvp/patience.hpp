#pragma once

#include "algorithms/planning/planner.hpp"
#include "algorithms/planning/potential/bvp/bvp_parameters.hpp"
#include "core/agent_words.hpp"

namespace plethos::planning {

/// Finds agents that their local maps lead nowhere: they see a wall, turn away, no longer see it, and turn back. Each agent looks back once
/// in a while, and remembers where it was and when. This is ours.
template <class MemorySpace>
struct Patience {
  PlanningScene<MemorySpace> scene;
  std::int32_t steps = 0;  ///< from look to look; 0: nobody loses patience, and agents have no words for it

  /// An agent that has gone less than this share of its way at its preferred speed has not moved.
  static constexpr float least_share = 0.25f;

  /// Returns whether agent i follows the map of its goal in this step. `word`: the number of the first of its words.
  KOKKOS_INLINE_FUNCTION bool is_lost(int i, std::int32_t word) const {
    if (steps == 0) return false;
    const AgentWords<MemorySpace> words{scene.agents.memory, scene.first_word + word, i};
    const float x = scene.agents.position(i, 0), y = scene.agents.position(i, 1);
    const std::uint32_t note = words(2), now = scene.step() & 0x3fffffffu;
    const std::uint32_t since = (now - (note >> 2)) & 0x3fffffffu;
    const bool has_looked = (note & 1u) != 0;
    if (has_looked && since < static_cast<std::uint32_t>(steps)) return (note & 2u) != 0;
    const float away_x = x - Kokkos::bit_cast<float>(words(0)), away_y = y - Kokkos::bit_cast<float>(words(1));
    const float way = least_share * scene.agents.preferred_speed(i) * static_cast<float>(steps) * scene.time_step;
    const bool stays = has_looked && Kokkos::fma(away_x, away_x, away_y * away_y) < way * way;
    words(0) = Kokkos::bit_cast<std::uint32_t>(x);
    words(1) = Kokkos::bit_cast<std::uint32_t>(y);
    words(2) = now << 2 | (stays ? 2u : 0u) | 1u;
    return stays;
  }
};

}  // namespace plethos::planning
