#pragma once

#include "algorithms/planning/fields/half_cells.hpp"
#include "algorithms/planning/fields/wavefront/wave_fields.hpp"

namespace plethos::planning {

/// A walk down an eikonal field, from cell to cell, along the slope of each. It keeps its place within a cell, so that it goes at any
/// angle.
template <class MemorySpace>
class WaveDescent {
 public:
  KOKKOS_INLINE_FUNCTION WaveDescent(const WaveValues<MemorySpace>& values, std::int32_t unit, std::int32_t field, std::int32_t cell)
      : values_(values), unit_(unit), field_(field), cell_(cell) {}

  KOKKOS_INLINE_FUNCTION std::int32_t cell() const { return cell_; }
  /// Moves on to a neighbor of a smaller value. Returns whether there was one; there is none at a source, or where no wave came.
  KOKKOS_INLINE_FUNCTION bool step() {
    const std::int32_t own = values_.at(field_, cell_);
    if (own == 0 || own >= unreached) return false;
    const Side across = lesser(0, 2), along = lesser(1, 3);
    const std::int32_t length = unit_ * static_cast<std::int32_t>(values_.graph.cost(cell_));
    const bool uses_across = across.value - along.value < length;
    const bool uses_along = along.value - across.value < length;
    const float fall_across = uses_across ? fall_to(across, own) : 0.f;
    const float fall_along = uses_along ? fall_to(along, own) : 0.f;
    const bool mostly_across = fall_across >= fall_along;
    const float steepest = mostly_across ? fall_across : fall_along;
    if (!(steepest > 0.f)) return false;
    x_ += static_cast<float>(across.sign) * (fall_across / steepest);
    y_ += static_cast<float>(along.sign) * (fall_along / steepest);
    std::int32_t columns = cells_beyond(x_), rows = cells_beyond(y_);
    if (columns != 0 && rows != 0 && !falls(direction_of(columns, rows), own)) {
      // The next cell is the one beside this one. The place stays at the edge that it cannot cross.
      float& kept = mostly_across ? y_ : x_;
      kept = kept < 0.f ? -edge : edge;
      (mostly_across ? rows : columns) = 0;
    }
    x_ -= static_cast<float>(columns);
    y_ -= static_cast<float>(rows);
    cell_ += rows * values_.graph.width + columns;
    return true;
  }

 private:
  /// The neighbor of lesser value on one axis.
  struct Side {
    std::int32_t value, sign, cell;
  };
  static constexpr float edge = 0.499f;

  KOKKOS_INLINE_FUNCTION Side lesser(int forward, int backward) const {
    const std::int32_t ahead = value_beside(forward), behind = value_beside(backward);
    return ahead < behind ? Side{ahead, 1, values_.graph.neighbor(cell_, forward)}
                          : Side{behind, -1, values_.graph.neighbor(cell_, backward)};
  }
  /// Returns by how much a neighbor's length is less.
  KOKKOS_INLINE_FUNCTION float fall_to(const Side& side, std::int32_t own) const {
    const std::int32_t fall = own - side.value;
    if (values_.distances.extent(0) == 0 || fall <= 0) return static_cast<float>(fall);
    // Where a value falls, its distance of second order need not.
    return Kokkos::max(values_.length(field_, cell_) - values_.length(field_, side.cell), 1.f);
  }
  KOKKOS_INLINE_FUNCTION std::int32_t value_beside(int direction) const {
    if ((values_.graph.steps(cell_) >> direction & 1) == 0) return unreached;
    return values_.at(field_, values_.graph.neighbor(cell_, direction));
  }
  KOKKOS_INLINE_FUNCTION bool falls(int direction, std::int32_t own) const {
    return (values_.graph.steps(cell_) >> direction & 1) != 0 && values_.at(field_, values_.graph.neighbor(cell_, direction)) < own;
  }
  /// Places in a cell are from -1/2 to 1/2.
  KOKKOS_INLINE_FUNCTION static std::int32_t cells_beyond(float place) { return place >= 0.5f ? 1 : place < -0.5f ? -1 : 0; }

  const WaveValues<MemorySpace>& values_;
  std::int32_t unit_, field_, cell_;
  float x_ = 0, y_ = 0;  ///< in cells from the center of the cell, to the east and to the south
};

/// A list names a place at least every so many cells.
inline constexpr std::int32_t longest_look = 32;

/// Calls visit(cell) for cells of the way from a cell down an eikonal field, until visit() returns false. Straight lines between them
/// touch only cells that cost as much as the one where the line begins. The last one is the source. The members of a team look along lines
/// to the next cells, each to one of them. Cost: the cells of the way, and for each of them those of a line.
template <class Team, class MemorySpace, class Visit>
KOKKOS_INLINE_FUNCTION void for_each_turn(const Team& team, const WaveValues<MemorySpace>& values, std::int32_t unit, std::int32_t field,
                                          std::int32_t from, const Visit& visit) {
  const GridGraph<MemorySpace>& graph = values.graph;
  const HalfCells numbers{graph.width};
  const auto sees = [&](std::int32_t one, std::int32_t other) {
    const HalfCell here = numbers.center(one), there = numbers.center(other);
    return Kokkos::abs(there.x - here.x) <= 2 * longest_look && Kokkos::abs(there.y - here.y) <= 2 * longest_look &&
           is_line_through(graph, here, there,
                           [&](std::int32_t cell) { return graph.passable(cell) != 0 && graph.cost(cell) == graph.cost(one); });
  };
  WaveDescent<MemorySpace> descent(values, unit, field, from);
  std::int32_t seen_from = from;
  for (bool ends = false; !ends;) {
    std::int32_t before = from, cell = from, count = 0;  // this member's cell, and the one before it
    for (; count < Team::size; ++count) {
      const std::int32_t last = descent.cell();
      ends = !descent.step();
      if (ends) break;
      if (count == team.rank()) {
        before = last;
        cell = descent.cell();
      }
    }
    for (std::int32_t next = 0; next < count;) {
      const std::int32_t hidden =
          team.first(count, [&](std::int32_t k) { return k >= next && before != seen_from && !sees(seen_from, cell); });
      if (hidden < 0) break;
      seen_from = team.least(count, [&](std::int32_t k) { return k == hidden ? before : unreached; });
      if (!visit(seen_from)) return;
      next = hidden + 1;
    }
  }
  if (descent.cell() != from) visit(descent.cell());
}

}  // namespace plethos::planning
