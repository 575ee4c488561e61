#include "algorithms/planning/grid/jps/jps_search.hpp"

#include "tests/algorithms/planning/grid/jps/plain_jumps.hpp"
#include "tests/algorithms/planning/grid/ways/path_checks.hpp"

namespace plethos::tests {
namespace {

using planning::Connectivity;

using JpsSearch = planning::JpsSearch<Kokkos::HostSpace>;

/// Lists cells, also in code for a device.
struct Note {
  std::int32_t* cells;
  std::int32_t* count;
  KOKKOS_FUNCTION void operator()(std::int32_t cell) const { cells[(*count)++] = cell; }
};

/// Returns the cells where the way of a query ends and bends, from its end; none without a way.
std::vector<std::int32_t> bends(const JpsSearch& search, const planning::SearchPool<Kokkos::HostSpace>& pool, std::int32_t from,
                                std::int32_t to) {
  planning::SearchSlot memory = pool.begin(backends::OneThread(), 0, nullptr);
  if (planning::search_by(backends::OneThread(), search, memory, from, to) != planning::WayEnd::found) return {};
  std::vector<std::int32_t> cells(static_cast<std::size_t>(search.scan.graph.cells()));
  std::int32_t count = 0;
  search.for_each_bend(memory, from, to, Note{cells.data(), &count});
  cells.resize(static_cast<std::size_t>(count));
  return cells;
}

}  // namespace

TEST_CASE("jump point search finds the same shortest ways with jumps that are listed and with jumps that it finds") {
  Random random("listed jumps");
  for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight}) {
    for (const std::int32_t blocked : {0, 2, 4, 9}) {
      CAPTURE(static_cast<int>(connectivity));
      CAPTURE(blocked);
      const std::int32_t width = random.integer(60, 90), height = random.integer(60, 90);
      const WorldGrid map = blocked == 0 ? pillars(width, height) : random_map(random, width, height, blocked);
      const auto scan = jumps_over(map, connectivity);
      planning::KeptJumpLists<Kokkos::HostSpace> kept;
      planning::make_jump_lists(one_thread(), scan, kept);
      const JpsSearch listed(scan, kept.lists), found(scan, {});
      CHECK(listed.lists.listed() == (blocked > 0));
      const planning::SearchPool<Kokkos::HostSpace> pool(1, listed.shape());
      for (int q = 0; q < 8; ++q) {
        const auto cell = [&] {
          for (;;) {
            const std::int32_t at = random.integer(0, map.width * map.height - 1);
            if (map.passable[static_cast<std::size_t>(at)] != 0) return at;
          }
        };
        const std::int32_t from = cell();
        const GridCell begin = map.cell(static_cast<std::size_t>(from));
        const std::vector<double> shortest = planning::reference::shortest_lengths(map, connectivity, begin);
        for (int k = 0; k < 40; ++k) {
          // Some ends lie near the beginning, where jumps pass them.
          const std::int32_t to = k % 2 == 0 ? cell() : [&] {
            const GridCell near{std::clamp(begin.x + random.integer(-5, 5), 0, map.width - 1),
                                std::clamp(begin.y + random.integer(-5, 5), 0, map.height - 1)};
            return static_cast<std::int32_t>(map.is_passable(near) ? map.index(near.x, near.y) : map.index(begin.x, begin.y));
          }();
          const std::vector<std::int32_t> way = bends(listed, pool, from, to);
          CHECK(way == bends(found, pool, from, to));
          std::vector<GridCell> cells{begin};
          for (auto at = way.rbegin(); at != way.rend(); ++at) cells.push_back(map.cell(static_cast<std::size_t>(*at)));
          const double least = shortest[static_cast<std::size_t>(to)];
          if (to == from || way.empty()) {
            CHECK(way.empty() == (to == from || !std::isfinite(least)));
          } else {
            CHECK(cells.back() == map.cell(static_cast<std::size_t>(to)));
            CHECK(planning::reference::length_of_way(map, connectivity, cells) == doctest::Approx(least).epsilon(length_precision));
          }
        }
      }
    }
  }
}

}  // namespace plethos::tests
