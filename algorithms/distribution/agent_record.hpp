#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "core/agents.hpp"

namespace plethos::distribution {

/// Calls visit(column) for every column of agents, in the same order each time.
template <class Crowd, class Visit, auto... Column>
KOKKOS_INLINE_FUNCTION void for_each_column(ColumnList<Column...>, const Crowd& agents, const Visit& visit) {
  (visit(agents.*Column), ...);
}

/// Adds up the elements that columns have for an agent.
struct CountElements {
  std::int32_t* count;

  template <class Column>
  KOKKOS_INLINE_FUNCTION void operator()(const Column& column) const {
    *count += Column::rank() == 1 ? 1 : column.extent_int(1);
  }
};

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

  template <class Column>
  KOKKOS_INLINE_FUNCTION void operator()(const Column& column) const {
    if constexpr (Column::rank() == 1) {
      *(*to)++ = as_word(column(from));
    } else {
      for (int k = 0; k < column.extent_int(1); ++k) *(*to)++ = as_word(column(from, k));
    }
  }
};
/// Reads them.
struct ReadElements {
  std::int32_t to;
  const std::uint32_t** from;

  template <class Column>
  KOKKOS_INLINE_FUNCTION void operator()(const Column& column) const {
    using Value = typename Column::non_const_value_type;
    if constexpr (Column::rank() == 1) {
      column(to) = from_word<Value>(*(*from)++);
    } else {
      for (int k = 0; k < column.extent_int(1); ++k) column(to, k) = from_word<Value>(*(*from)++);
    }
  }
};

/// The columns but for the first one, which is the id.
template <class All>
struct WithoutFirst;
template <auto First, auto... Column>
struct WithoutFirst<ColumnList<First, Column...>> {
  using type = ColumnList<Column...>;
};
template <class Crowd>
using ColumnsOfRow = typename WithoutFirst<AgentColumns<Crowd>>::type;

/// Returns the words that hold all that there is of an agent.
template <class MemorySpace>
std::int32_t record_words(const Agents<MemorySpace>& agents) {
  std::int32_t count = 0;
  for_each_column(AgentColumns<Agents<MemorySpace>>(), agents, CountElements{&count});
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
