#pragma once

#include "algorithms/planning/roadmap/roadmap_method.hpp"
#include "algorithms/planning/roadmap/seen.hpp"
#include "core/agent_words.hpp"

namespace plethos::planning {

// A waypoint is what an agent heads for: a node (its index, 0 or more), or one of these.

/// The goal itself, or nothing chosen yet.
constexpr std::int32_t to_goal = -1;
/// Nothing: the agent sees neither its goal nor a node that leads there.
constexpr std::int32_t lost = -2;
/// The k-th landing of the exit that is the agent's goal, and k again.
KOKKOS_INLINE_FUNCTION std::int32_t landing_waypoint(std::int32_t k) { return -4 - k; }
KOKKOS_INLINE_FUNCTION std::int32_t landing_of(std::int32_t waypoint) { return -4 - waypoint; }
KOKKOS_INLINE_FUNCTION bool is_landing(std::int32_t waypoint) { return waypoint <= -4; }

/// The most landings that an exit can have: waypoints have 18 bits.
constexpr std::int32_t most_landings = 100'000;

/// What the agent at one place remembers of its way: its waypoint, and what it saw. Two words of Agents::memory, from `first` on; all zero:
/// it heads for its goal, and has seen nothing.
template <class MemorySpace>
class WayMemory {
 public:
  using Words = typename Agents<MemorySpace>::Words;

  KOKKOS_INLINE_FUNCTION WayMemory(const Words& memory, std::int32_t first, std::int32_t place) : word_{memory, first, place} {}

  KOKKOS_INLINE_FUNCTION std::int32_t waypoint() const {
    const std::uint32_t code = word_(0) >> Seen::sector_bits << 16 | (word_(1) & 0xffff);
    // Two's complement in 18 bits.
    return static_cast<std::int32_t>(code ^ sign) - static_cast<std::int32_t>(sign) + to_goal;
  }
  KOKKOS_INLINE_FUNCTION Seen seen() const { return Seen::of(word_(0) & sector_mask, word_(1) >> 16); }

  KOKKOS_INLINE_FUNCTION void keep(const Seen& seen) const {
    word_(0) = (word_(0) & ~sector_mask) | seen.sector();
    word_(1) = (word_(1) & 0xffff) | seen.blocker_code() << 16;
  }
  /// Heads for a waypoint, which may be that of before.
  KOKKOS_INLINE_FUNCTION void head_for(std::int32_t waypoint) const {
    if (waypoint == this->waypoint()) return;
    const auto code = static_cast<std::uint32_t>(waypoint - to_goal);
    // What it saw of the waypoint before is forgotten.
    word_(0) = (code >> 16 & 3) << Seen::sector_bits;
    word_(1) = (word_(1) & ~0xffffu) | (code & 0xffff);
  }
  /// Forgets everything but the waypoint.
  KOKKOS_INLINE_FUNCTION void forget_seen() const { keep(Seen()); }

 private:
  static constexpr std::uint32_t sector_mask = (1u << Seen::sector_bits) - 1;
  static constexpr std::uint32_t sign = 1u << 17;

  AgentWords<MemorySpace> word_;
};

}  // namespace plethos::planning
