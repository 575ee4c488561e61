#include "algorithms/planning/grid/jps/jump_lists.hpp"

#include <limits>

#include "backends/instantiate.hpp"
#include "backends/scan.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

/// The jumps of one turn for a way that came in one direction.
template <class MemorySpace>
struct JumpsOfTurn {
  JumpScan<MemorySpace> scan;

  /// Calls visit() as JumpScan::for_each_jump() does, for list number `list`; never for one that no way comes to.
  template <class Visit>
  KOKKOS_INLINE_FUNCTION void for_each(int list, const Visit& visit) const {
    const int came = list % straight_directions;
    if (scan.two_parts(came)) return;
    const TurnPlace place = scan.maps.turn_place(list / straight_directions);
    const std::int32_t cell = place.y * scan.graph.width + place.x;
    if ((scan.legal_steps(cell) >> opposite(came) & 1u) == 0 || !scan.maps.stops(place.x, place.y, came)) return;
    scan.for_each_jump(place.x, place.y, scan.directions(cell, came), visit);
  }
};

template <class MemorySpace>
struct CountJumps {
  static constexpr int grain = 256;
  JumpsOfTurn<MemorySpace> jumps;
  JumpLists<MemorySpace> lists;
  std::int32_t most;  ///< of a list
  Kokkos::View<std::int32_t, MemorySpace> too_many;

  KOKKOS_FUNCTION void operator()(int list) const {
    std::int32_t count = 0;
    if (list + 1 < static_cast<int>(lists.first.extent(0))) {
      jumps.for_each(list, [&](std::int32_t, std::int32_t, int, std::uint32_t) { ++count; });
    }
    if (count > most) Kokkos::atomic_store(&too_many(), 1);
    lists.first(list) = Kokkos::min(count, most);
  }
};

template <class MemorySpace>
struct ListJumps {
  static constexpr int grain = 256;
  JumpsOfTurn<MemorySpace> jumps;
  JumpLists<MemorySpace> lists;

  KOKKOS_FUNCTION void operator()(int list) const {
    std::int32_t at = lists.first(list);
    jumps.for_each(list, [&](std::int32_t x, std::int32_t y, int direction, std::uint32_t length) {
      lists.jump(at++) = Jump{jumps.scan.maps.turn(x, y), length | static_cast<std::uint32_t>(direction) << Jump::direction_place};
    });
  }
};

template <class Execution>
void make_jump_lists(const Execution& execution, const JumpScan<typename Execution::memory_space>& scan,
                     KeptJumpLists<typename Execution::memory_space>& kept) {
  using MemorySpace = typename Execution::memory_space;
  JumpLists<MemorySpace>& lists = kept.lists;
  const JumpsOfTurn<MemorySpace> jumps{scan};
  const auto count = static_cast<int>(straight_directions * scan.maps.turn_place.size());
  const std::size_t places = static_cast<std::size_t>(count) + 1;
  lists.first = claim_view("plethos::jps::first_jump", places, kept.firsts);
  const auto block_sums = claim_view("plethos::jps::jump_block_sums", places / backends::scan_block + 1, kept.block_sums);
  if (!kept.too_many.is_allocated()) kept.too_many = decltype(kept.too_many)("plethos::jps::too_many_jumps");
  const auto most = static_cast<std::int32_t>(std::numeric_limits<std::int32_t>::max() / static_cast<std::int64_t>(places));
  backends::for_each(execution, "plethos::jps::count_jumps", count + 1, CountJumps<MemorySpace>{jumps, lists, most, kept.too_many});
  const auto listed =
      static_cast<std::uint64_t>(backends::places_of_counts(execution, "plethos::jps::scan_jumps", lists.first, block_sums));
  const bool too_many = element(kept.too_many) != 0;
  if (too_many) set_element(kept.too_many, 0);
  if (too_many || sizeof(Jump) * listed + 4 * places > JumpLists<MemorySpace>::most_bytes(scan.graph.cells())) {
    lists = {};
    return;
  }
  lists.jump = claim_view("plethos::jps::jumps", static_cast<std::size_t>(listed), kept.jumps);
  backends::for_each(execution, "plethos::jps::list_jumps", count, ListJumps<MemorySpace>{jumps, lists});
  execution.fence();
}

#define PLETHOS_JUMP_LISTS(Execution) \
  template void make_jump_lists(const Execution&, const JumpScan<Execution::memory_space>&, KeptJumpLists<Execution::memory_space>&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_JUMP_LISTS);
#undef PLETHOS_JUMP_LISTS

}  // namespace plethos::planning
