#pragma once

#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

#include "algorithms/distribution/agent_record.hpp"
#include "backends/execution.hpp"
#include "backends/ranks/ranks.hpp"
#include "core/to_view.hpp"

namespace plethos::distribution {

/// Gives the items of each rank slots one after the other, in the order of ranks.
struct Slots {
  std::vector<std::int32_t> slot;   ///< of each item
  std::vector<std::int32_t> first;  ///< of each rank, and at the end the number of all

  Slots(std::span<const std::int32_t> rank_of_item, int ranks) : slot(rank_of_item.size()), first(static_cast<std::size_t>(ranks) + 1, 0) {
    for (const std::int32_t rank : rank_of_item) ++first[static_cast<std::size_t>(rank) + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<std::int32_t> next = first;
    for (std::size_t k = 0; k < slot.size(); ++k) slot[k] = next[static_cast<std::size_t>(rank_of_item[k])]++;
  }
  std::int32_t count(std::size_t rank) const { return first[rank + 1] - first[rank]; }
};

/// What agents take along to another rank besides their columns, behind these in their records. `words` of an agent; 0: nothing.
template <class MemorySpace>
struct Luggage {
  using Words = Kokkos::View<std::uint32_t*, MemorySpace>;
  using Integers = Kokkos::View<const std::int32_t*, MemorySpace>;

  std::int32_t words = 0;
  /// Write what agent[k] has to record slot[k]; or give the agents from the place `first` on what is in records 0 to count - 1. Records are
  /// `stride` words long, and these begin at word `at`.
  std::function<void(const Integers& agent, const Integers& slot, const Words& records, std::int32_t stride, std::int32_t at)> write = {};
  std::function<void(std::int32_t first, std::int32_t count, const Words& records, std::int32_t stride, std::int32_t at)> read = {};
};

/// Records of agents that have come from other ranks, in the order of ranks.
template <class MemorySpace>
struct Post {
  Kokkos::View<std::uint32_t*, MemorySpace> records;
  std::int32_t words = 0;           ///< of a record
  std::vector<std::int32_t> count;  ///< from each rank
  std::int32_t total = 0;
};

/// Together: sends the records of agents to the ranks that `slots` says. Returns what has come. Waits. Cost: copies of the records between
/// the agents' memory and the host's.
template <class Execution, class MemorySpace = typename Execution::memory_space>
Post<MemorySpace> post_agents(const Execution& execution, const backends::Ranks& ranks, const Agents<MemorySpace>& agents,
                              const Kokkos::View<std::int32_t*, MemorySpace>& agent, const Slots& slots,
                              const Luggage<MemorySpace>& luggage = {}) {
  const std::int32_t of_columns = record_words(agents), words = of_columns + luggage.words;
  const auto bytes = [&](std::int32_t records) { return 4 * static_cast<std::size_t>(words) * static_cast<std::size_t>(records); };
  const auto count = static_cast<std::int32_t>(slots.slot.size());
  using Words = Kokkos::View<std::uint32_t*, MemorySpace>;
  std::vector<std::vector<std::byte>> outgoing(static_cast<std::size_t>(ranks.size()));
  if (count > 0) {
    const auto records = unset_view<Words>("plethos::distribution::outgoing", bytes(count) / 4);
    const auto slot = to_view<MemorySpace>("plethos::distribution::slots", slots.slot);
    backends::for_each(execution, "plethos::distribution::write_records", count,
                       WriteRecords<MemorySpace>{agents, agent, slot, records, words});
    if (luggage.words > 0) luggage.write(agent, slot, records, words, of_columns);
    execution.fence();
    const auto host = host_view(records);
    const auto* const from = reinterpret_cast<const std::byte*>(host.data());
    for (std::size_t rank = 0; rank < outgoing.size(); ++rank) {
      outgoing[rank].assign(from + bytes(slots.first[rank]), from + bytes(slots.first[rank + 1]));
    }
  }
  const std::vector<std::vector<std::byte>> incoming = ranks.exchange(outgoing);
  Post<MemorySpace> post;
  post.words = words;
  for (const std::vector<std::byte>& part : incoming) {
    post.count.push_back(static_cast<std::int32_t>(part.size() / bytes(1)));
    post.total += post.count.back();
  }
  post.records = unset_view<Words>("plethos::distribution::incoming", bytes(post.total) / 4);
  auto* to = reinterpret_cast<std::byte*>(post.records.data());
  for (const std::vector<std::byte>& part : incoming) {
    if (!part.empty()) copy_bytes(to, in_host_memory<MemorySpace>, part.data(), true, part.size());
    to += part.size();
  }
  return post;
}

}  // namespace plethos::distribution
