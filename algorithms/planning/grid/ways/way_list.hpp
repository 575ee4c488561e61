#pragma once

#include "algorithms/planning/grid/ways/way_list_words.hpp"
#include "algorithms/planning/grid/ways/way_tiles.hpp"
#include "core/agent_words.hpp"

namespace plethos::planning {

/// What the agent at one place remembers of its way over the grid: the beginning of the list of cells at which the way bends, how far the
/// agent has come, and which tiles of the map the whole way crosses. All words zero: it has not searched.
template <class MemorySpace>
class WayList {
 public:
  using Words = typename Agents<MemorySpace>::Words;

  KOKKOS_INLINE_FUNCTION WayList(const Words& memory, std::int32_t first, std::int32_t place) : word_{memory, first, place} {}

  KOKKOS_INLINE_FUNCTION bool searched() const { return (word_(0) & searched_bit) != 0; }
  /// Whether there is no way.
  KOKKOS_INLINE_FUNCTION bool lost() const { return searched() && count() == 0; }
  /// Whether the list ends with the end of the way.
  KOKKOS_INLINE_FUNCTION bool whole() const { return (word_(0) & whole_bit) != 0; }
  KOKKOS_INLINE_FUNCTION std::int32_t count() const { return static_cast<std::int32_t>(word_(0) & count_mask); }
  /// The place in the list that the agent heads for.
  KOKKOS_INLINE_FUNCTION std::int32_t at() const { return static_cast<std::int32_t>(word_(0) >> at_place & count_mask); }
  /// A number that differs from that of the search before.
  KOKKOS_INLINE_FUNCTION std::int32_t serial() const { return static_cast<std::int32_t>(word_(0) >> serial_place); }
  KOKKOS_INLINE_FUNCTION std::int32_t cell(std::int32_t k) const { return static_cast<std::int32_t>(word_(1 + k)); }

  KOKKOS_INLINE_FUNCTION void head_for(std::int32_t k) const {
    word_(0) = (word_(0) & ~(count_mask << at_place)) | static_cast<std::uint32_t>(k) << at_place;
  }
  /// Begins the list of a new way. `cells`: how many will be listed; 0: there is no way.
  KOKKOS_INLINE_FUNCTION void begin(std::int32_t cells, bool ends) const {
    const auto next = static_cast<std::uint32_t>(serial() + 1);
    word_(0) = next << serial_place | searched_bit | (ends ? whole_bit : 0u) | static_cast<std::uint32_t>(cells);
  }
  KOKKOS_INLINE_FUNCTION void list(std::int32_t k, std::int32_t cell) const { word_(1 + k) = static_cast<std::uint32_t>(cell); }
  /// Takes note of the tiles that the whole way crosses.
  KOKKOS_INLINE_FUNCTION void cross(const WayTiles& tiles) const {
    for (std::int32_t k = 0; k < way_tile_words; ++k) word_(1 + listed_cells + k) = tiles.word[k];
  }
  /// Whether the way may cross one of these tiles.
  KOKKOS_INLINE_FUNCTION bool crosses(const WayTiles& tiles) const {
    WayTiles crossed;
    for (std::int32_t k = 0; k < way_tile_words; ++k) crossed.word[k] = word_(1 + listed_cells + k);
    return crossed.meets(tiles);
  }
  /// Lets the agent search again.
  KOKKOS_INLINE_FUNCTION void forget() const { word_(0) &= ~searched_bit; }

 private:
  static constexpr std::uint32_t count_mask = 15;
  static constexpr int at_place = 4;
  static constexpr std::uint32_t searched_bit = 1u << 8;
  static constexpr std::uint32_t whole_bit = 1u << 9;
  static constexpr int serial_place = 10;

  AgentWords<MemorySpace> word_;
};

/// What the agent at one place remembers of the field from which it listed its way: the cell that it was in, and the values there and at
/// the end of the list.
template <class MemorySpace>
class FieldWay {
 public:
  KOKKOS_INLINE_FUNCTION FieldWay(const typename Agents<MemorySpace>::Words& memory, std::int32_t first_of_list, std::int32_t place)
      : word_{memory, first_of_list + way_list_words, place} {}

  KOKKOS_INLINE_FUNCTION std::int32_t from() const { return static_cast<std::int32_t>(word_(0)); }
  KOKKOS_INLINE_FUNCTION std::int32_t value_from() const { return static_cast<std::int32_t>(word_(1)); }
  KOKKOS_INLINE_FUNCTION std::int32_t value_at_end() const { return static_cast<std::int32_t>(word_(2)); }
  KOKKOS_INLINE_FUNCTION void begin(std::int32_t from, std::int32_t value_from, std::int32_t value_at_end) const {
    word_(0) = static_cast<std::uint32_t>(from);
    word_(1) = static_cast<std::uint32_t>(value_from);
    word_(2) = static_cast<std::uint32_t>(value_at_end);
  }

 private:
  AgentWords<MemorySpace> word_;
};

/// What the agent at one place remembers of a way that is listed part by part: its ends, and where in the whole list the agent's own list
/// begins.
template <class MemorySpace>
class WayPart {
 public:
  KOKKOS_INLINE_FUNCTION WayPart(const typename Agents<MemorySpace>::Words& memory, std::int32_t first_of_list, std::int32_t place)
      : word_{memory, first_of_list + way_list_words, place} {}

  KOKKOS_INLINE_FUNCTION std::int32_t from() const { return static_cast<std::int32_t>(word_(0)); }
  KOKKOS_INLINE_FUNCTION std::int32_t to() const { return static_cast<std::int32_t>(word_(1)); }
  KOKKOS_INLINE_FUNCTION std::int32_t first() const { return static_cast<std::int32_t>(word_(2)); }
  KOKKOS_INLINE_FUNCTION void begin(std::int32_t from, std::int32_t to) const {
    word_(0) = static_cast<std::uint32_t>(from);
    word_(1) = static_cast<std::uint32_t>(to);
    word_(2) = 0;
  }
  KOKKOS_INLINE_FUNCTION void go_on(std::int32_t cells) const { word_(2) += static_cast<std::uint32_t>(cells); }

 private:
  AgentWords<MemorySpace> word_;
};

}  // namespace plethos::planning
