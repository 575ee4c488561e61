#include "scenarios/paths/path_problems.hpp"

#include <cmath>
#include <limits>

#include "scenarios/paths/path_answers.hpp"
#include "scenarios/paths/path_pass.hpp"
#include "tests/harness/random.hpp"
#include "tests/scenarios/rooms_map.hpp"
#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::tests;

namespace {

/// Rows of letters, as a .map file has them.
struct Letters {
  std::vector<std::string> rows;

  int width() const { return static_cast<int>(rows[0].size()); }
  int height() const { return static_cast<int>(rows.size()); }
  std::string file() const { return map_text(rows); }
  char at(int x, int y) const { return rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)]; }
  /// Returns the kind of ground, as the benchmark's own reader has it; 0 for what is no ground, outside of the map as well.
  int ground(int x, int y) const {
    if (x < 0 || y < 0 || x >= width() || y >= height()) return 0;
    const char letter = at(x, y);
    return letter == '@' || letter == 'O' ? 0 : letter == 'W' ? 1 : letter == 'T' ? 2 : 3;
  }
  /// Returns whether a step is legal: all cells that it passes are of one ground.
  bool can_step(int x, int y, int to_x, int to_y) const {
    const int own = ground(x, y);
    return own != 0 && ground(to_x, to_y) == own && ground(x, to_y) == own && ground(to_x, y) == own;
  }
  /// Returns the shortest length from one cell to another, infinite without a way: by steps that make lengths shorter until none does.
  double length(int x, int y, int to_x, int to_y) const {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::vector<double> length(static_cast<std::size_t>(width() * height()), infinity);
    const auto of = [&](int column, int row) -> double& { return length[static_cast<std::size_t>(row * width() + column)]; };
    if (ground(x, y) != 0) of(x, y) = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (int row = 0; row < height(); ++row) {
        for (int column = 0; column < width(); ++column) {
          for (int k = 0; k < 9; ++k) {
            const int across = k % 3 - 1, down = k / 3 - 1;
            if (of(column, row) == infinity || !can_step(column, row, column + across, row + down)) continue;
            const double longer = of(column, row) + std::sqrt(static_cast<double>(across * across + down * down));
            if (longer >= of(column + across, row + down) - 1e-9) continue;
            of(column + across, row + down) = longer;
            changed = true;
          }
        }
      }
    }
    return of(to_x, to_y);
  }
};

/// Draws patches of ground.
Letters draw_letters(Random& random, int width, int height) {
  Letters letters{std::vector<std::string>(static_cast<std::size_t>(height), std::string(static_cast<std::size_t>(width), '.'))};
  constexpr const char* kinds = "WTS.@GO";
  for (int patch = 0; patch < 45; ++patch) {
    const char letter = kinds[random.integer(0, 6)];
    const int left = random.integer(0, width - 1), top = random.integer(0, height - 1);
    const int side = letter == '@' || letter == 'O' ? 2 : 6;
    for (int y = top; y < std::min(height, top + random.integer(1, side)); ++y) {
      for (int x = left; x < std::min(width, left + side); ++x) {
        letters.rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] = letter;
      }
    }
  }
  return letters;
}

PathProblems problems_of(const std::string& map, const std::string& scen) { return make_path_problems(map_request(map, scen), {}); }

const backends::Backend& serial() {
  static const backends::Backend backend = backends::make_backend({"serial", "scalar", 1});
  return backend;
}

}  // namespace

TEST_CASE("queries on every terrain have the ways of a plain search, and those that hold nowhere are left out") {
  Random random("terrains");
  const TemporaryFolder folder;
  std::size_t elsewhere = 0;
  for (int round = 0; round < 4; ++round) {
    const Letters letters = draw_letters(random, 31, 23);
    std::string scen = "version 1\n";
    std::vector<double> expected;
    int left_out = 0;
    for (int k = 0; k < 480; ++k) {
      const int x = random.integer(0, 30), y = random.integer(0, 22);
      int to_x = random.integer(0, 30), to_y = random.integer(0, 22);
      for (int draw = 0; draw < 9 && letters.ground(x, y) != letters.ground(to_x, to_y); ++draw) {
        to_x = random.integer(0, 30);
        to_y = random.integer(0, 22);
      }
      scen += "0\ta.map\t31\t23";
      for (const int cell : {x, y, to_x, to_y}) scen += "\t" + std::to_string(cell);
      const bool holds = letters.ground(x, y) != 0 && letters.ground(x, y) == letters.ground(to_x, to_y);
      const double length = holds ? letters.length(x, y, to_x, to_y) : 0;
      scen += "\t" + std::to_string(std::isfinite(length) ? length : 0) + "\n";
      if (holds) expected.push_back(length);
      left_out += holds ? 0 : 1;
    }
    const PathProblems problems = problems_of(folder.write("a.map", letters.file()), folder.write("a.scen", scen));
    REQUIRE(problems.queries.size() == expected.size());
    CHECK(problems.left_out == left_out);
    CHECK(problems.warnings.size() == 1);
    for (const std::uint8_t place : problems.place) elsewhere += place > 0 ? 1 : 0;
    const std::vector<bool> reachable = reachable_queries(problems, true);
    for (const char* const planner : {"astar", "dijkstra", "jps", "pha", "gates", "rtaa", "wavefront", "quadtree", "bvp-global"}) {
      CAPTURE(planner);
      PathSearch search(problems, serial(), planner, {});
      const planning::Paths paths = search.find().paths;
      const std::string name = planner;
      const bool shortest = name == "astar" || name == "dijkstra" || name == "jps" || name == "wavefront";
      for (std::size_t q = 0; q < expected.size(); ++q) {
        REQUIRE(paths.is_solved(q) == std::isfinite(expected[q]));
        CHECK(reachable[q] == paths.is_solved(q));
        if (!paths.is_solved(q)) continue;
        CHECK(paths.way(q).front() == problems.queries[q].from);
        CHECK(paths.way(q).back() == problems.queries[q].to);
        if (shortest) CHECK(paths.length(q) == doctest::Approx(expected[q]).epsilon(1e-5));
      }
      const PathAnswers answers = judge(problems.scenario.world, paths, problems.optimum, reachable);
      CHECK(answers.mismatches == 0);
      // Batches and later passes have the same ways.
      CHECK(search.find_in_batches([](std::size_t) { return true; }).paths.points == paths.points);
    }
  }
  CHECK(elsewhere > 40);
}

TEST_CASE("an obstacle that moves blocks the cells of every terrain") {
  const TemporaryFolder folder;
  const std::string map = folder.write("a.map", "type octile\nheight 3\nwidth 4\nmap\n....\nWWWW\nTTTT\n");
  const std::string scen = folder.write("a.scen", "version 1\n0 a 4 3 0 0 3 0 3\n0 a 4 3 0 1 3 1 3\n0 a 4 3 0 2 3 2 3\n");
  const PathProblems problems = problems_of(map, scen);
  REQUIRE(problems.places() == 3);
  for (const char* const planner : {"astar", "wavefront", "roadmap"}) {
    CAPTURE(planner);
    PathSearch search(problems, serial(), planner, {});
    for (std::size_t q = 0; q < 3; ++q) CHECK(search.find().paths.is_solved(q));
    if (std::string(planner) == "roadmap") continue;
    World world = problems.scenario.world;
    const std::size_t staying = world.polygons.size();
    world.polygons.push_back({{{1, 1}, {2, 1}, {2, 3}, {1, 3}}, true});
    const planning::Paths paths = search.find_after(world, staying).paths;
    CHECK_FALSE(paths.is_solved(0));
    CHECK_FALSE(paths.is_solved(1));
    CHECK(paths.is_solved(2));
  }
}

TEST_CASE("problems need a map") {
  const TemporaryFolder folder;
  ScenarioRequest request{.name = "circle", .scen_file = folder.write("a.scen", "version 1\n0 a 4 3 0 0 3 0 3\n")};
  CHECK(contains(input_error([&] { make_path_problems(request, {}); }), "this scenario has no map"));
}
