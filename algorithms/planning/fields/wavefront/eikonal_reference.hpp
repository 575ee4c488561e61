#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/planning/fields/field_source.hpp"
#include "algorithms/planning/fields/wavefront/wave_arguments.hpp"
#include "core/grid_map.hpp"

namespace plethos::planning::reference {

/// Returns the least whole number u for which a front that has come to two neighbors at a and b, on different axes, has crossed a cell by
/// u: (u - a)^2 + (u - b)^2 >= step^2, of both if u is beyond both, else of the one that it is beyond.
inline std::int64_t crossed_at(std::int64_t a, std::int64_t b, std::int64_t step) {
  const auto beyond = [](std::int64_t u, std::int64_t from) { return u > from ? (u - from) * (u - from) : 0; };
  std::int64_t u = a < b ? a : b;
  while (beyond(u, a) + beyond(u, b) < step * step) ++u;
  return u;
}

/// Returns for every cell of a map its distance to the nearest of some sources, in whole numbers as WaveFields has them for the metric
/// `eikonal`, `unreached` where there is no way: the Fast Marching Method (Sethian 1996), a search that takes the cell of least value
/// first. `unit`: the length of a cell of cost 1.
inline std::vector<std::int32_t> eikonal_field(const GridMap& map, std::int64_t unit, std::span<const std::int32_t> sources) {
  using Entry = std::pair<std::int64_t, std::size_t>;
  std::vector<std::int32_t> value(map.passable.size(), unreached);
  std::vector<std::uint8_t> is_final(map.passable.size(), 0);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  for (const std::int32_t source : sources) {
    value[static_cast<std::size_t>(source)] = 0;
    open.push({0, static_cast<std::size_t>(source)});
  }
  const auto final_value = [&](std::int32_t x, std::int32_t y) -> std::int64_t {
    return map.is_passable(x, y) && is_final[map.index(x, y)] ? value[map.index(x, y)] : unreached;
  };
  while (!open.empty()) {
    const auto [taken, at] = open.top();
    open.pop();
    if (is_final[at]) continue;
    is_final[at] = 1;
    const GridCell cell = map.cell(at);
    for (const GridCell next :
         {GridCell{cell.x - 1, cell.y}, GridCell{cell.x + 1, cell.y}, GridCell{cell.x, cell.y - 1}, GridCell{cell.x, cell.y + 1}}) {
      if (!map.is_passable(next.x, next.y)) continue;
      const std::size_t other = map.index(next.x, next.y);
      if (is_final[other]) continue;
      const std::int64_t across = std::min(final_value(next.x - 1, next.y), final_value(next.x + 1, next.y));
      const std::int64_t along = std::min(final_value(next.x, next.y - 1), final_value(next.x, next.y + 1));
      const std::int64_t lower = crossed_at(across, along, unit * map.cost_at(other));
      if (lower >= value[other]) continue;
      value[other] = static_cast<std::int32_t>(lower);
      open.push({lower, other});
    }
  }
  return value;
}

/// Returns whether a straight line from the center of a cell to that of another touches only passable cells that cost as much.
inline bool sees_over_even_ground(const GridMap& map, GridCell from, GridCell to) {
  const std::int32_t across = to.x - from.x, down = to.y - from.y;
  const std::int32_t cost = map.cost_at(map.index(from.x, from.y));
  for (std::int32_t y = std::min(from.y, to.y); y <= std::max(from.y, to.y); ++y) {
    for (std::int32_t x = std::min(from.x, to.x); x <= std::max(from.x, to.x); ++x) {
      // The line parts the corners of the cell, or meets one.
      const std::int32_t beside = 2 * (across * (y - from.y) - down * (x - from.x));
      if (std::abs(beside) > std::abs(across) + std::abs(down)) continue;
      if (!map.is_passable(x, y) || map.cost_at(map.index(x, y)) != cost) return false;
    }
  }
  return true;
}

/// What is known of a cell on one axis: the value of the neighbor that the front comes from, moved on by a third of the way to it from the
/// cell before it, and the weight of the difference to it.
struct UpwindAxis {
  float near, point, weight;
};

/// Returns the root of the upwind differences of a cell on one axis or on two.
inline float second_order_value(std::span<const UpwindAxis> axes, float step) {
  const auto alone = [&](const UpwindAxis& axis) { return axis.point + (axis.weight > 1 ? step * (2.f / 3.f) : step); };
  if (axes.size() == 1) return alone(axes[0]);
  const UpwindAxis &a = axes[0], &b = axes[1];
  const float least = std::min(a.near, b.near), greatest = std::max(a.near, b.near);
  const float p = a.point - least, q = b.point - least;
  const float weight = a.weight + b.weight;
  const float square = weight * (step * step) - a.weight * b.weight * ((p - q) * (p - q));
  if (square >= 0) {
    const float root = least + (a.weight * p + b.weight * q + std::sqrt(square)) * (1 / weight);
    if (root >= greatest) return root;
  }
  return std::min(alone(a), alone(b));
}

/// Returns the distances of second order that WaveFields makes of a field of the metric `eikonal`: cell by cell, in the order of the
/// field's values. `radius`: as second_order_radius.
inline std::vector<float> second_order_field(const GridMap& map, std::int64_t unit, std::span<const std::int32_t> sources,
                                             const std::vector<std::int32_t>& field, std::int32_t radius = second_order_radius) {
  std::vector<float> found(field.size(), static_cast<float>(unreached));
  std::vector<float> seen(field.size(), static_cast<float>(unreached));
  for (const std::int32_t source : sources) {
    const GridCell from = map.cell(static_cast<std::size_t>(source));
    const auto is_source = [&](std::int32_t x, std::int32_t y) {
      const bool is_inside = x >= 0 && x < map.width && y >= 0 && y < map.height;
      return is_inside && std::find(sources.begin(), sources.end(), static_cast<std::int32_t>(map.index(x, y))) != sources.end();
    };
    // Those around it look around instead.
    if (is_source(from.x - 1, from.y) && is_source(from.x + 1, from.y) && is_source(from.x, from.y - 1) && is_source(from.x, from.y + 1)) {
      continue;
    }
    const auto step = static_cast<float>(unit * map.cost_at(static_cast<std::size_t>(source)));
    for (std::int32_t y = std::max(from.y - radius, 0); y <= std::min(from.y + radius, map.height - 1); ++y) {
      for (std::int32_t x = std::max(from.x - radius, 0); x <= std::min(from.x + radius, map.width - 1); ++x) {
        const std::int32_t square = (x - from.x) * (x - from.x) + (y - from.y) * (y - from.y);
        if (square > radius * radius || !sees_over_even_ground(map, from, {x, y})) continue;
        seen[map.index(x, y)] = std::min(seen[map.index(x, y)], step * std::sqrt(static_cast<float>(square)));
      }
    }
  }
  std::vector<std::size_t> order;
  for (std::size_t cell = 0; cell < field.size(); ++cell) {
    if (field[cell] < unreached && map.passable[cell] != 0) order.push_back(cell);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return field[a] < field[b]; });
  const auto value = [&](std::int32_t x, std::int32_t y) { return map.is_passable(x, y) ? field[map.index(x, y)] : unreached; };
  for (const std::size_t cell : order) {
    const GridCell at = map.cell(cell);
    found[cell] = static_cast<float>(field[cell]);
    if (seen[cell] <= static_cast<float>(field[cell])) found[cell] = seen[cell];
    if (field[cell] == 0 || seen[cell] <= static_cast<float>(field[cell])) continue;
    const std::int64_t step = unit * map.cost_at(cell);
    const auto length = static_cast<float>(step);
    const std::int32_t across = std::min(value(at.x - 1, at.y), value(at.x + 1, at.y));
    const std::int32_t along = std::min(value(at.x, at.y - 1), value(at.x, at.y + 1));
    std::vector<UpwindAxis> axes;
    for (const bool is_row : {true, false}) {
      const std::int32_t own = is_row ? across : along, other = is_row ? along : across;
      if (own >= field[cell] || own >= other + step) continue;
      const std::int32_t columns = !is_row ? 0 : value(at.x - 1, at.y) == own ? -1 : 1;
      const std::int32_t rows = is_row ? 0 : value(at.x, at.y - 1) == own ? -1 : 1;
      const GridCell second{at.x + 2 * columns, at.y + 2 * rows};
      const std::size_t near = map.index(at.x + columns, at.y + rows);
      axes.push_back({found[near], found[near], 1});
      if (value(second.x, second.y) >= own) continue;
      const std::size_t far = map.index(second.x, second.y);
      if (map.cost_at(near) != map.cost_at(cell) || map.cost_at(far) != map.cost_at(cell) || found[far] > found[near]) continue;
      axes.back() = {found[near], found[near] + std::min(found[near] - found[far], length) * (1.f / 3.f), 2.25f};
    }
    if (!axes.empty()) found[cell] = second_order_value(axes, length);
  }
  return found;
}

}  // namespace plethos::planning::reference
