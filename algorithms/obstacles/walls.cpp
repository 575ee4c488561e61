#include "algorithms/obstacles/walls.hpp"

#include <cstring>
#include <utility>

#include "backends/execution.hpp"
#include "backends/instantiate.hpp"

namespace plethos::obstacles {

WallColumns make_wall_columns(std::span<const Segment> segments, std::size_t count) {
  WallColumns columns;
  for (std::vector<float>& column : columns.of_floats) column.reserve(count);
  for (std::vector<std::int32_t>& column : columns.of_integers) column.reserve(count);
  for (const Segment& segment : segments) {
    const float length = plethos::length(segment.b - segment.a);
    const Vec2 direction = length > 0 ? (1 / length) * (segment.b - segment.a) : Vec2{1, 0};
    const float floats[WallColumns::floats] = {segment.a.x, segment.a.y, segment.b.x, segment.b.y, direction.x, direction.y, length};
    const std::int32_t integers[WallColumns::integers] = {segment.previous, segment.next, static_cast<std::int32_t>(segment.solid)};
    for (std::size_t k = 0; k < WallColumns::floats; ++k) columns.of_floats[k].push_back(floats[k]);
    for (std::size_t k = 0; k < WallColumns::integers; ++k) columns.of_integers[k].push_back(integers[k]);
  }
  for (std::vector<float>& column : columns.of_floats) column.resize(count);
  for (std::vector<std::int32_t>& column : columns.of_integers) column.resize(count);
  return columns;
}

/// Words of several kinds that are copied to a memory space at once.
class PackedWords {
 public:
  /// Returns where the values begin.
  template <class Value>
  std::size_t add(const Value* values, std::size_t count) {
    static_assert(sizeof(Value) % sizeof(std::int32_t) == 0);
    const std::size_t place = words_.size();
    if (count == 0) return place;
    words_.resize(place + count * (sizeof(Value) / sizeof(std::int32_t)));
    std::memcpy(words_.data() + place, values, count * sizeof(Value));
    return place;
  }
  template <class Value>
  std::size_t add(const std::vector<Value>& values) {
    return add(values.data(), values.size());
  }
  std::span<const std::int32_t> words() const { return words_; }

 private:
  std::vector<std::int32_t> words_;
};

/// Copies the columns of one wall that moves.
template <class MemorySpace>
struct CopyMovedWall {
  Walls<MemorySpace> walls;
  Kokkos::View<const std::int32_t*, MemorySpace> columns;  // one after the other
  std::int32_t moving;

  KOKKOS_FUNCTION void operator()(int k) const {
    const std::int32_t place = walls.staying.count + k;
    int column = k;
    const auto next = [&] {
      const std::int32_t word = columns(column);
      column += moving;
      return word;
    };
    const auto next_float = [&] { return Kokkos::bit_cast<float>(next()); };
    walls.x(place) = next_float();
    walls.y(place) = next_float();
    walls.end_x(place) = next_float();
    walls.end_y(place) = next_float();
    walls.direction_x(place) = next_float();
    walls.direction_y(place) = next_float();
    walls.length(place) = next_float();
    walls.previous(place) = next();
    walls.next(place) = next();
    walls.solid(place) = next();
  }
};

template <class Execution, class MemorySpace>
void move_walls(const Execution& execution, std::span<const Segment> moving, const Bounds& bounds, WallIndex index,
                Walls<MemorySpace>& walls) {
  const std::int32_t first = walls.staying.count;
  const auto count = static_cast<std::int32_t>(moving.size());
  KOKKOS_ASSERT(static_cast<std::size_t>(first + count) <= walls.x.size());
  walls.count = first + count;
  walls.moving = {};
  if (count == 0) return;
  const HostWallLookup lookup = make_host_wall_lookup(moving, first, bounds, index);
  const WallColumns columns = make_wall_columns(moving, moving.size());
  const bool has_tree = index == WallIndex::tree;
  PackedWords packed;
  // Boxes come first: they are the ones to be aligned.
  if (has_tree) packed.add(lookup.tree.boxes.memory.data(), lookup.tree.boxes.memory.size());
  const std::size_t segment = packed.add(lookup.tree.segment), start = packed.add(lookup.start), item = packed.add(lookup.item);
  const std::size_t of_columns = packed.words().size();
  for (const auto& column : columns.of_floats) packed.add(column);
  for (const auto& column : columns.of_integers) packed.add(column);

  execution.fence();
  const auto words = refill_view("plethos::walls::moved", packed.words(), walls.moved);
  const auto part = [&](std::size_t from, std::size_t size) { return Kokkos::subview(words, std::pair(from, from + size)); };
  walls.moving.count = count;
  walls.moving.grid = lookup.grid;
  walls.moving.start = part(start, lookup.start.size());
  walls.moving.item = part(item, lookup.item.size());
  if (has_tree) {
    walls.moving.tree.segment = part(segment, lookup.tree.segment.size());
    walls.moving.tree.boxes.levels = lookup.tree.boxes.levels;
    walls.moving.tree.boxes.levels.box = reinterpret_cast<Box*>(words.data());
  }
  backends::for_each(execution, "plethos::walls::copy_moved", count,
                     CopyMovedWall<MemorySpace>{walls, part(of_columns, packed.words().size() - of_columns), count});
  execution.fence();
}

#define PLETHOS_MOVE_WALLS(Execution) \
  template void move_walls(const Execution&, std::span<const Segment>, const Bounds&, WallIndex, Walls<typename Execution::memory_space>&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_MOVE_WALLS);
#undef PLETHOS_MOVE_WALLS

}  // namespace plethos::obstacles
