#include "algorithms/planning/grid/rtaa/rtaa_search.hpp"

#include "algorithms/planning/grid/map/connected_cells.hpp"
#include "algorithms/planning/grid/rtaa/rtaa_reference.hpp"
#include "backends/execution.hpp"
#include "tests/algorithms/planning/grid/ways/path_checks.hpp"

namespace plethos::tests {
namespace {

using planning::Connectivity;
using planning::WayEnd;
namespace reference = planning::reference;

/// One search at a time on the host, and what it leaves in its memory.
class SearchOnHost {
 public:
  using Search = planning::RtaaSearch<Kokkos::HostSpace>;

  SearchOnHost(const WorldGrid& map, Connectivity connectivity, int lookahead) : map_(map) {
    backends::visit(plainest_backend(), [&](const auto& execution) {
      if constexpr (std::is_same_v<typename std::decay_t<decltype(execution)>::memory_space, Kokkos::HostSpace>) {
        const auto graph = planning::make_grid_graph(execution, map, connectivity);
        search = Search(graph, planning::find_connected_cells(execution, graph), lookahead);
      }
    });
    renew();
  }

  void renew() { pool_ = planning::SearchPool<Kokkos::HostSpace>(1, search.shape()); }

  WayEnd walk(GridCell from, GridCell to) {
    memory_ = pool_.begin(backends::OneThread(), 0, nullptr);
    return search(memory_, index(from), index(to));
  }
  WayEnd part(GridCell from, GridCell to, int first, int cells, planning::KeptWalk kept = {}) {
    memory_ = pool_.begin(backends::OneThread(), 0, nullptr);
    return search.part(memory_, kept, index(from), index(to), first, cells);
  }
  bool ends_at(const planning::KeptWalk& kept, GridCell from, GridCell to, int first) const {
    return kept.ends_at(index(from), index(to), first);
  }
  /// The cells of the list from the last search on, of which the memory holds so many.
  std::vector<GridCell> listed(std::int32_t count) const {
    std::vector<GridCell> cells;
    for (std::int32_t k = 0; k < count; ++k) cells.push_back(map_.cell(static_cast<std::size_t>(memory_.listed[k])));
    return cells;
  }
  std::int32_t count() const { return *memory_.count; }
  /// The estimates of all cells that the last search has come to, by index.
  std::map<std::size_t, std::int64_t> learned() const {
    std::map<std::size_t, std::int64_t> rests;
    for (std::int32_t place = 0; place < search.learned.places; ++place) {
      if (memory_.reached(place)) rests[static_cast<std::size_t>(memory_.nodes[place].previous)] = memory_.nodes[place].length;
    }
    return rests;
  }

  Search search;

 private:
  std::int32_t index(GridCell cell) const { return static_cast<std::int32_t>(map_.index(cell.x, cell.y)); }

  const WorldGrid& map_;
  planning::SearchPool<Kokkos::HostSpace> pool_;
  planning::SearchSlot memory_{};
};

/// Memory for an agent's walk.
class Row {
 public:
  Row(std::int32_t places, std::int32_t lookahead)
      : lookahead_(lookahead),
        estimates_(static_cast<std::size_t>(places)),
        tail_(static_cast<std::size_t>(planning::KeptWalk::tail_cells(lookahead))) {}

  planning::KeptWalk walk(std::uint32_t graph = 1) { return {&state_, estimates_.data(), tail_.data(), places(), lookahead_, graph}; }
  std::int32_t places() const { return static_cast<std::int32_t>(estimates_.size()); }
  planning::WalkState& state() { return state_; }

 private:
  std::int32_t lookahead_;
  planning::WalkState state_{};
  std::vector<planning::KeptEstimate> estimates_;
  std::vector<std::int32_t> tail_;
};

// A step is two half steps of 169 times a cost of 1.
constexpr std::int64_t step = 338;

}  // namespace

TEST_CASE("rtaa learns and walks on a small map as by hand") {
  const WorldGrid map = map_of({"...", "@@.", "..."});
  const std::map<std::size_t, std::int64_t> lengths{{0, 0},        {1, step},     {2, 2 * step}, {5, 3 * step},
                                                    {8, 4 * step}, {7, 5 * step}, {6, 6 * step}};
  SearchOnHost one(map, Connectivity::four, 1);
  REQUIRE(one.walk({0, 2}, {0, 0}) == WayEnd::found);
  // It turns back once: after two steps the cells to both sides are equally good, and the one in the west comes first.
  CHECK(one.listed(one.count()) == std::vector<GridCell>{{0, 2}, {1, 2}, {0, 2}, {2, 2}, {2, 0}, {0, 0}});
  CHECK(one.learned() == lengths);
  SearchOnHost three(map, Connectivity::four, 3);
  REQUIRE(three.walk({0, 2}, {0, 0}) == WayEnd::found);
  CHECK(three.listed(three.count()) == std::vector<GridCell>{{0, 2}, {2, 2}, {2, 0}, {0, 0}});
  CHECK(three.learned() == lengths);
}

TEST_CASE("rtaa never learns more than the shortest length, nor less than it knew, nor estimates that differ by more than a step") {
  Random random("rtaa learns");
  for (const int lookahead : {1, 3, 20}) {
    for (const std::int32_t most_cost : {1, 9}) {
      const WorldGrid map = random_map(random, 40, 30, 3, most_cost);
      for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight}) {
        SearchOnHost on_host(map, connectivity, lookahead);
        on_host.search.grow_fully();
        on_host.renew();
        reference::Rtaa plain(map, connectivity, lookahead);
        for (int time = 0; time < 8; ++time) {
          const GridCell from{random.integer(0, 39), random.integer(0, 29)}, to{random.integer(0, 39), random.integer(0, 29)};
          const std::vector<double> shortest = reference::shortest_lengths(map, connectivity, to);
          const bool has_way = map.is_passable(from) && std::isfinite(shortest[map.index(from.x, from.y)]);
          if (!map.is_passable(from) || !map.is_passable(to)) continue;
          REQUIRE((on_host.walk(from, to) == WayEnd::found) == has_way);
          if (!has_way) continue;
          const std::map<std::size_t, std::int64_t> learned = on_host.learned();
          for (const auto& [at, rest] : learned) {
            const GridCell cell = map.cell(at);
            CHECK(static_cast<double>(rest) <= shortest[at] * step * (1 + length_precision));
            CHECK(rest >= plain.estimate(cell, to));
            for (const auto& [other, other_rest] : learned) {
              if (!reference::is_step(map, connectivity, cell, map.cell(other))) continue;
              CHECK(rest <= plain.step(cell, map.cell(other)) + other_rest);
            }
          }
          for (const auto& [at, rest] : plain.walk(from, to).learned) CHECK(learned.at(at) == rest);
        }
      }
    }
  }
}

TEST_CASE("rtaa asks for more memory when what it learns does not fit, and walks the same way with more") {
  Random random("rtaa memory");
  const WorldGrid map = random_map(random, 150, 100, 3);
  SearchOnHost little(map, Connectivity::eight, 3), whole(map, Connectivity::eight, 3);
  whole.search.grow_fully();
  whole.renew();
  CHECK(whole.search.learned.places == 150 * 100);
  int starved = 0, found = 0;
  for (int time = 0; time < 2000 && (starved == 0 || found < 20); ++time) {
    const GridCell from{random.integer(0, 149), random.integer(0, 99)}, to{random.integer(0, 149), random.integer(0, 99)};
    if (!map.is_passable(from) || !map.is_passable(to)) continue;
    const WayEnd expected = whole.walk(from, to);
    REQUIRE(expected != WayEnd::starved);
    while (little.walk(from, to) == WayEnd::starved) {
      ++starved;
      little.search.grow();
      little.renew();
    }
    REQUIRE(little.walk(from, to) == expected);
    if (expected != WayEnd::found) continue;
    ++found;
    CHECK(little.count() == whole.count());
    CHECK(little.learned() == whole.learned());
  }
  CHECK(starved > 0);
  CHECK(found >= 20);
}

TEST_CASE("the parts of a way together are the whole way, whatever an agent keeps between them") {
  Random random("rtaa parts");
  constexpr std::int32_t cells = 5;
  for (const int lookahead : {1, 2, 3, 30}) {
    CAPTURE(lookahead);
    const WorldGrid map = random_map(random, 30, 30, 3);
    SearchOnHost on_host(map, Connectivity::eight, lookahead);
    on_host.search.grow_fully();
    on_host.search.capacity = 100'000;
    on_host.renew();
    // No places, too few for most, and enough. Each row is used for one way after the other.
    std::vector<Row> rows;
    for (const std::int32_t places : {0, lookahead + 1, 40, 120, 1200}) rows.emplace_back(places, lookahead);
    std::vector<std::int64_t> reached(rows.size());
    int several = 0;
    for (int time = 0; time < 100; ++time) {
      const GridCell from{random.integer(0, 29), random.integer(0, 29)}, to{random.integer(0, 29), random.integer(0, 29)};
      if (!map.is_passable(from) || !map.is_passable(to) || on_host.walk(from, to) != WayEnd::found) continue;
      const std::int32_t count = on_host.count();
      const std::vector<GridCell> expected = on_host.listed(count);
      // Sometimes a row misses the beginning or a part.
      const bool misses = random.once_in(4);
      for (std::size_t r = 0; r < rows.size(); ++r) {
        CAPTURE(r);
        std::vector<GridCell> found;
        for (std::int32_t first = 0; first < count; first += cells - 1) {
          found.resize(static_cast<std::size_t>(first));
          const bool uses = !misses || first / (cells - 1) % 3 == 1;
          const bool continues = uses && on_host.ends_at(rows[r].walk(), from, to, first);
          REQUIRE(on_host.part(from, to, first, cells, uses ? rows[r].walk() : planning::KeptWalk()) == WayEnd::found);
          const bool goes_on = count > first + cells;
          CHECK((goes_on ? on_host.count() > first + cells : on_host.count() == count));
          const std::vector<GridCell> part = on_host.listed(goes_on ? cells : count - first);
          found.insert(found.end(), part.begin(), part.end());
          several += goes_on ? 1 : 0;
          reached[r] += static_cast<std::int64_t>(on_host.learned().size());
          if (rows[r].places() == 1200) CHECK(continues == (first > 0 && !misses));
          if (!goes_on) break;
        }
        CHECK(found == expected);
      }
    }
    CHECK(several > 0);
    // The more is kept, the less is walked again. A full row is of use, too.
    CHECK(reached[1] <= reached[0]);
    if (lookahead <= 3) CHECK(reached[2] < reached[1]);
    CHECK(reached[3] < reached[2]);
    CHECK(reached[4] <= reached[3]);
  }
}

TEST_CASE("an agent's walk leads on only on its own way, behind what it has listed, and in its own graph") {
  const WorldGrid map = serpentine(21);
  SearchOnHost on_host(map, Connectivity::four, 3);
  on_host.search.grow_fully();
  on_host.renew();
  Row row(500, 3);
  CHECK_FALSE(row.walk().leads_to(0, 440, 13));
  REQUIRE(on_host.part({0, 0}, {20, 20}, 0, 14, row.walk()) == WayEnd::found);
  CHECK(row.walk().leads_to(0, 440, 13));
  CHECK(row.walk().leads_to(0, 440, 14));
  CHECK(row.walk().ends_at(0, 440, 13));
  CHECK_FALSE(row.walk().ends_at(0, 440, 14));
  CHECK_FALSE(row.walk().leads_to(0, 440, 12));
  CHECK_FALSE(row.walk().leads_to(1, 440, 13));
  CHECK_FALSE(row.walk().leads_to(0, 439, 13));
  CHECK_FALSE(row.walk(2).leads_to(0, 440, 13));
  CHECK_FALSE(planning::KeptWalk().leads_to(0, 440, 13));
}

TEST_CASE("a walk that has more listed cells to keep than it has room for is walked again") {
  const auto keeps = [](Row& row, int bends, int next) {
    const planning::GridGraph<Kokkos::HostSpace> graph;
    std::vector<std::int32_t> listed(1000);
    planning::BendList<Kokkos::HostSpace> way(graph, listed.data(), 0, 1000, 0);
    // Directions that differ from step to step.
    for (int k = 0; k < bends; ++k) way.step(k % 2);
    way.finish();
    planning::KeptWalk walk = row.walk();
    walk.begin(0, 440);
    walk.save(way, next);
    return row.walk().leads_to(0, 440, next);
  };
  Row row(3000, 2000);
  CHECK(keeps(row, 13, 10));
  CHECK(keeps(row, 255, 0));
  CHECK_FALSE(keeps(row, 256, 0));
  CHECK(keeps(row, 266, 11));
  CHECK_FALSE(keeps(row, 266, 10));
  Row short_row(100, 3);
  CHECK(keeps(short_row, 3, 0));
}

TEST_CASE("an episode comes to five cells for each cell that it expands, and to four more, at most") {
  using Episodes = planning::Episodes<Kokkos::HostSpace>;
  // Along a diagonal each cell adds as many as it can. The goal is not expanded.
  const WorldGrid map = map_of(std::vector<std::string>(30, std::string(30, '.')));
  for (const int lookahead : {1, 2, 3, 9, 10, 15}) {
    SearchOnHost on_host(map, Connectivity::eight, lookahead);
    REQUIRE(on_host.walk({10, 10}, {10 + lookahead, 10 + lookahead}) == WayEnd::found);
    CHECK(static_cast<std::int64_t>(on_host.learned().size()) == Episodes::cells(lookahead, 900));
  }
  CHECK(Episodes::cells(1000, 900) == 900);
}

TEST_CASE("an agent's walk keeps nothing of walks before, also when their numbers run out") {
  Row row(64, 3);
  const auto walk_of = [&](std::uint32_t rest) {
    planning::KeptWalk walk = row.walk();
    walk.begin(0, 100);
    CHECK(walk.rest(5) == 0);
    CHECK(walk.rest(7) == 0);
    walk.learn(5, rest);
    walk.learn(5, rest + 1);
    CHECK(walk.rest(5) == rest + 1);
    CHECK(walk.rest(7) == 0);
    walk.learn(7, 1);
    CHECK(row.state().learned == 2);
  };
  walk_of(10);
  const std::uint32_t first = row.state().walk;
  row.state().walk = UINT32_MAX;
  walk_of(20);
  CHECK(row.state().walk == first);
  walk_of(30);
  CHECK(row.state().walk == first + 1);
}

}  // namespace plethos::tests
