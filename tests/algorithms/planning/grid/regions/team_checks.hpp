#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "algorithms/planning/grid/regions/region_contacts.hpp"
#include "algorithms/planning/grid/ways/search_ways.hpp"
#include "scenarios/maps/map_kinds.hpp"
#include "tests/algorithms/planning/grid/regions/hierarchy_checks.hpp"
#include "tests/harness/host_warp.hpp"

namespace plethos::tests {

/// Queries between cells of a map.
using CellQueries = std::vector<std::pair<std::int32_t, std::int32_t>>;

/// Returns so many queries between passable cells, and some more whose ends lie near each other.
inline CellQueries cell_queries(Random& random, const GridMap& map, int far, int near) {
  const auto passable = [&](std::int32_t left, std::int32_t top, std::int32_t right, std::int32_t bottom) {
    for (;;) {
      const GridCell cell{random.integer(std::max(left, 0), std::min(right, map.width - 1)),
                          random.integer(std::max(top, 0), std::min(bottom, map.height - 1))};
      if (map.is_passable(cell)) return cell;
    }
  };
  const auto number = [&](GridCell cell) { return static_cast<std::int32_t>(map.index(cell.x, cell.y)); };
  CellQueries queries;
  for (int q = 0; q < far + near; ++q) {
    const GridCell from = passable(0, 0, map.width, map.height);
    const GridCell to = q < far ? passable(0, 0, map.width, map.height) : passable(from.x - 4, from.y - 4, from.x + 4, from.y + 4);
    queries.push_back({number(from), number(to)});
  }
  return queries;
}

/// What became of queries that were answered one after the other in one slot.
struct Answers {
  std::vector<std::int32_t> counts;             ///< GridWays::count
  std::vector<std::vector<std::int32_t>> ways;  ///< the cells that they list; none for one that did not fit
  std::vector<std::int64_t> totals;             ///< of WayCounts
  std::uint32_t searches;                       ///< the number of the last search in the slot

  friend bool operator==(const Answers&, const Answers&) = default;
};

/// Answers queries by work(kernel, open), where `kernel` is a SearchWays and `open` the list of a warp. There is room for so many cells of
/// ways.
template <class Search, class Work>
Answers answers_by(const Search& search, const CellQueries& queries, std::size_t capacity, const Work& work) {
  planning::GridWays<Kokkos::HostSpace> ways(queries.size());
  ways.cells = decltype(ways.cells)("plethos::tests::way_cells", capacity);
  for (std::size_t q = 0; q < queries.size(); ++q) {
    ways.from(q) = queries[q].first;
    ways.to(q) = queries[q].second;
  }
  const planning::SearchPool<Kokkos::HostSpace> pool(1, search.shape());
  const auto open = std::make_unique<planning::OpenNodes>();
  const planning::SearchWays<Kokkos::HostSpace, Search> kernel{search, pool, ways, {}, static_cast<std::int32_t>(queries.size())};
  work(kernel, open.get());
  const planning::WayCounts& counts = ways.counts();
  Answers answers{{ways.count.data(), ways.count.data() + queries.size()},
                  {},
                  {counts.listed, counts.lacking, counts.longest, counts.lack, counts.starved, counts.too_long},
                  *pool.begin(backends::OneThread(), 0, nullptr).counter - 1};
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const bool fits = ways.count(q) > 0 && ways.first(q) >= 0;
    const std::int32_t* const first = ways.cells.data() + (fits ? ways.first(q) : 0);
    answers.ways.emplace_back(first, first + (fits ? ways.count(q) : 0));
  }
  return answers;
}

template <class Search>
Answers answers_of_thread(const Search& search, const CellQueries& queries, std::size_t capacity) {
  return answers_by(search, queries, capacity, [](const auto& kernel, planning::OpenNodes*) { kernel(0); });
}
template <class Team, class Search>
Answers answers_of_warp(const Search& search, const CellQueries& queries, std::size_t capacity) {
  return answers_by(search, queries, capacity, [](const auto& kernel, planning::OpenNodes* open) {
    Team::run([&](const Team& team) { kernel.work(team, 0, open); });
  });
}

/// Checks that queries have walkable ways, no shorter than any can be, and those without a way none.
inline void check_walkable(const GridMap& map, planning::Connectivity connectivity, const CellQueries& queries, const Answers& answers) {
  for (std::size_t q = 0; q < queries.size(); ++q) {
    CAPTURE(q);
    const auto [from, to] = queries[q];
    const double shortest =
        planning::reference::shortest_lengths(map, connectivity, map.cell(static_cast<std::size_t>(from)))[static_cast<std::size_t>(to)];
    const std::vector<std::int32_t>& way = answers.ways[q];
    REQUIRE(!way.empty() == std::isfinite(shortest));
    if (way.empty()) continue;
    CHECK(way.front() == from);
    CHECK(way.back() == to);
    std::vector<GridCell> cells;
    for (const std::int32_t cell : way) cells.push_back(map.cell(static_cast<std::size_t>(cell)));
    const double length = planning::reference::length_of_way(map, connectivity, cells);
    CHECK(std::isfinite(length));
    CHECK(length >= shortest * (1 - length_precision) - 1e-9);
  }
}

/// Checks that warps find the ways that one thread finds, and that they are ways.
template <class Search>
void check_teams(const GridMap& map, const Search& search, const CellQueries& queries) {
  const std::size_t capacity = 1000 * queries.size();
  const Answers found = answers_of_thread(search, queries, capacity);
  check_walkable(map, search.grid().connectivity, queries, found);
  for_each_warp([&]<class Team>(Team) {
    CAPTURE(Team::size);
    CHECK(answers_of_warp<Team>(search, queries, capacity) == found);
  });
}

/// Checks that warps answer as one thread does where ways have too little room: in the list of a slot, and in that of all ways.
template <class Search>
void check_teams_without_room(Search search, const CellQueries& queries) {
  const std::size_t capacity = 1000 * queries.size();
  const std::size_t half = static_cast<std::size_t>(answers_of_thread(search, queries, capacity).totals[0]) / 2;
  const auto check = [&](std::size_t room) {
    const Answers expected = answers_of_thread(search, queries, room);
    for_each_warp([&]<class Team>(Team) {
      CAPTURE(Team::size);
      CHECK(answers_of_warp<Team>(search, queries, room) == expected);
    });
    const auto lack = std::count_if(expected.ways.begin(), expected.ways.end(), [](const auto& way) { return way.empty(); });
    CHECK(lack > 0);
    CHECK(lack < static_cast<std::ptrdiff_t>(queries.size()));
  };
  check(half);
  search.capacity = 5;
  check(capacity);
}

/// Returns a long map, of which ways go through the middle. With blocks of 4 cells, a search along it leaves open two regions on either
/// side of each block, which are dear.
inline WorldGrid long_map(Random& random) {
  WorldGrid map = random_map(random, 1600, 9, 12);
  map.cost.assign(map.passable.size(), 1);
  for (std::int32_t x = 0; x < map.width; ++x) {
    for (std::int32_t y = 0; y < 3; ++y) map.passable[map.index(x, y)] = 0;
    map.passable[map.index(x, 4)] = 1;
    for (const std::int32_t y : {3, 8}) {
      map.passable[map.index(x, y)] = x % 2 == 0 ? 1 : 0;
      map.cost[map.index(x, y)] = 1380;
    }
  }
  return map;
}

/// Checks warps whose searches have more open nodes at a time than it lists. `make` makes a search of a long_map() with blocks of 4 cells.
template <class Make>
void check_teams_without_list(Random& random, const Make& make) {
  const GridMap map = long_map(random);
  auto search = make(map);
  search.capacity = 5000;
  const std::int32_t first = 4 * map.width;
  const std::int32_t last = first + map.width - 1;
  const CellQueries queries{{first, last}, {last, first}, {first + 5, first + 40}, {last - 3, first + 7}};
  const std::size_t capacity = 20'000;
  const Answers expected = answers_of_thread(search, queries, capacity);
  check_walkable(map, search.grid().connectivity, queries, expected);
  for_each_warp([&]<class Team>(Team) {
    CAPTURE(Team::size);
    Answers found = answers_of_warp<Team>(search, queries, capacity);
    // One thread searches anew, by another number, for all but one of them.
    CHECK(found.searches == expected.searches + 3);
    found.searches = expected.searches;
    CHECK(found == expected);
  });
}

/// The execution by which tests make searches of teams.
inline backends::HostExecution team_execution() { return {plainest_backend().scheduler, {}}; }

/// Calls test(map, block side, connectivity, queries) for maps with rooms, mazes, and scattered cells of different costs.
template <class Test>
void for_each_team_scene(Random& random, const Test& test) {
  for (const int side : block_sides) {
    for (const planning::Connectivity connectivity : {planning::Connectivity::four, planning::Connectivity::eight}) {
      std::vector<GridMap> maps{random_map(random, random.integer(20, 50), random.integer(10, 40), random.integer(3, 6), 9)};
      for (const char* kind : {"rooms", "maze", "random"}) maps.push_back(scenarios::draw_map(kind, {37, 33, random.word(), {}}));
      for (const GridMap& map : maps) {
        CAPTURE(side);
        CAPTURE(static_cast<int>(connectivity));
        CAPTURE(map.width);
        test(map, side, connectivity, cell_queries(random, map, 2, 3));
      }
    }
  }
}

}  // namespace plethos::tests
