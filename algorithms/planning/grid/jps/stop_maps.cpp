#include "algorithms/planning/grid/jps/stop_maps.hpp"

#include <string>

#include "backends/instantiate.hpp"

namespace plethos::planning {

/// Finds the stops of one word: 64 cells of a row or of a column, for both directions along it.
template <class MemorySpace>
struct FindStops {
  GridGraph<MemorySpace> graph;
  std::int32_t words_of_line;
  std::int32_t cells_of_line;
  bool along_rows;
  Kokkos::View<std::uint64_t*, MemorySpace> forward, backward;

  KOKKOS_FUNCTION void operator()(int word) const {
    const std::int32_t line = word / words_of_line;
    std::uint64_t stops_forward = 0;
    std::uint64_t stops_backward = 0;
    for (int bit = 0; bit < 64; ++bit) {
      const std::int32_t at = word % words_of_line * 64 + bit;
      if (at > cells_of_line) break;
      const bool blocked = !is_open(at, line);
      if (blocked || opens(at, line, -1)) stops_forward |= std::uint64_t{1} << bit;
      if (blocked || opens(at, line, 1)) stops_backward |= std::uint64_t{1} << bit;
    }
    forward(word) = stops_forward;
    backward(word) = stops_backward;
  }

 private:
  KOKKOS_INLINE_FUNCTION bool is_open(std::int32_t at, std::int32_t line) const {
    const std::int32_t x = along_rows ? at : line;
    const std::int32_t y = along_rows ? line : at;
    return x >= 0 && x < graph.width && y >= 0 && y < graph.height && graph.passable(y * graph.width + x) != 0;
  }
  /// Whether a cell beside this one is passable, and the one behind that, seen from where the jump comes, is blocked.
  KOKKOS_INLINE_FUNCTION bool opens(std::int32_t at, std::int32_t line, std::int32_t behind) const {
    return (is_open(at, line - 1) && !is_open(at + behind, line - 1)) || (is_open(at, line + 1) && !is_open(at + behind, line + 1));
  }
};

template <class Execution>
StopMaps<typename Execution::memory_space> make_stop_maps(const Execution& execution,
                                                          const GridGraph<typename Execution::memory_space>& graph) {
  using MemorySpace = typename Execution::memory_space;
  StopMaps<MemorySpace> maps;
  maps.words_of_row = graph.width / 64 + 1;
  maps.words_of_column = graph.height / 64 + 1;
  const auto words = [](const std::string& label, std::int32_t count) {
    return Kokkos::View<std::uint64_t*, MemorySpace>(Kokkos::view_alloc(Kokkos::WithoutInitializing, label),
                                                     static_cast<std::size_t>(count));
  };
  const std::int32_t of_rows = maps.words_of_row * graph.height;
  const std::int32_t of_columns = maps.words_of_column * graph.width;
  maps.east = words("plethos::jps::east", of_rows);
  maps.west = words("plethos::jps::west", of_rows);
  maps.south = words("plethos::jps::south", of_columns);
  maps.north = words("plethos::jps::north", of_columns);
  backends::for_each(execution, "plethos::jps::find_stops", of_rows,
                     FindStops<MemorySpace>{graph, maps.words_of_row, graph.width, true, maps.east, maps.west});
  backends::for_each(execution, "plethos::jps::find_stops", of_columns,
                     FindStops<MemorySpace>{graph, maps.words_of_column, graph.height, false, maps.south, maps.north});
  execution.fence();
  return maps;
}

#define PLETHOS_STOP_MAPS(Execution) \
  template StopMaps<Execution::memory_space> make_stop_maps(const Execution&, const GridGraph<Execution::memory_space>&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_STOP_MAPS);
#undef PLETHOS_STOP_MAPS

}  // namespace plethos::planning
