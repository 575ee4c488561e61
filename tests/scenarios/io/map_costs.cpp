#include "scenarios/io/map_costs.hpp"

#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::tests;

namespace {

const std::string good_costs =
    "type octile\nheight 2\nwidth 3\ncost\n"
    "1 12 0\n"
    "7 1000000 3\n";

/// Three columns and two rows; the last cell of the first row is blocked.
GridMap small_map() { return {.width = 3, .height = 2, .passable = {1, 1, 0, 1, 1, 1}}; }

std::string costs_error(const std::string& text) {
  const TemporaryFolder folder;
  const std::string path = folder.write("a.map.cost", text);
  GridMap map = small_map();
  const std::string message = input_error([&] { read_map_costs(path, map); });
  return message.starts_with(path) ? message.substr(path.size()) : message;
}

std::string with(const std::string& from, const std::string& to) {
  std::string text = good_costs;
  return text.replace(text.find(from), from.size(), to);
}

}  // namespace

TEST_CASE("costs of a map are read") {
  const TemporaryFolder folder;
  for (const std::string& text :
       {good_costs, with("1 12 0\n", "1\t12\t0\r\n"), with("1 12 0", "  1 12   5 "), with("1 12 0", "1\t12\t 0\t "),
        with("1 12 0", "1 12\t0 "), "\xEF\xBB\xBF" + good_costs, good_costs + "\n"}) {
    GridMap map = small_map();
    map.cost = {9};
    read_map_costs(folder.write("a.map.cost", text), map);
    CHECK(map.cost == std::vector<std::int32_t>{1, 12, 1, 7, 1'000'000, 3});
  }
}

TEST_CASE("damaged files of costs") {
  CHECK(costs_error("") == ":1: type: found the end of the file, expected 'type octile'");
  CHECK(costs_error(with("octile", "square")) == ":1: type: found 'type square', expected 'type octile'");
  CHECK(costs_error(with("cost", "map")) == ":4: cost: found 'map', expected 'cost'");
  CHECK(costs_error(with("height 2\nwidth 3", "height 20000\nwidth 20000")) ==
        ":3: width: found 20000 x 20000 cells, expected at most 100000000 cells");
  CHECK(costs_error(with("width 3", "width 4")) == ":4: size: found 4 x 2 cells, expected 3 x 2 (the map's)");
  CHECK(costs_error(with("height 2", "height 3")) == ":4: size: found 3 x 3 cells, expected 3 x 2 (the map's)");
  CHECK(costs_error(with("12", "-12")) == ":5: cost: found '-12', expected a whole number from 1 to 1000000");
  CHECK(costs_error(with("12", "0")) == ":5: cost: found '0', expected a whole number from 1 to 1000000");
  CHECK(costs_error(with("12 0", "12 -1")) == ":5: cost: found '-1', expected a whole number from 0 to 1000000");
  CHECK(costs_error(with("1000000", "1000001")) == ":6: cost: found '1000001', expected a whole number from 1 to 1000000");
  CHECK(costs_error(with("12", "1.5")) == ":5: cost: found '1.5', expected a whole number from 1 to 1000000");
  CHECK(costs_error(with("12", "x")) == ":5: cost: found 'x', expected a whole number from 1 to 1000000");
  CHECK(costs_error(with("1 12 0", "1 12")) == ":5: row: found 2 costs, expected 3 (the width of the map)");
  CHECK(costs_error(with("1 12 0", "1 12 0 4")) == ":5: row: found 4 costs, expected 3 (the width of the map)");
  CHECK(costs_error(with("7 1000000 3\n", "")) == ":6: row: found the end of the file after 1 rows, expected 2 rows");
  CHECK(costs_error(good_costs + "1 1 1\n") == ":7: row: found '1 1 1', expected the end of the file after the last row");
  CHECK(contains(costs_error("type octile\nheight 2\nwidth 3\ncost\n" + std::string(1 << 20, '1')), ":5: line: found more than 4120 "));
  GridMap map = small_map();
  CHECK(contains(input_error([&] { read_map_costs("/nowhere/no.cost", map); }), "no.cost: found no such file, expected a cell cost file"));
}

TEST_CASE("every truncation of a file of costs that lacks a cell is an error") {
  for (std::size_t length = 0; length + 2 < good_costs.size(); ++length) {
    CAPTURE(length);
    CHECK(costs_error(good_costs.substr(0, length)).starts_with(":"));
  }
}

TEST_CASE("costs that were written are read as they were") {
  const TemporaryFolder folder;
  GridMap map = small_map();
  map.cost = {1, 12, 1, 7, 1'000'000, 3};
  const std::string path = costs_beside(folder.path("a.map"));
  CHECK(path == folder.path("a.map.cost"));
  const auto write = [&](const GridMap& written) {
    std::filesystem::remove(path);
    OutputFile output(path, OutputKind::map);
    write_map_costs(output, written);
    output.keep();
  };
  write(map);
  GridMap read = small_map();
  read_map_costs(path, read);
  CHECK(read.cost == map.cost);
  std::ifstream file(path);
  CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == good_costs);
  // A map without costs has ones.
  write(small_map());
  read_map_costs(path, read);
  CHECK(read.cost == std::vector<std::int32_t>(6, 1));
}
