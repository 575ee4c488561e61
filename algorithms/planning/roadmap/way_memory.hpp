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

/// What the agent at one place remembers of its way: the goal that it leads to, its waypoint, and what it saw. Four words of
/// Agents::memory, from `first` on; all zero: it has no goal yet.
template <class MemorySpace>
class WayMemory {
 public:
  static_assert(way_words == Seen::words + 2);
  using Words = typename Agents<MemorySpace>::Words;

  KOKKOS_INLINE_FUNCTION WayMemory(const Words& memory, std::int32_t first, std::int32_t place) : word_{memory, first, place} {}

  /// -1: none.
  KOKKOS_INLINE_FUNCTION std::int32_t goal() const { return static_cast<std::int32_t>(word_(3)) - 1; }
  KOKKOS_INLINE_FUNCTION std::int32_t waypoint() const { return static_cast<std::int32_t>(word_(2)); }
  KOKKOS_INLINE_FUNCTION Seen seen() const { return Seen::of_words(word_(0), word_(1)); }

  KOKKOS_INLINE_FUNCTION void keep(const Seen& seen) const {
    word_(0) = seen.low_word();
    word_(1) = seen.high_word();
  }
  /// Heads for a goal that is not that of before.
  KOKKOS_INLINE_FUNCTION void begin(std::int32_t goal) const {
    Seen known;
    if (this->goal() >= 0) known = seen();
    known.forget_waypoint();
    keep(known);
    word_(2) = static_cast<std::uint32_t>(to_goal);
    word_(3) = static_cast<std::uint32_t>(goal + 1);
  }
  /// Heads for a waypoint, which may be that of before.
  KOKKOS_INLINE_FUNCTION void head_for(std::int32_t waypoint) const {
    if (waypoint == this->waypoint()) return;
    Seen known = seen();
    known.forget_waypoint();
    keep(known);
    word_(2) = static_cast<std::uint32_t>(waypoint);
  }
  /// Forgets everything but the goal and the waypoint.
  KOKKOS_INLINE_FUNCTION void forget_seen() const { keep(Seen()); }

 private:
  AgentWords<MemorySpace> word_;
};

}  // namespace plethos::planning
