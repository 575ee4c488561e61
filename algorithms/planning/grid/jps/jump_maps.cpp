#include "algorithms/planning/grid/jps/jump_maps.hpp"

#include "backends/instantiate.hpp"
#include "backends/scan.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

/// The passable cells of a map as bits, line by line: of rows, or of columns. Outside of the map is none.
template <class MemorySpace>
struct OpenLines {
  std::int32_t lines, words_of_line;
  Kokkos::View<std::uint64_t*, MemorySpace> words;

  KOKKOS_INLINE_FUNCTION std::uint64_t operator()(std::int32_t line, std::int32_t word) const {
    return line >= 0 && line < lines && word >= 0 && word < words_of_line ? words(line * words_of_line + word) : 0;
  }
  /// The cells before those of a word, and those behind them.
  KOKKOS_INLINE_FUNCTION std::uint64_t before(std::int32_t line, std::int32_t word) const {
    return (*this)(line, word) << 1 | (*this)(line, word - 1) >> 63;
  }
  KOKKOS_INLINE_FUNCTION std::uint64_t behind(std::int32_t line, std::int32_t word) const {
    return (*this)(line, word) >> 1 | (*this)(line, word + 1) << 63;
  }
};

/// Finds the passable cells of one word. Words beside each other come one after the other, because they share cache lines.
template <class MemorySpace>
struct PackCells {
  GridGraph<MemorySpace> graph;
  bool along_rows;
  OpenLines<MemorySpace> open;

  KOKKOS_FUNCTION void operator()(int item) const {
    const std::int32_t line = item % open.lines;
    const std::int32_t word = item / open.lines;
    const std::int32_t first = word * 64;
    const std::int32_t cells = Kokkos::min(64, (along_rows ? graph.width : graph.height) - first);
    const std::int32_t stride = along_rows ? 1 : graph.width;
    const std::int32_t begin = along_rows ? line * graph.width + first : first * graph.width + line;
    std::uint64_t bits = 0;
    for (std::int32_t k = 0; k < cells; ++k) bits |= std::uint64_t{graph.passable(begin + k * stride)} << k;
    open.words(line * open.words_of_line + word) = bits;
  }
};

/// Finds the stops of one word for both directions along its line, and the cells from which jumps lead to a turn.
template <class MemorySpace>
struct FindStops {
  OpenLines<MemorySpace> open;
  Kokkos::View<std::uint64_t*, MemorySpace> forward, backward, leads_forward, leads_backward;

  KOKKOS_FUNCTION void operator()(int at) const {
    const std::int32_t line = at / open.words_of_line;
    const std::int32_t word = at % open.words_of_line;
    const std::uint64_t cells = open(line, word);

    const std::uint64_t ahead = stops_forward(line, word);
    forward(at) = ahead;
    std::uint64_t turns = 0;
    for (std::int32_t next = word + 1; next < open.words_of_line; ++next) {
      const std::uint64_t stops = stops_forward(line, next);
      if (stops == 0) continue;
      turns = (open(line, next) >> countr_zero(stops) & 1) << 63;
      break;
    }
    // A cell has the turn of the one behind it, unless that is a stop itself.
    turns |= (ahead & cells) >> 1;
    std::uint64_t passes = ~ahead >> 1;
    for (int by = 1; by < 64; by *= 2) {
      turns |= passes & turns >> by;
      passes &= passes >> by;
    }
    leads_forward(at) = turns;

    const std::uint64_t back = stops_backward(line, word);
    backward(at) = back;
    turns = 0;
    for (std::int32_t next = word - 1; next >= 0; --next) {
      const std::uint64_t stops = stops_backward(line, next);
      if (stops == 0) continue;
      turns = open(line, next) >> (63 - countl_zero(stops)) & 1;
      break;
    }
    turns |= (back & cells) << 1;
    passes = ~back << 1;
    for (int by = 1; by < 64; by *= 2) {
      turns |= passes & turns << by;
      passes &= passes << by;
    }
    leads_backward(at) = turns;
  }

 private:
  KOKKOS_INLINE_FUNCTION std::uint64_t stops_forward(std::int32_t line, std::int32_t word) const {
    return ~open(line, word) | (open(line - 1, word) & ~open.before(line - 1, word)) |
           (open(line + 1, word) & ~open.before(line + 1, word));
  }
  KOKKOS_INLINE_FUNCTION std::uint64_t stops_backward(std::int32_t line, std::int32_t word) const {
    return ~open(line, word) | (open(line - 1, word) & ~open.behind(line - 1, word)) |
           (open(line + 1, word) & ~open.behind(line + 1, word));
  }
};

/// Finds the moves of the cells of one word of a row, and where ways may turn there: at the corners of blocked cells. The order of words is
/// that of PackCells, because rows share the words of columns.
template <class MemorySpace>
struct FindMoves {
  GridGraph<MemorySpace> graph;
  JumpMaps<MemorySpace> maps;
  OpenLines<MemorySpace> rows;
  Kokkos::View<const std::uint64_t*, MemorySpace> leads_east, leads_west, leads_south, leads_north;
  Kokkos::View<std::int32_t*, MemorySpace> counts;

  KOKKOS_FUNCTION void operator()(int item) const {
    const std::int32_t y = item % graph.height;
    const std::int32_t at = item / graph.height;
    const std::int32_t word = y * maps.words_of_row + at;
    const std::int32_t first = at * 64;
    const std::int32_t cells = Kokkos::min(64, graph.width - first);
    for (std::int32_t k = 0; k < cells; ++k) {
      const std::int32_t cell = y * graph.width + first + k;
      const std::int32_t in_column = (first + k) * maps.words_of_column + y / 64;
      const auto leads = static_cast<std::uint32_t>((leads_east(word) >> k & 1) | (leads_south(in_column) >> y % 64 & 1) << 1 |
                                                    (leads_west(word) >> k & 1) << 2 | (leads_north(in_column) >> y % 64 & 1) << 3);
      maps.moves(cell) = static_cast<std::uint16_t>(graph.steps(cell) | leads << all_directions);
    }
    std::uint64_t corners = 0;
    for (const std::int32_t row : {y - 1, y + 1}) {
      corners |= rows(row, at) & ((rows.before(y, at) & ~rows.before(row, at)) | (rows.behind(y, at) & ~rows.behind(row, at)));
    }
    const std::uint64_t turns = rows(y, at) & corners;
    maps.turns(word).turns = turns;
    counts(word) = popcount(turns);
    if (item == 0) counts(counts.size() - 1) = 0;
  }
};

template <class MemorySpace>
struct ListTurns {
  JumpMaps<MemorySpace> maps;
  Kokkos::View<const std::int32_t*, MemorySpace> places;

  KOKKOS_FUNCTION void operator()(int word) const {
    const std::int32_t y = word / maps.words_of_row;
    const std::int32_t first = word % maps.words_of_row * 64;
    std::int32_t turn = places(word);
    maps.turns(word).before = turn;
    for (std::uint64_t left = maps.turns(word).turns; left != 0; left &= left - 1) {
      maps.turn_place(turn++) = TurnPlace{first + countr_zero(left), y};
    }
  }
};

template <class Execution>
void make_jump_maps(const Execution& execution, const GridGraph<typename Execution::memory_space>& graph,
                    KeptJumpMaps<typename Execution::memory_space>& kept) {
  using MemorySpace = typename Execution::memory_space;
  JumpMaps<MemorySpace>& maps = kept.maps;
  maps.words_of_row = graph.width / 64 + 1;
  maps.words_of_column = graph.height / 64 + 1;
  const std::int32_t of_rows = maps.words_of_row * graph.height;
  const std::int32_t of_columns = maps.words_of_column * graph.width;
  const auto part = [](const auto& view, std::int64_t begin, std::int32_t size) {
    return Kokkos::subview(view, std::pair<std::int64_t, std::int64_t>(begin, begin + size));
  };
  const std::int64_t columns = 2 * std::int64_t{of_rows};
  const std::size_t words = static_cast<std::size_t>(columns + 2 * of_columns);
  const auto stops = claim_view("plethos::jps::stops", words, kept.stops);
  maps.east = part(stops, 0, of_rows);
  maps.west = part(stops, of_rows, of_rows);
  maps.south = part(stops, columns, of_columns);
  maps.north = part(stops, columns + of_columns, of_columns);
  maps.moves = claim_view("plethos::jps::moves", static_cast<std::size_t>(graph.cells()), kept.moves);
  maps.turns = claim_view("plethos::jps::turns", static_cast<std::size_t>(of_rows), kept.turns);
  const std::size_t places = static_cast<std::size_t>(of_rows) + 1;
  const auto counts = claim_view("plethos::jps::turn_counts", places, kept.counts);
  const auto block_sums = claim_view("plethos::jps::block_sums", places / backends::scan_block + 1, kept.block_sums);

  const auto lines = claim_view("plethos::jps::lines", words + static_cast<std::size_t>(of_rows + of_columns), kept.lines);
  const auto leads_east = part(lines, 0, of_rows), leads_west = part(lines, of_rows, of_rows);
  const auto leads_south = part(lines, columns, of_columns), leads_north = part(lines, columns + of_columns, of_columns);
  const auto behind = static_cast<std::int64_t>(words);
  const OpenLines<MemorySpace> rows{graph.height, maps.words_of_row, part(lines, behind, of_rows)};
  const OpenLines<MemorySpace> open_columns{graph.width, maps.words_of_column, part(lines, behind + of_rows, of_columns)};
  backends::for_each(execution, "plethos::jps::pack_cells", of_rows, PackCells<MemorySpace>{graph, true, rows});
  backends::for_each(execution, "plethos::jps::pack_cells", of_columns, PackCells<MemorySpace>{graph, false, open_columns});
  backends::for_each(execution, "plethos::jps::find_stops", of_rows,
                     FindStops<MemorySpace>{rows, maps.east, maps.west, leads_east, leads_west});
  backends::for_each(execution, "plethos::jps::find_stops", of_columns,
                     FindStops<MemorySpace>{open_columns, maps.south, maps.north, leads_south, leads_north});
  backends::for_each(execution, "plethos::jps::find_moves", of_rows,
                     FindMoves<MemorySpace>{graph, maps, rows, leads_east, leads_west, leads_south, leads_north, counts});
  const std::int32_t turns = backends::places_of_counts(execution, "plethos::jps::scan", counts, block_sums);
  maps.turn_place = claim_view("plethos::jps::turn_places", static_cast<std::size_t>(turns), kept.turn_places);
  backends::for_each(execution, "plethos::jps::list_turns", of_rows, ListTurns<MemorySpace>{maps, counts});
  execution.fence();
}

#define PLETHOS_JUMP_MAPS(Execution) \
  template void make_jump_maps(const Execution&, const GridGraph<Execution::memory_space>&, KeptJumpMaps<Execution::memory_space>&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_JUMP_MAPS);
#undef PLETHOS_JUMP_MAPS

}  // namespace plethos::planning
