#pragma once

#include "algorithms/planning/grid/jps/jump_scan.hpp"

namespace plethos::planning {

/// A jump from one turn to another.
struct Jump {
  std::int32_t turn;             ///< where it ends
  std::uint32_t with_direction;  ///< its length in units of step_lengths.hpp, and above 30 bits the direction of its last step

  static constexpr int direction_place = 30;
  KOKKOS_INLINE_FUNCTION std::uint32_t length() const { return with_direction & ((1u << direction_place) - 1); }
  KOKKOS_INLINE_FUNCTION std::uint32_t direction() const { return with_direction >> direction_place; }
};

/// The jumps that a way may go on with from each turn, in the order in which JumpScan finds them. They depend on the straight direction in
/// which the way came.
template <class MemorySpace>
struct JumpLists {
  Kokkos::View<std::int32_t*, MemorySpace> first;  ///< of each turn and direction, 4 a turn, the first jump; at the end their number
  Kokkos::View<Jump*, MemorySpace> jump;

  /// Whether jumps are listed.
  KOKKOS_INLINE_FUNCTION bool listed() const { return first.extent(0) > 0; }
  /// What the lists of a map may take at most. Single blocked cells on open ground lead to many jumps.
  static std::uint64_t most_bytes(std::int64_t cells) { return 32 * static_cast<std::uint64_t>(cells); }

  std::uint64_t bytes() const { return 4 * first.size() + sizeof(Jump) * jump.size(); }
};

/// Lists with the memory that they lie in, which may be larger.
template <class MemorySpace>
struct KeptJumpLists {
  JumpLists<MemorySpace> lists;
  decltype(lists.first) firsts, block_sums;
  decltype(lists.jump) jumps;
  Kokkos::View<std::int32_t, MemorySpace> too_many;  ///< not 0: a list is so long that the number of all jumps may not fit into 31 bits

  /// Returns the bytes besides those of `lists`.
  std::uint64_t bytes() const { return 4 * (firsts.size() + block_sums.size()) + sizeof(Jump) * jumps.size() - lists.bytes(); }
};

/// Lists the jumps of a map, unless they would take more than JumpLists::most_bytes(). Memory is claimed as claim_view() says. Cost: two
/// searches for the jumps of each turn. One number is copied to the host. Waits.
template <class Execution>
void make_jump_lists(const Execution& execution, const JumpScan<typename Execution::memory_space>& scan,
                     KeptJumpLists<typename Execution::memory_space>& kept);

}  // namespace plethos::planning
