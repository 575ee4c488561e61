#include "scenarios/io/moving_ai.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "core/error.hpp"
#include "core/text.hpp"
#include "scenarios/io/line_reader.hpp"
#include "scenarios/io/map_text.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::int64_t problem_limit = 10'000'000;
// Version 0 does not give the map's size.
constexpr std::size_t columns_of_version_0 = 7, columns_of_version_1 = 9;

/// Returns the terrain that a letter stands for; nothing for an unknown letter.
constexpr std::optional<Terrain> terrain_of(char letter) {
  const char capital = letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  switch (capital) {
    case '.':
    case 'G':
    case 'B':
    case 'S':
      return Terrain::land;
    case 'W':
      return Terrain::water;
    case 'T':
      return Terrain::trees;
    case '@':
    case 'O':
      return Terrain::none;
    default:
      return {};
  }
}

void read_row(const LineReader& reader, std::int32_t swamp_cost, TerrainMap& map) {
  const auto width = static_cast<std::size_t>(map.width);
  const std::string_view row = without_end_blanks(reader.line());
  if (row.size() != width) {
    reader.fail("row", std::to_string(row.size()) + " cells", std::to_string(width) + " (the width of the map)");
  }
  for (std::size_t x = 0; x < row.size(); ++x) {
    const std::optional<Terrain> terrain = terrain_of(row[x]);
    if (!terrain) {
      reader.fail("row", "terrain " + quote_text(row.substr(x, 1)) + " in column " + std::to_string(x + 1),
                  "one of . G B S (land) W (water) T (trees) @ O (nothing)");
    }
    map.passable.push_back(*terrain == Terrain::land ? 1 : 0);
    map.terrain.push_back(*terrain);
    if (swamp_cost > 1) map.cost.push_back(row[x] == 'S' || row[x] == 's' ? swamp_cost : 1);
  }
}

/// Returns the columns of a problem. Where tabs separate them, the name of the map may hold spaces.
std::vector<std::string_view> problem_words(std::string_view line, std::size_t expected) {
  std::vector<std::string_view> words = map_words(line);
  if (words.size() <= expected) return words;
  std::vector<std::string_view> columns;
  for (std::size_t at = line.find_first_not_of(blanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find('\t', at), line.size());
    columns.push_back(without_end_blanks(line.substr(at, end - at)));
    at = line.find_first_not_of(blanks, end);
  }
  return columns.size() == expected ? columns : words;
}

/// Returns how many columns a problem has, by the file's first line. A file without a version is of version 0, and that line is a problem.
std::size_t columns_of_problems(const LineReader& reader) {
  const auto words = map_words(reader.line());
  if (!words.empty() && words[0] == "version") {
    if (words.size() == 2 && (words[1] == "1" || words[1] == "1.0")) return columns_of_version_1;
    if (words.size() == 2 && (words[1] == "0" || words[1] == "0.0")) return columns_of_version_0;
  } else if (problem_words(reader.line(), columns_of_version_0).size() == columns_of_version_0) {
    return columns_of_version_0;
  }
  reader.fail("version", quote_text(reader.line()), "'version 1'");
}

/// What keeps a problem from holding on its map.
struct ProblemFault {
  const char* key;
  std::string found, expected, why;
};

std::optional<ProblemFault> find_fault(const PathProblem& problem, const TerrainMap& map) {
  const auto terrain = [&](std::int32_t x, std::int32_t y) { return map.terrain_at(map.index(x, y)); };
  const auto at = [](std::int32_t x, std::int32_t y) { return " at " + std::to_string(x) + ", " + std::to_string(y); };
  const Terrain from = terrain(problem.start_x, problem.start_y);
  const Terrain to = terrain(problem.goal_x, problem.goal_y);
  const auto blocked = [&](const char* key, std::int32_t x, std::int32_t y) {
    return ProblemFault{key, "a blocked cell" + at(x, y), "a passable cell", "with an end on a blocked cell"};
  };
  if (from == Terrain::none) return blocked("start", problem.start_x, problem.start_y);
  if (to == Terrain::none) return blocked("goal", problem.goal_x, problem.goal_y);
  if (from == to) return {};
  return ProblemFault{"goal", terrain_name(to) + at(problem.goal_x, problem.goal_y), std::string(terrain_name(from)) + " as at the start",
                      "from one terrain to another"};
}

PathProblem read_problem(const LineReader& reader, std::size_t columns, const TerrainMap& map) {
  const auto words = problem_words(reader.line(), columns);
  const bool has_size = columns == columns_of_version_1;
  if (words.size() != columns) {
    reader.fail("problem", std::to_string(words.size()) + " columns",
                std::to_string(columns) + " (bucket, map, " + (has_size ? "map width, map height, " : "") +
                    "start x, start y, goal x, goal y, optimal length)");
  }
  constexpr std::int32_t largest = std::numeric_limits<std::int32_t>::max();
  const auto size = [&](const char* key, std::string_view word, std::int32_t expected) {
    if (whole_word(reader, key, word, 0, largest) != expected) {
      reader.fail(key, word, std::to_string(expected) + " (the map's)");
    }
  };
  PathProblem problem;
  problem.line = reader.number();
  problem.bucket = whole_word(reader, "bucket", words[0], 0, largest);
  if (has_size) {
    size("map width", words[2], map.width);
    size("map height", words[3], map.height);
  }
  const auto end = words.end() - 5;
  problem.start_x = whole_word(reader, "start x", end[0], 0, map.width - 1);
  problem.start_y = whole_word(reader, "start y", end[1], 0, map.height - 1);
  problem.goal_x = whole_word(reader, "goal x", end[2], 0, map.width - 1);
  problem.goal_y = whole_word(reader, "goal y", end[3], 0, map.height - 1);
  problem.optimal_length = number_word(reader, "optimal length", end[4], 0., 1e9);
  problem.terrain = map.terrain_at(map.index(problem.start_x, problem.start_y));
  return problem;
}

}  // namespace

TerrainMap read_moving_ai_map(const std::string& path, std::int32_t swamp_cost) {
  LineReader reader(path, "Moving AI .map");
  TerrainMap map = read_map_header(reader, "map");
  // The header may lie about the size, so memory is claimed row by row, as rows are read.
  for (std::int32_t y = 0; y < map.height; ++y) {
    next_map_row(reader, map, y, static_cast<std::size_t>(map.width) + map_line_limit);
    read_row(reader, swamp_cost, map);
  }
  require_map_end(reader);
  const bool several = std::any_of(map.terrain.begin(), map.terrain.end(), [](Terrain t) { return t > Terrain::land; });
  if (!several) map.terrain = {};
  return map;
}

ScenFile read_moving_ai_scen(const std::string& path, const TerrainMap& map, bool strict) {
  LineReader reader(path, "Moving AI .scen");
  next_map_line(reader, "version", "'version 1'");
  const std::size_t columns = columns_of_problems(reader);
  ScenFile file;
  std::size_t line_of_fault = 0;
  std::optional<ProblemFault> first_fault;
  bool is_read = map_words(reader.line())[0] != "version";  // a first line without a version
  while (std::exchange(is_read, false) || reader.next(map_line_limit)) {
    if (map_words(reader.line()).empty()) continue;
    if (file.all() == problem_limit) {
      reader.fail("problem", "another one", "at most " + std::to_string(problem_limit) + " problems");
    }
    const PathProblem problem = read_problem(reader, columns, map);
    std::optional<ProblemFault> fault = find_fault(problem, map);
    if (!fault) {
      file.problems.push_back(problem);
      continue;
    }
    if (strict) reader.fail(fault->key, fault->found, fault->expected);
    file.left_out.add(fault->why, problem.line);
    if (first_fault) continue;
    first_fault = std::move(fault);
    line_of_fault = problem.line;
  }
  if (!file.problems.empty()) return file;
  if (first_fault) reader.fail_at(line_of_fault, first_fault->key, first_fault->found, first_fault->expected);
  reader.fail("problem", "the end of the file", "at least one problem");
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
