#include "scenarios/io/moving_ai.hpp"

#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <string_view>

#include "core/error.hpp"
#include "core/text.hpp"
#include "scenarios/io/line_reader.hpp"
#include "scenarios/io/output_file.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::size_t line_limit = 4096;
constexpr std::size_t problem_limit = 10'000'000;

std::vector<std::string_view> split(std::string_view line) {
  // Map names may hold spaces if tabs separate the columns.
  const std::string_view separators = line.find('\t') == std::string_view::npos ? " " : "\t";
  std::vector<std::string_view> words;
  for (std::size_t at = line.find_first_not_of(separators); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(separators, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(separators, end);
  }
  return words;
}

template <class Number>
Number parse(const LineReader& reader, std::string_view key, std::string_view word, Number low, Number high) {
  Number value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool whole_word = error == std::errc{} && end == word.data() + word.size();
  if (!whole_word || !(value >= low && value <= high)) {
    const std::string kind = std::is_integral_v<Number> ? "a whole number from " : "a number from ";
    const auto text = [](Number bound) {
      const std::string digits = std::to_string(bound);
      return digits.substr(0, digits.find('.'));
    };
    reader.fail(key, word.empty() ? "nothing" : quote_text(word), kind + text(low) + " to " + text(high));
  }
  return value;
}

void next_header_line(LineReader& reader, std::string_view key, std::string_view expected) {
  if (!reader.next(line_limit)) reader.fail(key, "the end of the file", expected);
}

std::int32_t read_dimension(LineReader& reader, const std::string& key) {
  next_header_line(reader, key, "'" + key + "' and a number");
  const auto words = split(reader.line());
  if (words.size() != 2 || words[0] != key) reader.fail(key, quote_text(reader.line()), "'" + key + "' and a number");
  return parse<std::int32_t>(reader, key, words[1], 1, static_cast<std::int32_t>(maximum_map_cells));
}

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

void read_row(const LineReader& reader, GridMap& map) {
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
  }
}

void require_end(LineReader& reader) {
  while (reader.next(line_limit)) {
    if (!split(reader.line()).empty()) reader.fail("row", quote_text(reader.line()), "the end of the file after the last row");
  }
}

PathProblem read_problem(const LineReader& reader, const GridMap& map) {
  const auto words = split(reader.line());
  if (words.size() != 9) {
    reader.fail("problem", std::to_string(words.size()) + " columns",
                "9 (bucket, map, map width, map height, start x, start y, goal x, goal y, optimal length)");
  }
  constexpr std::int32_t largest = std::numeric_limits<std::int32_t>::max();
  const auto size = [&](const char* key, std::string_view word, std::int32_t expected) {
    if (parse<std::int32_t>(reader, key, word, 0, largest) != expected) {
      reader.fail(key, word, std::to_string(expected) + " (the map's)");
    }
  };
  PathProblem problem;
  problem.bucket = parse<std::int32_t>(reader, "bucket", words[0], 0, largest);
  size("map width", words[2], map.width);
  size("map height", words[3], map.height);
  problem.start_x = parse<std::int32_t>(reader, "start x", words[4], 0, map.width - 1);
  problem.start_y = parse<std::int32_t>(reader, "start y", words[5], 0, map.height - 1);
  problem.goal_x = parse<std::int32_t>(reader, "goal x", words[6], 0, map.width - 1);
  problem.goal_y = parse<std::int32_t>(reader, "goal y", words[7], 0, map.height - 1);
  problem.optimal_length = parse<double>(reader, "optimal length", words[8], 0., 1e9);
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

GridMap read_moving_ai_map(const std::string& path) {
  LineReader reader(path, "Moving AI .map");
  next_header_line(reader, "type", "'type octile'");
  const auto words = split(reader.line());
  if (words.size() != 2 || words[0] != "type") reader.fail("type", quote_text(reader.line()), "'type octile'");

  GridMap map;
  map.height = read_dimension(reader, "height");
  map.width = read_dimension(reader, "width");
  if (std::int64_t{map.height} * map.width > maximum_map_cells) {
    reader.fail("width", std::to_string(map.width) + " x " + std::to_string(map.height) + " cells",
                "at most " + std::to_string(maximum_map_cells) + " cells");
  }
  next_header_line(reader, "map", "'map'");
  if (split(reader.line()) != std::vector<std::string_view>{"map"}) reader.fail("map", quote_text(reader.line()), "'map'");

  // The header may lie about the size, so memory is claimed row by row, as rows are read.
  for (std::int32_t y = 0; y < map.height; ++y) {
    if (!reader.next(static_cast<std::size_t>(map.width) + line_limit)) {
      reader.fail("row", "the end of the file after " + std::to_string(y) + " rows", std::to_string(map.height) + " rows");
    }
    read_row(reader, map);
  }
  require_end(reader);
  return map;
}

std::vector<PathProblem> read_moving_ai_scen(const std::string& path, const GridMap& map) {
  LineReader reader(path, "Moving AI .scen");
  next_header_line(reader, "version", "'version 1'");
  const auto words = split(reader.line());
  if (words.size() != 2 || words[0] != "version" || (words[1] != "1" && words[1] != "1.0")) {
    reader.fail("version", quote_text(reader.line()), "'version 1'");
  }
  std::vector<PathProblem> problems;
  while (reader.next(line_limit)) {
    if (split(reader.line()).empty()) continue;
    if (problems.size() == problem_limit) {
      reader.fail("problem", "another one", "at most " + std::to_string(problem_limit) + " problems");
    }
    problems.push_back(read_problem(reader, map));
  }
  if (problems.empty()) reader.fail("problem", "the end of the file", "at least one problem");
  return problems;
}

void write_moving_ai_map(const std::string& path, const GridMap& map) {
  OutputFile output(path);
  std::ofstream file(output.temporary(), std::ios::binary | std::ios::trunc);
  file << "type octile\nheight " << map.height << "\nwidth " << map.width << "\nmap\n";
  std::string row(static_cast<std::size_t>(map.width) + 1, '\n');
  for (std::int32_t y = 0; y < map.height; ++y) {
    for (std::int32_t x = 0; x < map.width; ++x) row[static_cast<std::size_t>(x)] = map.is_passable(x, y) ? '.' : '@';
    file << row;
  }
  file.close();
  if (!file) throw MachineError(output.place() + ": cannot be written (disk full?)");
  output.keep();
}

}  // namespace plethos::scenarios
