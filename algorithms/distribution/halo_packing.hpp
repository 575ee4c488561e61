#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "core/agents.hpp"
#include "core/packed_agents.hpp"

namespace plethos::distribution {

/// Returns the bits of an element that ranks are told.
template <class View, class Column>
KOKKOS_INLINE_FUNCTION constexpr int told_bits() {
  return Column::bits > 0 ? Column::bits : 8 * static_cast<int>(sizeof(typename View::non_const_value_type));
}
/// Goes to the next word, by pointer or by number, if the present one has no room for so many bits beside `used` ones.
template <class Word>
KOKKOS_INLINE_FUNCTION constexpr void make_room(int bits, Word& word, int& used) {
  if (used + bits <= 32) return;
  ++word;
  used = 0;
}
/// Returns the words that columns of an agent take.
template <class... Columns>
constexpr std::int32_t told_words(ColumnList<Columns...>) {
  std::int32_t words = 0;
  int used = 32;
  const auto add = [&]<class Column, class View, class Of>(Column, View Of::*) {
    for (std::size_t k = 0; k < elements_of_agent<View>(0); ++k) {
      make_room(told_bits<View, Column>(), words, used);
      used += told_bits<View, Column>();
    }
  };
  (add(Columns(), Columns::member), ...);
  return words;
}

/// What ranks are told of a ghost at a time (Told), in so many words. Elements of fewer bits than a word share one, from its lowest bits
/// on; what is told of an element must hold its value.
template <class MemorySpace, Told when>
struct GhostColumns {
  using Columns = typename ColumnsTold<when, AgentColumns<Agents<MemorySpace>>>::type;
  static constexpr std::int32_t words = told_words(Columns());
  Agents<MemorySpace> agents;

  KOKKOS_INLINE_FUNCTION void write(std::int32_t i, std::uint32_t* to) const {
    int used = 0;
    for_each_column(Columns(), agents, [&]<class View, class Column>(const View& view, Column) {
      for_each_element(view, [&](auto... k) {
        make_room(told_bits<View, Column>(), to, used);
        const std::uint32_t value = as_word(view(i, k...));
        *to = used == 0 ? value : *to | value << used;
        used += told_bits<View, Column>();
      });
    });
  }
  KOKKOS_INLINE_FUNCTION void read(std::int32_t i, const std::uint32_t* from) const {
    int used = 0;
    for_each_column(Columns(), agents, [&]<class View, class Column>(const View& view, Column) {
      constexpr int bits = told_bits<View, Column>();
      for_each_element(view, [&](auto... k) {
        make_room(bits, from, used);
        const std::uint32_t word = *from >> used, value = bits == 32 ? word : word & ((std::uint32_t{1} << bits % 32) - 1);
        view(i, k...) = from_word<typename View::non_const_value_type>(value);
        used += bits;
      });
    });
  }
};

/// A copy of an agent on another rank, in a chain of all copies of the agent.
struct GhostCopy {
  std::int32_t slot;  ///< in what is sent to all ranks
  std::int32_t next;  ///< copy of the same agent, or -1
};

/// Writes what is sent of the agents of which other ranks have copies. Few agents have any, so that an item looks at several.
template <class Sent>
struct WriteGhosts {
  static constexpr int agents_of_item = 8;
  static constexpr int items(std::int32_t agents) { return (agents + agents_of_item - 1) / agents_of_item; }

  Sent sent;
  std::int32_t stride;  ///< items()
  std::int32_t word;    ///< of those that agents remember: 1 + their first copy, or 0
  const GhostCopy* copies;
  std::uint32_t* ghosts;

  KOKKOS_FUNCTION void operator()(int item) const {
    for (int i = item; i < sent.agents.owned; i += stride) {
      const std::uint32_t first = sent.agents.memory(i, word);
      for (auto at = static_cast<std::int32_t>(first) - 1; at >= 0; at = copies[at].next) {
        sent.write(i, ghosts + static_cast<std::int64_t>(copies[at].slot) * Sent::words);
      }
    }
  }
};

/// Takes over what has come of ghosts.
template <class Sent>
struct ReadGhosts {
  Sent sent;
  const std::uint32_t* ghosts;

  KOKKOS_FUNCTION void operator()(int k) const { sent.read(sent.agents.owned + k, ghosts + static_cast<std::int64_t>(k) * Sent::words); }
};

}  // namespace plethos::distribution
