#include "algorithms/planning/grid/regions/kept_region_graph.hpp"
#include "algorithms/planning/grid/regions/regions_reference.hpp"
#include "backends/execution.hpp"
#include "core/copy_view.hpp"
#include "tests/algorithms/planning/grid/map/test_maps.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using planning::Connectivity;
using planning::ContactKind;
namespace reference = planning::reference;

/// The regions and contacts of a map, on the host.
struct RegionsOnHost {
  std::vector<std::int32_t> region, first, representative, first_contact, target, mate, cell;

  RegionsOnHost(const backends::Backend& backend, const WorldGrid& map, int side, ContactKind kind) {
    const auto copy = [](const auto& view) {
      const auto host = host_view(view);
      return std::vector<std::int32_t>(host.data(), host.data() + host.size());
    };
    backends::visit(backend, [&](const auto& execution) {
      const auto graph = planning::make_grid_graph(execution, map, Connectivity::eight);
      planning::KeptRegionGraph<typename std::decay_t<decltype(execution)>::memory_space> kept;
      planning::find_region_graph(execution, graph, side, kind, kept);
      const auto& regions = kept.regions.regions;
      const auto& contacts = kept.contacts.contacts;
      region = copy(regions.region);
      first = copy(regions.first);
      representative = copy(regions.representative);
      first_contact = copy(contacts.first);
      target = copy(contacts.target);
      mate = copy(contacts.mate);
      cell = copy(contacts.cell);
    });
  }
};

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("regions of blocks are those of a plain search, in its order, with the cells nearest to their centers") {
  Random random("block regions");
  for (const int side : {4, 8, 16, 32}) {
    for (const std::int32_t blocked : {2, 3, 10, 1000}) {
      const WorldGrid map = random_map(random, random.integer(1, 90), random.integer(1, 70), blocked);
      const reference::Regions expected = reference::block_regions(map, side);
      const RegionsOnHost found(backend, map, side, ContactKind::pairs);
      CAPTURE(side);
      CAPTURE(blocked);
      CHECK(found.region == expected.region);
      CHECK(found.first == expected.first);
      REQUIRE(found.representative.size() == expected.representative.size());
      for (std::size_t r = 0; r < found.representative.size(); ++r) {
        CHECK(map.cell(static_cast<std::size_t>(found.representative[r])) == expected.representative[r]);
      }
    }
  }
}

PLETHOS_SCALAR_MATRIX_TEST("regions touch where cells of them lie beside each other, and every contact knows its mate") {
  Random random("region contacts");
  for (const int side : {4, 8, 16, 32}) {
    for (const std::int32_t blocked : {2, 4, 30}) {
      const WorldGrid map = random_map(random, random.integer(1, 90), random.integer(1, 70), blocked);
      const reference::Regions regions = reference::block_regions(map, side);
      const auto edges = reference::region_edges(map, regions);
      std::set<std::pair<std::int32_t, std::int32_t>> touching;
      for (const reference::Touch& touch : reference::touches(map, regions)) {
        touching.insert({static_cast<std::int32_t>(map.index(touch.from.x, touch.from.y)),
                         static_cast<std::int32_t>(map.index(touch.to.x, touch.to.y))});
      }
      for (const ContactKind kind : {ContactKind::pairs, ContactKind::runs}) {
        CAPTURE(side);
        CAPTURE(blocked);
        const RegionsOnHost found(backend, map, side, kind);
        std::set<std::pair<std::int32_t, std::int32_t>> pairs;
        for (std::size_t r = 0; r + 1 < found.first_contact.size(); ++r) {
          for (std::int32_t k = found.first_contact[r]; k < found.first_contact[r + 1]; ++k) {
            const auto at = static_cast<std::size_t>(k);
            const auto mate = static_cast<std::size_t>(found.mate[at]);
            pairs.insert({static_cast<std::int32_t>(r), found.target[at]});
            CHECK(found.mate[mate] == k);
            CHECK(found.target[mate] == static_cast<std::int32_t>(r));
            CHECK(found.region[static_cast<std::size_t>(found.cell[at])] == static_cast<std::int32_t>(r));
            CHECK(touching.contains({found.cell[at], found.cell[mate]}));
          }
        }
        CHECK(pairs == edges);
        if (kind == ContactKind::pairs) CHECK(found.target.size() == edges.size());
      }
    }
  }
}

TEST_CASE("a run of touching cells has one contact in its middle, and two regions that touch twice have two") {
  const WorldGrid map = map_of({"........", "...@@...", "...@....", "........"});
  const auto backend = plainest_backend();
  const RegionsOnHost runs(backend, map, 4, ContactKind::runs);
  CHECK(runs.first_contact == std::vector<std::int32_t>{0, 2, 4});
  CHECK(runs.cell == std::vector<std::int32_t>{3, 27, 4, 28});
  CHECK(runs.mate == std::vector<std::int32_t>{2, 3, 0, 1});
  const RegionsOnHost pairs(backend, map, 4, ContactKind::pairs);
  CHECK(pairs.cell == std::vector<std::int32_t>{3, 4});
  const RegionsOnHost open(backend, map_of({"........", "........", "........", "........"}), 4, ContactKind::runs);
  CHECK(open.cell == std::vector<std::int32_t>{11, 12});
}

}  // namespace plethos::tests
