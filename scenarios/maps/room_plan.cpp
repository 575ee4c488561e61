#include "scenarios/maps/room_plan.hpp"

#include <array>
#include <utility>

namespace plethos::scenarios {

RoomPlan draw_rooms(std::int32_t columns, std::int32_t rows, double more, PhiloxStream& random) {
  RoomPlan plan;
  plan.columns = columns;
  plan.rows = rows;
  const std::size_t count = static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
  plan.joins_east.assign(count, false);
  plan.joins_south.assign(count, false);
  std::vector<bool> reached(count, false);
  std::vector<std::pair<std::int32_t, std::int32_t>> walk{{0, 0}};
  reached[0] = true;
  while (!walk.empty()) {
    const auto [column, row] = walk.back();
    std::array<std::pair<std::int32_t, std::int32_t>, 4> open;
    std::size_t ways = 0;
    for (const auto& [x, y] : {std::pair{column + 1, row}, {column, row + 1}, {column - 1, row}, {column, row - 1}}) {
      if (x >= 0 && x < columns && y >= 0 && y < rows && !reached[plan.index(x, y)]) open[ways++] = {x, y};
    }
    if (ways == 0) {
      walk.pop_back();
      continue;
    }
    const auto [x, y] = open[random.below(ways)];
    if (y == row) plan.joins_east[plan.index(std::min(x, column), row)] = true;
    if (x == column) plan.joins_south[plan.index(column, std::min(y, row))] = true;
    reached[plan.index(x, y)] = true;
    walk.emplace_back(x, y);
  }
  for (std::size_t room = 0; room < count; ++room) {
    if (random.between(0, 1) < more) plan.joins_east[room] = true;
    if (random.between(0, 1) < more) plan.joins_south[room] = true;
  }
  return plan;
}

}  // namespace plethos::scenarios
