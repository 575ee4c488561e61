#include "scenarios/paths/path_moves.hpp"

#include <nlohmann/json.hpp>

#include "algorithms/planning/grid/map/blocked_cells.hpp"
#include "scenarios/maps/map_kinds.hpp"
#include "scenarios/paths/moving_square.hpp"
#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;

namespace {

PathProblems problems_in(const std::string& kind, std::int32_t size, std::int64_t queries, std::int64_t goals) {
  return make_path_problems(map_request({.kind = kind, .size = size}), {queries, 0, 7, goals});
}

/// Returns the cells that an obstacle covers.
std::vector<std::int32_t> covered(const World& world, std::size_t staying) {
  std::vector<std::int32_t> cells;
  planning::append_cells_near(*world.grid, world, staying, 0.25f, cells);
  return cells;
}

World open_world(std::int32_t width, std::int32_t height) {
  return World{.grid = std::make_shared<const WorldGrid>(WorldGrid{plain_map(width, height, true), {0, 0}, 1})};
}

}  // namespace

TEST_CASE("a square moves over whole cells, from place to place near by") {
  const World world = open_world(130, 96);
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    MovingSquare square(world, seed), same(world, seed);
    CHECK(square.side() == 3);
    GridCell last{-1, -1};
    for (int move = 0; move < 40; ++move) {
      const World& now = square.move();
      CHECK(square.staying() == 0);
      const std::vector<std::int32_t> cells = covered(now, square.staying());
      REQUIRE(cells.size() == 9);
      CHECK(covered(same.move(), 0) == cells);
      const GridCell first = now.grid->cell(static_cast<std::size_t>(cells.front()));
      CHECK(cells.back() == static_cast<std::int32_t>(now.grid->index(first.x + 2, first.y + 2)));
      if (move > 0) {
        CHECK(std::abs(first.x - last.x) <= 6);
        CHECK(std::abs(first.y - last.y) <= 6);
      }
      last = first;
    }
  }
  CHECK(covered(MovingSquare(world, 1).move(), 0) != covered(MovingSquare(world, 2).move(), 0));
  CHECK(MovingSquare(open_world(20, 90), 1).side() == 1);
}

TEST_CASE("where a map has little ground, a square lies on some of it") {
  World world = open_world(64, 64);
  WorldGrid grid = *world.grid;
  std::fill(grid.passable.begin(), grid.passable.end(), std::uint8_t{0});
  const auto stuck = [&] {
    World blocked = world;
    blocked.grid = std::make_shared<const WorldGrid>(grid);
    return blocked;
  };
  CHECK(tests::contains(tests::input_error([&] { MovingSquare(stuck(), 1); }), "moves: found a map without passable cells"));
  CHECK(tests::contains(tests::input_error([&] { MovingSquare(World(), 1); }), "moves: found a world without a grid, expected a map"));
  grid.passable[grid.index(9, 50)] = 1;
  world = stuck();
  MovingSquare square(world, 5);
  for (int move = 0; move < 3; ++move) CHECK(covered(square.move(), 0) == std::vector<std::int32_t>{50 * 64 + 9});
}

TEST_CASE("after every move the ways are those of a path finder for the world as it is then") {
  const backends::Backend backend = backends::make_backend({"tbb", "scalar", 2});
  const PathProblems problems = problems_in("office", 96, 30, 2);
  for (const std::string planner : {"quadtree", "wavefront", "astar"}) {
    CAPTURE(planner);
    PathSearch search(problems, backend, planner, {});
    search.find();
    const std::vector<PathMove> moves = make_moves(problems, 6, 3, search, [](std::size_t) { return true; });
    REQUIRE(moves.size() == 6);
    MovingSquare square(problems.scenario.world, 3);
    std::uint64_t cells = 0, invalidated = 0;
    for (const PathMove& move : moves) {
      PathProblems now = problems;
      const World& world = square.move();
      now.scenario.world = planning::with_blocked_cells(world, square.staying(), problems.setup().largest_radius);
      const planning::Paths expected = PathSearch(now, backend, planner, {}).find().paths;
      CHECK(move.checksum == planning::checksum(expected));
      CHECK(move.repaired == (planner != "astar"));
      std::int64_t solved = 0;
      for (std::size_t q = 0; q < expected.count(); ++q) solved += expected.is_solved(q) ? 1 : 0;
      CHECK(move.solved == solved);
      cells += move.changed("cells");
      invalidated += move.changed("invalidated");
      if (planner == "wavefront") CHECK(move.changed("inserted") == 0);
    }
    for (const planning::Counter& counter : search.counters()) {
      if (counter.name == "cells") CHECK(cells == counter.value);
      if (counter.name == "invalidated") CHECK(invalidated == counter.value);
    }
    CHECK((cells > 0) == (planner != "astar"));
    CHECK((invalidated > 0) == (planner != "astar"));
  }
}

TEST_CASE("moves end where they are told to, and their columns begin with the plan") {
  const PathProblems problems = problems_in("open", 64, 5, 0);
  PathSearch search(problems, backends::make_backend({"serial", "scalar", 1}), "wavefront", {});
  search.find();
  const auto two = [](std::size_t made) { return made < 2; };
  CHECK(make_moves(problems, 9, 1, search, two).size() == 2);
  const PathMove quick{1, 2, true, 5, 0, {{"cells", 4}, {"rounds", 9}}}, slow{3, 6, true, 5, 0, {{"cells", 4}}};
  const Json json = moves_json({{quick, slow}, {slow, slow}, {slow, quick}}, 10, 20, 5);
  CHECK(json["move"] == Json({0, 1, 2}));
  CHECK(json["move_ms"] == Json({30., 9., 9.}));
  CHECK(json["move_follow_ms"] == Json({10., 3., 3.}));
  CHECK(json["move_online_ms"] == Json({20., 6., 6.}));
  CHECK(json["move_solved"] == Json({5, 5, 5}));
  CHECK(json["move_cells"] == Json({0, 4, 4}));
  CHECK(json["move_inserted"] == Json({0, 0, 0}));
  CHECK_FALSE(json.contains("move_rounds"));
}

TEST_CASE("queries share as many goals as asked, those of the first queries") {
  const std::vector<planning::PathQuery> own = problems_in("city", 64, 20, 0).queries;
  const std::vector<planning::PathQuery> shared = problems_in("city", 64, 20, 3).queries;
  REQUIRE(shared.size() == 20);
  for (std::size_t q = 0; q < 20; ++q) {
    CHECK(shared[q].from == own[q].from);
    CHECK(shared[q].to == own[q % 3].to);
  }
  CHECK(problems_in("city", 64, 2, 3).queries[1].to == own[1].to);
}
