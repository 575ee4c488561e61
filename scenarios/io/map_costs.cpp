#include "scenarios/io/map_costs.hpp"

#include <fstream>

#include "core/error.hpp"
#include "scenarios/io/map_text.hpp"

namespace plethos::scenarios {
namespace {

// The digits of a cost and a space.
constexpr std::size_t most_letters_of_cell = 8;

void read_row(const LineReader& reader, GridMap& map) {
  const auto words = map_words(reader.line());
  const auto width = static_cast<std::size_t>(map.width);
  if (words.size() != width) {
    reader.fail("row", std::to_string(words.size()) + " costs", std::to_string(width) + " (the width of the map)");
  }
  for (const std::string_view word : words) {
    const bool passable = map.passable[map.cost.size()] != 0;
    const std::int32_t cost = whole_word(reader, "cost", word, passable ? 1 : 0, maximum_cell_cost);
    map.cost.push_back(passable ? cost : 1);
  }
}

}  // namespace

std::string costs_beside(const std::string& map_path) { return map_path + ".cost"; }

void read_map_costs(const std::string& path, GridMap& map) {
  LineReader reader(path, "cell cost");
  const GridMap header = read_map_header(reader, "cost");
  if (header.width != map.width || header.height != map.height) {
    reader.fail("size", std::to_string(header.width) + " x " + std::to_string(header.height) + " cells",
                std::to_string(map.width) + " x " + std::to_string(map.height) + " (the map's)");
  }
  map.cost.clear();
  map.cost.reserve(map.passable.size());
  for (std::int32_t y = 0; y < map.height; ++y) {
    next_map_row(reader, map, y, most_letters_of_cell * static_cast<std::size_t>(map.width) + map_line_limit);
    read_row(reader, map);
  }
  require_map_end(reader);
}

void write_map_costs(OutputFile& output, const GridMap& map) {
  std::ofstream file(output.temporary(), std::ios::binary | std::ios::trunc);
  file << "type octile\nheight " << map.height << "\nwidth " << map.width << "\ncost\n";
  std::string row;
  for (std::int32_t y = 0; y < map.height; ++y) {
    row.clear();
    for (std::int32_t x = 0; x < map.width; ++x) {
      row += x > 0 ? " " : "";
      row += std::to_string(map.is_passable(x, y) ? map.cost_at(map.index(x, y)) : 0);
    }
    file << row << '\n';
  }
  file.close();
  if (!file) throw MachineError(output.place() + ": cannot be written (disk full?)");
}

}  // namespace plethos::scenarios
