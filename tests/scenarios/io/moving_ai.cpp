#include "scenarios/io/moving_ai.hpp"

#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::tests;

namespace {

const std::string good_map =
    "type octile\nheight 3\nwidth 4\nmap\n"
    ".G@O\n"
    "STW.\n"
    "....\n";

const std::string good_scen =
    "version 1\n"
    "0\tmaps/a map.map\t4\t3\t0\t0\t1\t0\t1\n"
    "7\tmaps/a map.map\t4\t3\t0\t2\t3\t1\t3.41421\n";

std::string map_error(const std::string& text) {
  const TemporaryFolder folder;
  const std::string path = folder.write("test.map", text);
  const std::string message = input_error([&] { read_moving_ai_map(path); });
  return message.starts_with(path) ? message.substr(path.size()) : message;
}

std::string scen_error(const std::string& text) {
  const TemporaryFolder folder;
  const TerrainMap map = read_moving_ai_map(folder.write("test.map", good_map));
  const std::string path = folder.write("test.scen", text);
  const std::string message = input_error([&] { read_moving_ai_scen(path, map); });
  return message.starts_with(path) ? message.substr(path.size()) : message;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

}  // namespace

TEST_CASE("a map is read") {
  const TemporaryFolder folder;
  for (const std::string& text :
       {good_map, replaced(good_map, "type octile\n", "type octile\r\n"), good_map.substr(0, good_map.size() - 1),
        "\xEF\xBB\xBF" + good_map, replaced(replaced(good_map, "type octile", "type\toctile \t"), ".G@O", ".g@o \t"),
        replaced(good_map, ".G@O", ".B@O")}) {
    const TerrainMap map = read_moving_ai_map(folder.write("test.map", text));
    CHECK(map.width == 4);
    CHECK(map.height == 3);
    CHECK(map.passable == std::vector<std::uint8_t>{1, 1, 0, 0, 1, 0, 0, 1, 1, 1, 1, 1});
  }
}

TEST_CASE("a map has terrains, and each of them can be what is passable") {
  const TemporaryFolder folder;
  TerrainMap map = read_moving_ai_map(folder.write("test.map", good_map));
  constexpr Terrain none = Terrain::none, land = Terrain::land, water = Terrain::water, trees = Terrain::trees;
  CHECK(map.terrain == std::vector<Terrain>{land, land, none, none, land, trees, water, land, land, land, land, land});
  map.open(water);
  CHECK(map.passable == std::vector<std::uint8_t>{0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0});
  map.open(land);
  CHECK(map.passable == std::vector<std::uint8_t>{1, 1, 0, 0, 1, 0, 0, 1, 1, 1, 1, 1});
  // Without water and trees nothing is kept.
  TerrainMap plain = read_moving_ai_map(folder.write("plain.map", "type octile\nheight 1\nwidth 3\nmap\n.@S\n"));
  CHECK(plain.terrain.empty());
  CHECK(plain.terrain_at(1) == none);
  plain.open(trees);
  CHECK(plain.passable == std::vector<std::uint8_t>{0, 0, 0});
  CHECK(plain.terrain_at(2) == land);
}

TEST_CASE("swamp costs what it is said to, and otherwise a map has no costs") {
  const TemporaryFolder folder;
  const std::string path = folder.write("test.map", good_map);
  CHECK(read_moving_ai_map(path).cost.empty());
  const GridMap map = read_moving_ai_map(path, 5);
  CHECK(map.cost == std::vector<std::int32_t>{1, 1, 1, 1, 5, 1, 1, 1, 1, 1, 1, 1});
  CHECK(map.passable == read_moving_ai_map(path).passable);
}

TEST_CASE("damaged maps") {
  CHECK(map_error("") == ":1: type: found the end of the file, expected 'type octile'");
  CHECK(map_error(replaced(good_map, "octile", "square")) == ":1: type: found 'type square', expected 'type octile'");
  CHECK(map_error(replaced(good_map, "octile", "octile-corner")) == ":1: type: found 'type octile-corner', expected 'type octile'");
  CHECK(map_error("hello\n") == ":1: type: found 'hello', expected 'type octile'");
  CHECK(map_error("type octile\n") == ":2: height: found the end of the file, expected 'height' and a number");
  CHECK(map_error("type octile\nheight x\n") == ":2: height: found 'x', expected a whole number from 1 to 100000000");
  CHECK(map_error("type octile\nheight 0\n") == ":2: height: found '0', expected a whole number from 1 to 100000000");
  CHECK(map_error("type octile\nheight -3\n") == ":2: height: found '-3', expected a whole number from 1 to 100000000");
  CHECK(map_error("type octile\nheight 3\nheight 3\n") == ":3: width: found 'height 3', expected 'width' and a number");
  CHECK(map_error("type octile\nheight 50000\nwidth 50000\nmap\n") ==
        ":3: width: found 50000 x 50000 cells, expected at most 100000000 cells");
  CHECK(map_error(replaced(good_map, "map", "MAP")) == ":4: map: found 'MAP', expected 'map'");
  CHECK(map_error(replaced(good_map, "....\n", "")) == ":7: row: found the end of the file after 2 rows, expected 3 rows");
  CHECK(map_error(replaced(good_map, "....\n", "...\n")) == ":7: row: found 3 cells, expected 4 (the width of the map)");
  CHECK(map_error(replaced(good_map, "STW.", "STW..")) == ":6: row: found 5 cells, expected 4 (the width of the map)");
  CHECK(map_error(replaced(good_map, "STW.", "ST#.")) ==
        ":6: row: found terrain '#' in column 3, expected one of . G B S (land) W (water) T (trees) @ O (nothing)");
  CHECK(map_error(good_map + "....\n") == ":8: row: found '....', expected the end of the file after the last row");
  CHECK(map_error(good_map + "\n\n") == "no error");
  CHECK(map_error(std::string(good_map).append(1, '\0')) == ":8: row: found '?', expected the end of the file after the last row");
}

TEST_CASE("every truncation of a map is an error or the whole map") {
  for (std::size_t length = 0; length + 1 < good_map.size(); ++length) {
    CAPTURE(length);
    CHECK(map_error(good_map.substr(0, length)).starts_with(":"));
  }
}

TEST_CASE("a long line ends the reading of a map early") {
  CHECK(contains(map_error("type octile" + std::string(1 << 20, ' ')), ":1: line: found more than 4096 characters"));
  CHECK(contains(map_error("type octile\nheight 3\nwidth 4\nmap\n" + std::string(1 << 20, '.')),
                 ":5: line: found more than 4100 characters"));
}

TEST_CASE("problems are read, with tabs or spaces") {
  const TemporaryFolder folder;
  const TerrainMap map = read_moving_ai_map(folder.write("test.map", good_map));
  const auto problems = read_moving_ai_scen(folder.write("test.scen", good_scen), map).problems;
  REQUIRE(problems.size() == 2);
  CHECK(problems[1].bucket == 7);
  CHECK(problems[1].start_x == 0);
  CHECK(problems[1].start_y == 2);
  CHECK(problems[1].goal_x == 3);
  CHECK(problems[1].goal_y == 1);
  CHECK(problems[1].optimal_length == doctest::Approx(3.41421));
  for (const std::string line :
       {"0 a.map 4 3 0 0 1 0 1.0\r\n\n", "0\ta.map 4 3 0 0\t1 0 1.0 \t\n", "0\t my maps/a.map \t4\t3\t0\t0\t1\t0\t1.0\t\n"}) {
    for (const std::string mark : {"", "\xEF\xBB\xBF"}) {
      CAPTURE(line);
      CHECK(read_moving_ai_scen(folder.write("other.scen", mark + "version 1.0\n" + line), map).problems.size() == 1);
    }
  }
}

TEST_CASE("problems of version 0 have no size of the map, and may begin with the first line") {
  const TemporaryFolder folder;
  const TerrainMap map = read_moving_ai_map(folder.write("test.map", good_map));
  for (const std::string first : {"", "version 0\n", "version 0.0\r\n"}) {
    CAPTURE(first);
    const auto problems =
        read_moving_ai_scen(folder.write("a.scen", first + "3 a.map 0 0 1 0 1.0\n4\tmy map\t0\t2\t1\t2\t1.0\n"), map).problems;
    REQUIRE(problems.size() == 2);
    CHECK(problems[0].bucket == 3);
    CHECK(problems[0].goal_x == 1);
    CHECK(problems[1].start_y == 2);
  }
  CHECK(contains(scen_error("0 a.map 0 0 1 0 1.0\n0 a.map 4 3 0 0 1 0 1.0\n"),
                 ":2: problem: found 9 columns, expected 7 (bucket, map, start x"));
  CHECK(scen_error("0 a.map 4 3 0 0 1 0 1.0\n") == ":1: version: found '0 a.map 4 3 0 0 1 0 1.0', expected 'version 1'");
}

TEST_CASE("problems hold on the terrain of both their ends, and those that hold nowhere are counted") {
  const TemporaryFolder folder;
  const TerrainMap map = read_moving_ai_map(folder.write("test.map",
                                                         "type octile\nheight 2\nwidth 4\nmap\n"
                                                         ".WTT\n"
                                                         "SW@T\n"));
  const std::string head = "version 1\n0 a 4 2 1 0 1 1 1\n";
  const std::string path = folder.write("test.scen", head +
                                                         "0 a 4 2 2 0 3 1 2\n"  // trees
                                                         "0 a 4 2 0 0 0 1 1\n"  // land and swamp
                                                         "0 a 4 2 2 1 2 1 0\n"  // a cell of nothing
                                                         "0 a 4 2 0 0 1 0 1\n"  // land to water
                                                         "0 a 4 2 3 1 2 1 1\n"  // trees to nothing
                                                         "0 a 4 2 0 0 0 0 0\n");
  const ScenFile file = read_moving_ai_scen(path, map);
  std::vector<Terrain> terrains;
  for (const PathProblem& problem : file.problems) terrains.push_back(problem.terrain);
  CHECK(terrains == std::vector<Terrain>{Terrain::water, Terrain::trees, Terrain::land, Terrain::land});
  CHECK(file.problems[3].line == 8);
  CHECK(file.all() == 7);
  CHECK(file.left_out.text("a.scen", file.all()) ==
        "a.scen: left out 3 of 7 problems: 2 with an end on a blocked cell (first in line 5); 1 from one terrain to another (line 6)");
  CHECK(contains(input_error([&] { read_moving_ai_scen(path, map, true); }), "test.scen:5: start: found a blocked cell at 2, 1, expected"));
  // If none holds, the first fault is the message.
  const std::string none = folder.write("none.scen", "version 1\n0 a 4 2 0 0 1 0 1\n0 a 4 2 2 1 2 1 0\n");
  CHECK(contains(input_error([&] { read_moving_ai_scen(none, map); }),
                 "none.scen:2: goal: found water at 1, 0, expected land as at the start"));
}

TEST_CASE("damaged problems") {
  CHECK(scen_error("") == ":1: version: found the end of the file, expected 'version 1'");
  CHECK(scen_error("version 3\n") == ":1: version: found 'version 3', expected 'version 1'");
  CHECK(scen_error("version 0 0 1 0 1 2\n") == ":1: version: found 'version 0 0 1 0 1 2', expected 'version 1'");
  CHECK(scen_error("version 1\n") == ":2: problem: found the end of the file, expected at least one problem");
  CHECK(contains(scen_error("version 1\n0\ta.map\t4\t3\t0\t0\t1\t0\n"), ":2: problem: found 8 columns, expected 9"));
  CHECK(scen_error(replaced(good_scen, "\t4\t3", "\t5\t3")) == ":2: map width: found 5, expected 4 (the map's)");
  CHECK(scen_error(replaced(good_scen, "\t4\t3", "\t4\t9")) == ":2: map height: found 9, expected 3 (the map's)");
  CHECK(scen_error(replaced(good_scen, "3\t1\t3.4", "4\t1\t3.4")) == ":3: goal x: found '4', expected a whole number from 0 to 3");
  CHECK(scen_error(replaced(good_scen, "0\t2\t3", "0\t-2\t3")) == ":3: start y: found '-2', expected a whole number from 0 to 2");
  CHECK(scen_error(replaced(good_scen, "3.41421", "nan")) == ":3: optimal length: found 'nan', expected a number from 0 to 1000000000");
  CHECK(contains(scen_error("version 1\n" + std::string(1 << 20, '7')), ":2: line: found more than 4096 characters"));
  CHECK(contains(scen_error(replaced(good_scen, "7\t", "99999999999999\t")), ":3: bucket: found '99999999999999'"));
}

TEST_CASE("files that are not there") {
  const TemporaryFolder folder;
  CHECK(contains(input_error([&] { read_moving_ai_map(folder.path("no.map")); }), "no.map: found no such file"));
  CHECK(contains(input_error([&] { read_moving_ai_scen(folder.path("no.scen"), GridMap{1, 1, {1}}); }), "no.scen: found no such file"));
}

TEST_CASE("the benchmark maps are read whole") {
  for_each_benchmark_map([](const std::string& path) {
    const TerrainMap map = read_moving_ai_map(path);
    CHECK(map.passable.size() == static_cast<std::size_t>(map.width) * static_cast<std::size_t>(map.height));
    const std::string scen = path + ".scen";
    if (std::filesystem::exists(scen)) CHECK(read_moving_ai_scen(scen, map).problems.size() > 100);
  });
}
