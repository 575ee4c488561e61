#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <functional>

#include "algorithms/distribution/cuts.hpp"
#include "algorithms/distribution/transport.hpp"
#include "backends/execution.hpp"
#include "core/agents.hpp"
#include "core/packed_agents.hpp"

namespace plethos::distribution {

/// The columns but for the first one, which is the id.
template <class All>
struct WithoutFirst;
template <class First, class... Columns>
struct WithoutFirst<ColumnList<First, Columns...>> {
  using type = ColumnList<Columns...>;
};
template <class Crowd>
using ColumnsOfRow = typename WithoutFirst<AgentColumns<Crowd>>::type;

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
