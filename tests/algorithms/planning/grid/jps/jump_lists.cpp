#include "algorithms/planning/grid/jps/jump_lists.hpp"

#include <tuple>

#include "algorithms/planning/grid/search/grid_reference.hpp"
#include "tests/algorithms/planning/grid/jps/plain_jumps.hpp"

namespace plethos::tests {
namespace {

using planning::Connectivity;

/// Column and row of a turn, the direction of the last step, and the jump's length.
using PlainJump = std::tuple<std::int32_t, std::int32_t, int, std::uint32_t>;

/// Returns the jumps from a turn to which a way came in a straight direction, by the first part of a jump cell by cell.
std::vector<PlainJump> plain_jumps(const GridMap& map, Connectivity connectivity, GridCell turn, int came) {
  const PlainJumps plain{map};
  const auto is_passable = [&](int direction) { return map.is_passable(PlainJumps::ahead(turn, direction)); };
  std::uint32_t directions = 1u << came;
  for (const int side : {(came + 1) % 4, (came + 3) % 4}) {
    const GridCell behind = PlainJumps::ahead(PlainJumps::ahead(turn, side), planning::opposite(came));
    if (!is_passable(side) || map.is_passable(behind)) continue;
    directions |= 1u << side;
    for (int d = planning::straight_directions; d < planning::all_directions && connectivity == Connectivity::eight; ++d) {
      const GridCell corner = PlainJumps::ahead(PlainJumps::ahead(turn, side), came);
      if (PlainJumps::ahead(turn, d) == corner) directions |= 1u << d;
    }
  }
  std::vector<PlainJump> jumps;
  const auto go_on = [&](GridCell from, int direction, std::uint32_t before) {
    const std::optional<GridCell> to = plain.next_turn(from, direction);
    if (!to) return;
    const auto cells = static_cast<std::uint32_t>(std::abs(to->x - from.x) + std::abs(to->y - from.y));
    jumps.emplace_back(to->x, to->y, direction, before + cells * planning::straight_length);
  };
  for (int d = 0; d < planning::all_directions; ++d) {
    if ((directions >> d & 1) == 0) continue;
    const bool along_column = connectivity == Connectivity::four && planning::row_step(d) != 0;
    if (d < planning::straight_directions && !along_column) {
      go_on(turn, d, 0);
      continue;
    }
    std::uint32_t before = 0;
    for (GridCell at = turn; planning::reference::is_step(map, connectivity, at, PlainJumps::ahead(at, d));) {
      at = PlainJumps::ahead(at, d);
      before += planning::length_of_step(d);
      go_on(at, along_column ? 0 : planning::direction_of(planning::column_step(d), 0), before);
      go_on(at, along_column ? 2 : planning::direction_of(0, planning::row_step(d)), before);
    }
  }
  return jumps;
}

}  // namespace

TEST_CASE("the lists of jumps have all jumps from each turn, in their order, and with their lengths") {
  Random random("jump lists");
  for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight}) {
    for (const std::int32_t blocked : {2, 4, 9}) {
      CAPTURE(static_cast<int>(connectivity));
      CAPTURE(blocked);
      const WorldGrid map = random_map(random, random.integer(30, 90), random.integer(20, 70), blocked);
      const auto scan = jumps_over(map, connectivity);
      planning::KeptJumpLists<Kokkos::HostSpace> kept;
      planning::make_jump_lists(one_thread(), scan, kept);
      const auto& lists = kept.lists;
      REQUIRE(lists.listed());
      CHECK(lists.bytes() <= lists.most_bytes(scan.graph.cells()));
      REQUIRE(lists.first.size() == 4 * scan.maps.turn_place.size() + 1);
      std::size_t ways_in = 0;
      for (std::size_t list = 0; list + 1 < lists.first.size(); ++list) {
        const planning::TurnPlace place = scan.maps.turn_place(list / 4);
        const int came = static_cast<int>(list % 4);
        const GridCell turn{place.x, place.y};
        std::vector<PlainJump> jumps;
        for (std::int32_t k = lists.first(list); k < lists.first(list + 1); ++k) {
          const planning::Jump jump = lists.jump(k);
          const planning::TurnPlace to = scan.maps.turn_place(jump.turn);
          jumps.emplace_back(to.x, to.y, static_cast<int>(jump.direction()), jump.length());
        }
        // With four neighbors every jump ends along a row.
        const bool comes = map.is_passable(PlainJumps::ahead(turn, came, -1)) && PlainJumps{map}.turns(turn, came) &&
                           (connectivity == Connectivity::eight || planning::row_step(came) == 0);
        CAPTURE(list);
        REQUIRE(jumps == (comes ? plain_jumps(map, connectivity, turn, came) : std::vector<PlainJump>()));
        ways_in += comes ? 1 : 0;
      }
      CHECK(ways_in > 0);
    }
  }
}

TEST_CASE("jumps are not listed where pillars would make them many, and are again in the next map") {
  Random random("too many jumps");
  planning::KeptJumpLists<Kokkos::HostSpace> kept;
  for (const bool many : {false, true, false}) {
    planning::make_jump_lists(one_thread(), jumps_over(many ? pillars(120, 90) : random_map(random, 120, 90, 5), Connectivity::eight),
                              kept);
    CHECK(kept.lists.listed() != many);
    CHECK(kept.lists.jump.size() == (many ? 0 : kept.lists.first(kept.lists.first.size() - 1)));
  }
}

}  // namespace plethos::tests
