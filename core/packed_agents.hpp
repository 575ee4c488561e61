#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "core/agents.hpp"

namespace plethos {

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

/// Write the elements of the agent at i as words, one after the other, or read them.
template <class Columns, class MemorySpace>
KOKKOS_INLINE_FUNCTION void write_agent(Columns columns, const Agents<MemorySpace>& agents, std::int32_t i, std::uint32_t* to) {
  for_each_column(columns, agents,
                  [&](const auto& view, auto) { for_each_element(view, [&](auto... k) { *to++ = as_word(view(i, k...)); }); });
}
template <class Columns, class MemorySpace>
KOKKOS_INLINE_FUNCTION void read_agent(Columns columns, const Agents<MemorySpace>& agents, std::int32_t i, const std::uint32_t* from) {
  for_each_column(columns, agents, [&]<class View>(const View& view, auto) {
    for_each_element(view, [&](auto... k) { view(i, k...) = from_word<typename View::non_const_value_type>(*from++); });
  });
}

/// Returns the words of all columns of an agent.
template <class MemorySpace>
std::int32_t record_words(const Agents<MemorySpace>& agents) {
  std::int32_t words = 0;
  for_each_column(AgentColumns<Agents<MemorySpace>>(), agents,
                  [&](const auto& view, auto) { for_each_element(view, [&](auto...) { ++words; }); });
  return words;
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
    write_agent(AgentColumns<Agents<MemorySpace>>(), agents, agent(k), records.data() + static_cast<std::int64_t>(slot(k)) * words);
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
    const int filled = holes.extent_int(0);
    read_agent(AgentColumns<Agents<MemorySpace>>(), agents, k < filled ? holes(k) : first + (k - filled),
               records.data() + static_cast<std::int64_t>(k) * words);
  }
};

}  // namespace plethos
