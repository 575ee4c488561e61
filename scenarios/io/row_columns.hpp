#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include "algorithms/simulation/frame.hpp"
#include "core/vec2.hpp"
#include "scenarios/io/trajectory.hpp"

namespace plethos::scenarios {

/// What the data sets of rows hold for an agent in a frame: /plethos/points/position, id and group, and /trajectory. They have the same
/// rows and the same chunks.
using RowColumns = std::tuple<Vec2, std::uint32_t, std::int32_t, TrajectoryRow>;
constexpr std::size_t row_columns = std::tuple_size_v<RowColumns>;
/// The bytes of an element of each, which HDF5 shuffles by.
constexpr std::array<std::size_t, row_columns> element_sizes{sizeof(float), sizeof(std::uint32_t), sizeof(std::int32_t),
                                                             sizeof(TrajectoryRow)};

inline RowColumns columns_of(std::int64_t frame, const simulation::PlacedAgent& agent, std::int32_t group) {
  return {{agent.x, agent.y}, agent.id, group, {frame, agent.id, agent.x, agent.y, 0}};
}

/// The rows of a chunk of these data sets.
inline std::uint64_t rows_of_row_chunk(std::size_t agents) {
  return std::clamp<std::uint64_t>(std::bit_ceil(std::uint64_t{4} * agents), std::uint64_t{1} << 12, std::uint64_t{1} << 16);
}

/// Calls visit(k, column) for each of some columns, k from 0.
template <class... Columns, class Visit>
void for_each_column(const std::tuple<Columns...>& columns, const Visit& visit) {
  std::apply([&, k = std::size_t{0}](const auto&... column) mutable { (visit(k++, column), ...); }, columns);
}

}  // namespace plethos::scenarios
