#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "core/agents.hpp"

namespace plethos::distribution {

template <class Value>
KOKKOS_INLINE_FUNCTION std::uint32_t as_word(Value value) {
  if constexpr (sizeof(Value) == sizeof(std::uint32_t)) {
    return Kokkos::bit_cast<std::uint32_t>(value);
  } else {
    return value;
  }
}
template <class Value>
KOKKOS_INLINE_FUNCTION Value from_word(std::uint32_t word) {
  if constexpr (sizeof(Value) == sizeof(std::uint32_t)) {
    return Kokkos::bit_cast<Value>(word);
  } else {
    return static_cast<Value>(word);
  }
}

/// Writes one agent's elements as words, one after the other.
struct WriteElements {
  std::int32_t from;
  std::uint32_t** to;

  template <class View, class Column>
  KOKKOS_INLINE_FUNCTION void operator()(const View& view, Column) const {
    if constexpr (View::rank() == 1) {
      *(*to)++ = as_word(view(from));
    } else {
      for (int k = 0; k < view.extent_int(1); ++k) *(*to)++ = as_word(view(from, k));
    }
  }
};
/// Reads them.
struct ReadElements {
  std::int32_t to;
  const std::uint32_t** from;

  template <class View, class Column>
  KOKKOS_INLINE_FUNCTION void operator()(const View& view, Column) const {
    using Value = typename View::non_const_value_type;
    if constexpr (View::rank() == 1) {
      view(to) = from_word<Value>(*(*from)++);
    } else {
      for (int k = 0; k < view.extent_int(1); ++k) view(to, k) = from_word<Value>(*(*from)++);
    }
  }
};

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

/// Writes one agent's elements into words, from their lowest bits on; what is told of an element must hold its value.
struct PackElements {
  std::int32_t from;
  std::uint32_t** to;
  int* used;  ///< bits of the word at *to

  template <class View, class Column>
  KOKKOS_INLINE_FUNCTION void operator()(const View& view, Column) const {
    constexpr int bits = told_bits<View, Column>();
    const auto put = [&](std::uint32_t value) {
      make_room(bits, *to, *used);
      **to = *used == 0 ? value : **to | value << *used;
      *used += bits;
    };
    if constexpr (View::rank() == 1) {
      put(as_word(view(from)));
    } else {
      for (int k = 0; k < static_cast<int>(View::static_extent(1)); ++k) put(as_word(view(from, k)));
    }
  }
};
/// Reads them.
struct UnpackElements {
  std::int32_t to;
  const std::uint32_t** from;
  int* used;

  template <class View, class Column>
  KOKKOS_INLINE_FUNCTION void operator()(const View& view, Column) const {
    using Value = typename View::non_const_value_type;
    constexpr int bits = told_bits<View, Column>();
    const auto take = [&] {
      make_room(bits, *from, *used);
      const std::uint32_t word = **from >> *used;
      *used += bits;
      return from_word<Value>(bits == 32 ? word : word & ((std::uint32_t{1} << bits % 32) - 1));
    };
    if constexpr (View::rank() == 1) {
      view(to) = take();
    } else {
      for (int k = 0; k < static_cast<int>(View::static_extent(1)); ++k) view(to, k) = take();
    }
  }
};
/// Returns the words that these take for an agent.
template <class Crowd, class... Columns>
constexpr std::int32_t told_words(ColumnList<Columns...>) {
  std::int32_t words = 0;
  int used = 32;
  const auto add = [&]<class Column, class View>(Column, View Crowd::*) {
    for (std::size_t k = 0; k < elements_of_agent<View>(0); ++k) {
      make_room(told_bits<View, Column>(), words, used);
      used += told_bits<View, Column>();
    }
  };
  (add(Columns(), Columns::member), ...);
  return words;
}

/// The columns but for the first one, which is the id.
template <class All>
struct WithoutFirst;
template <class First, class... Columns>
struct WithoutFirst<ColumnList<First, Columns...>> {
  using type = ColumnList<Columns...>;
};
template <class Crowd>
using ColumnsOfRow = typename WithoutFirst<AgentColumns<Crowd>>::type;

/// Returns the words that hold all that there is of an agent.
template <class MemorySpace>
std::int32_t record_words(const Agents<MemorySpace>& agents) {
  std::int32_t count = 0;
  for_each_column(AgentColumns<Agents<MemorySpace>>(), agents,
                  [&]<class View>(const View&, auto) { count += static_cast<std::int32_t>(elements_of_agent<View>(agents.words())); });
  return count;
}

/// Writes agent[k] as the record slot[k], for each k.
template <class MemorySpace>
struct WriteRecords {
  static constexpr int grain = 256;
  using Integers = Kokkos::View<const std::int32_t*, MemorySpace>;
  Agents<MemorySpace> agents;
  Integers agent, slot;
  Kokkos::View<std::uint32_t*, MemorySpace> records;
  std::int32_t words;

  KOKKOS_FUNCTION void operator()(int k) const {
    std::uint32_t* to = records.data() + static_cast<std::int64_t>(slot(k)) * words;
    for_each_column(AgentColumns<Agents<MemorySpace>>(), agents, WriteElements{agent(k), &to});
  }
};

/// Makes agents of records: the first ones at the places `holes`, and the others from the place `first` on.
template <class MemorySpace>
struct ReadRecords {
  static constexpr int grain = 256;
  Agents<MemorySpace> agents;
  Kokkos::View<const std::uint32_t*, MemorySpace> records;
  std::int32_t words, first;
  Kokkos::View<const std::int32_t*, MemorySpace> holes = {};

  KOKKOS_FUNCTION void operator()(int k) const {
    const std::uint32_t* from = records.data() + static_cast<std::int64_t>(k) * words;
    const int filled = holes.extent_int(0);
    for_each_column(AgentColumns<Agents<MemorySpace>>(), agents, ReadElements{k < filled ? holes(k) : first + (k - filled), &from});
  }
};

}  // namespace plethos::distribution
