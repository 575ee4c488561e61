#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <functional>

#include "algorithms/distribution/cuts.hpp"
#include "algorithms/distribution/transport.hpp"
#include "backends/execution.hpp"
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

/// The columns but for the first one, which is the id.
template <class All>
struct WithoutFirst;
template <class First, class... Columns>
struct WithoutFirst<ColumnList<First, Columns...>> {
  using type = ColumnList<Columns...>;
};
template <class Crowd>
using ColumnsOfRow = typename WithoutFirst<AgentColumns<Crowd>>::type;

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

/// What a planner keeps of agents outside of their columns (Planner::carried_words()). It goes with an agent to another rank and into
/// files, as so many words behind the columns in the agent's record; 0 words: there is none.
template <class MemorySpace>
struct Carried {
  using Words = Kokkos::View<std::uint32_t*, MemorySpace>;
  using Integers = Kokkos::View<const std::int32_t*, MemorySpace>;

  std::int32_t words = 0;
  /// Writes the words of each agent[k] to record slot[k]. Records are `stride` words long, and the words begin at word `at` of each.
  std::function<void(const Integers& agent, const Integers& slot, const Words& records, std::int32_t stride, std::int32_t at)> write = {};
  /// Reads that of the agents at the places first, first + 1, ... from the first `count` records.
  std::function<void(std::int32_t first, std::int32_t count, const Words& records, std::int32_t stride, std::int32_t at)> read = {};
};

/// Together: sends the record of each agent[k], with its carried words, as item slot[k] of `cuts`. Returns what has come, as
/// Transport::send() does.
template <class Execution, class MemorySpace>
Post<MemorySpace> send_agents(Transport<Execution>& transport, const Execution& execution, const backends::Ranks& ranks,
                              const Agents<MemorySpace>& agents, const typename Carried<MemorySpace>::Integers& agent,
                              const typename Carried<MemorySpace>::Integers& slot, const Cuts& cuts, const Carried<MemorySpace>& carried) {
  const std::int32_t of_columns = record_words(agents), words = of_columns + carried.words;
  return transport.send(execution, ranks, cuts, words, [&](const auto& records) {
    backends::for_each(execution, "plethos::distribution::write_records", cuts.total(),
                       WriteRecords<MemorySpace>{agents, agent, slot, records, words});
    if (carried.words > 0) carried.write(agent, slot, records, words, of_columns);
  });
}

}  // namespace plethos::distribution
