#pragma once

#include <string>
#include <vector>

namespace plethos::tests {

/// Returns rows of letters as a Moving AI map.
inline std::string map_text(const std::vector<std::string>& rows) {
  std::string text = "type octile\nheight " + std::to_string(rows.size()) + "\nwidth " + std::to_string(rows[0].size()) + "\nmap\n";
  for (const std::string& row : rows) text.append(row).append("\n");
  return text;
}

/// Returns a Moving AI map of rooms with doors, of so many cells a side.
inline std::string rooms_map(std::size_t side) {
  std::vector<std::string> rows(side, std::string(side, '.'));
  for (std::size_t y = 0; y < side; ++y) {
    for (std::size_t x = 0; x < side; ++x) {
      if ((x % 8 == 7 && y % 8 != 3 && y % 8 != 4) || (y % 8 == 7 && x % 8 != 2 && x % 8 != 3)) rows[y][x] = '@';
    }
  }
  return map_text(rows);
}

}  // namespace plethos::tests
