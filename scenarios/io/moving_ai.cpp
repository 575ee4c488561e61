#include "scenarios/io/moving_ai.hpp"

#include <fstream>
#include <limits>
#include <string_view>

#include "core/error.hpp"
#include "core/text.hpp"
#include "scenarios/io/line_reader.hpp"
#include "scenarios/io/map_text.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::size_t problem_limit = 10'000'000;

/// Returns 1 for passable, 0 for blocked and -1 for unknown.
constexpr int passability(char terrain) {
  switch (terrain) {
    case '.':
    case 'G':
    case 'S':
      return 1;
    case '@':
    case 'O':
    case 'T':
    case 'W':
      return 0;
    default:
      return -1;
  }
}

void read_row(const LineReader& reader, std::int32_t swamp_cost, GridMap& map) {
  const std::string& row = reader.line();
  const auto width = static_cast<std::size_t>(map.width);
  if (row.size() != width) {
    reader.fail("row", std::to_string(row.size()) + " cells", std::to_string(width) + " (the width of the map)");
  }
  for (std::size_t x = 0; x < row.size(); ++x) {
    const int passable = passability(row[x]);
    if (passable < 0) {
      reader.fail("row", "terrain " + quote_text(row.substr(x, 1)) + " in column " + std::to_string(x + 1),
                  "one of . G S (passable) @ O T W (blocked)");
    }
    map.passable.push_back(static_cast<std::uint8_t>(passable));
    if (swamp_cost > 1) map.cost.push_back(row[x] == 'S' ? swamp_cost : 1);
  }
}

PathProblem read_problem(const LineReader& reader, const GridMap& map) {
  const auto words = map_words(reader.line());
  if (words.size() != 9) {
    reader.fail("problem", std::to_string(words.size()) + " columns",
                "9 (bucket, map, map width, map height, start x, start y, goal x, goal y, optimal length)");
  }
  constexpr std::int32_t largest = std::numeric_limits<std::int32_t>::max();
  const auto size = [&](const char* key, std::string_view word, std::int32_t expected) {
    if (whole_word(reader, key, word, 0, largest) != expected) {
      reader.fail(key, word, std::to_string(expected) + " (the map's)");
    }
  };
  PathProblem problem;
  problem.bucket = whole_word(reader, "bucket", words[0], 0, largest);
  size("map width", words[2], map.width);
  size("map height", words[3], map.height);
  problem.start_x = whole_word(reader, "start x", words[4], 0, map.width - 1);
  problem.start_y = whole_word(reader, "start y", words[5], 0, map.height - 1);
  problem.goal_x = whole_word(reader, "goal x", words[6], 0, map.width - 1);
  problem.goal_y = whole_word(reader, "goal y", words[7], 0, map.height - 1);
  problem.optimal_length = number_word(reader, "optimal length", words[8], 0., 1e9);
  const auto passable = [&](const char* key, std::int32_t x, std::int32_t y) {
    if (!map.is_passable(x, y)) {
      reader.fail(key, "a blocked cell at " + std::to_string(x) + ", " + std::to_string(y), "a passable cell");
    }
  };
  passable("start", problem.start_x, problem.start_y);
  passable("goal", problem.goal_x, problem.goal_y);
  return problem;
}

}  // namespace

GridMap read_moving_ai_map(const std::string& path, std::int32_t swamp_cost) {
  LineReader reader(path, "Moving AI .map");
  GridMap map = read_map_header(reader, "map");
  // The header may lie about the size, so memory is claimed row by row, as rows are read.
  for (std::int32_t y = 0; y < map.height; ++y) {
    next_map_row(reader, map, y, static_cast<std::size_t>(map.width) + map_line_limit);
    read_row(reader, swamp_cost, map);
  }
  require_map_end(reader);
  return map;
}

std::vector<PathProblem> read_moving_ai_scen(const std::string& path, const GridMap& map) {
  LineReader reader(path, "Moving AI .scen");
  next_map_line(reader, "version", "'version 1'");
  const auto words = map_words(reader.line());
  if (words.size() != 2 || words[0] != "version" || (words[1] != "1" && words[1] != "1.0")) {
    reader.fail("version", quote_text(reader.line()), "'version 1'");
  }
  std::vector<PathProblem> problems;
  while (reader.next(map_line_limit)) {
    if (map_words(reader.line()).empty()) continue;
    if (problems.size() == problem_limit) {
      reader.fail("problem", "another one", "at most " + std::to_string(problem_limit) + " problems");
    }
    problems.push_back(read_problem(reader, map));
  }
  if (problems.empty()) reader.fail("problem", "the end of the file", "at least one problem");
  return problems;
}

void write_moving_ai_map(OutputFile& output, const GridMap& map) {
  std::ofstream file(output.temporary(), std::ios::binary | std::ios::trunc);
  file << "type octile\nheight " << map.height << "\nwidth " << map.width << "\nmap\n";
  std::string row(static_cast<std::size_t>(map.width) + 1, '\n');
  for (std::int32_t y = 0; y < map.height; ++y) {
    for (std::int32_t x = 0; x < map.width; ++x) row[static_cast<std::size_t>(x)] = map.is_passable(x, y) ? '.' : '@';
    file << row;
  }
  file.close();
  if (!file) throw MachineError(output.place() + ": cannot be written (disk full?)");
}

}  // namespace plethos::scenarios
