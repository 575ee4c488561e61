#include "algorithms/planning/grid/map/connected_cells.hpp"

#include "backends/execution.hpp"
#include "core/copy_view.hpp"
#include "tests/algorithms/planning/grid/map/test_maps.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

std::vector<std::int32_t> connected_cells(const backends::Backend& backend, const WorldGrid& map, planning::Connectivity connectivity) {
  std::vector<std::int32_t> found;
  backends::visit(backend, [&](const auto& execution) {
    const auto view = host_view(planning::find_connected_cells(execution, planning::make_grid_graph(execution, map, connectivity)));
    found.assign(view.data(), view.data() + view.size());
  });
  return found;
}

/// Returns for each passable cell the lowest cell of its region, as another search has found the regions.
std::vector<std::int32_t> lowest_cells(const WorldGrid& map) {
  const GridRegions regions = connected_regions(map);
  std::vector<std::int32_t> lowest(regions.size.size(), -1);
  std::vector<std::int32_t> expected;
  for (std::size_t cell = 0; cell < regions.label.size(); ++cell) {
    const std::int32_t region = regions.label[cell];
    if (region >= 0 && lowest[static_cast<std::size_t>(region)] < 0) {
      lowest[static_cast<std::size_t>(region)] = static_cast<std::int32_t>(cell);
    }
    expected.push_back(region < 0 ? -1 : lowest[static_cast<std::size_t>(region)]);
  }
  return expected;
}

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("cells have the same number if there is a way between them, and it is that of the lowest such cell") {
  Random random("connected cells");
  for (const std::int32_t blocked : {2, 3, 5, 1000}) {
    const WorldGrid map = random_map(random, random.integer(1, 120), random.integer(1, 90), blocked);
    CAPTURE(blocked);
    for (const auto connectivity : {planning::Connectivity::four, planning::Connectivity::eight}) {
      CHECK(connected_cells(backend, map, connectivity) == lowest_cells(map));
    }
  }
  // Its runs of cells are joined late: each one only by its end.
  const WorldGrid map = serpentine(101);
  CHECK(connected_cells(backend, map, planning::Connectivity::eight) == lowest_cells(map));
}

}  // namespace plethos::tests
