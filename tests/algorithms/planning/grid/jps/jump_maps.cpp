#include "algorithms/planning/grid/jps/jump_maps.hpp"

#include "tests/algorithms/planning/grid/jps/plain_jumps.hpp"

namespace plethos::tests {

TEST_CASE("maps of jumps say where jumps along rows and columns stop, which of them lead to a turn, and number the turns") {
  Random random("jump maps");
  // Rows and columns of one, two and three words, also such as fill their words.
  for (const auto& [width, height] : {std::pair{1, 130}, {64, 63}, {65, 128}, {150, 7}}) {
    for (const std::int32_t blocked : {2, 5, 40, 1'000'000}) {
      CAPTURE(width);
      CAPTURE(blocked);
      const WorldGrid map = random_map(random, width, height, blocked);
      const auto scan = jumps_over(map, planning::Connectivity::eight);
      const PlainJumps plain{map};
      int other_stops = 0, other_leads = 0, other_beginnings = 0, other_steps = 0, other_turns = 0;
      std::int32_t number = 0;
      for (std::int32_t cell = 0; cell < width * height; ++cell) {
        const std::int32_t x = cell % width, y = cell / width;
        if (!map.is_passable(x, y)) continue;
        bool is_turn = false;
        for (int d = 0; d < planning::straight_directions; ++d) {
          const bool leads = (scan.maps.moves(cell) & scan.maps.leads(d)) != 0;
          other_stops += scan.maps.cells_to_stop(x, y, d) != plain.cells_to_stop({x, y}, d);
          other_stops += scan.maps.stops(x, y, d) != plain.turns({x, y}, d) && map.is_passable(PlainJumps::ahead({x, y}, d, -1));
          other_leads += leads != plain.next_turn({x, y}, d).has_value();
          other_beginnings += scan.maps.cells_from_stop(scan.graph, x, y, d) != plain.cells_from_stop({x, y}, d);
          is_turn = is_turn || (plain.turns({x, y}, d) && map.is_passable(PlainJumps::ahead({x, y}, d, -1)));
        }
        other_steps += scan.legal_steps(cell) != scan.graph.steps(cell);
        other_turns += scan.maps.is_turn(x, y) != is_turn;
        if (!is_turn) continue;
        REQUIRE(number < static_cast<std::int32_t>(scan.maps.turn_place.size()));
        const planning::TurnPlace place = scan.maps.turn_place(number);
        other_turns += scan.maps.turn(x, y) != number || place.x != x || place.y != y;
        ++number;
      }
      CHECK(other_stops == 0);
      CHECK(other_leads == 0);
      CHECK(other_beginnings == 0);
      CHECK(other_steps == 0);
      CHECK(other_turns == 0);
      CHECK(static_cast<std::int32_t>(scan.maps.turn_place.size()) == number);
    }
  }
}

}  // namespace plethos::tests
