#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace plethos::teaching {

struct CellQuery {
  std::int32_t from_x, from_y, to_x, to_y;  ///< columns and rows, 0 to 65,535
};

/// Returns a number whose even bits are those of x and whose odd bits are those of y, each 0 to 65,535: a place on a curve that visits the
/// cells of a square before those of the next one, for squares of every size that is a power of two (Morton 1966).
inline std::uint32_t place_on_curve(std::uint32_t x, std::uint32_t y) {
  const auto spread = [](std::uint32_t bits) {
    bits = (bits | bits << 8) & 0x00ff00ffu;
    bits = (bits | bits << 4) & 0x0f0f0f0fu;
    bits = (bits | bits << 2) & 0x33333333u;
    return (bits | bits << 1) & 0x55555555u;
  };
  return spread(x) | spread(y) << 1;
}

/// Returns the queries' numbers in an order in which those follow each other that begin in the same block of cells, and of these those
/// that end near each other; equal ones by their numbers. `block`: cells of a side, a power of two.
inline std::vector<std::int32_t> order_of(std::span<const CellQuery> queries, std::int32_t block) {
  const auto key = [block](const CellQuery& query) {
    const auto place = [block](std::int32_t x, std::int32_t y) {
      return place_on_curve(static_cast<std::uint32_t>(x / block), static_cast<std::uint32_t>(y / block));
    };
    return std::pair(place(query.from_x, query.from_y), place(query.to_x, query.to_y));
  };
  std::vector<std::int32_t> order(queries.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
    return key(queries[static_cast<std::size_t>(a)]) < key(queries[static_cast<std::size_t>(b)]);
  });
  return order;
}

}  // namespace plethos::teaching
