#pragma once

#include <cstdint>
#include <cstring>
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

/// Records of agents that have come from other ranks, in the order of ranks.
template <class MemorySpace>
struct Post {
  Kokkos::View<std::uint32_t*, MemorySpace> records;
  std::vector<std::int32_t> count;  ///< from each rank
  std::int32_t total = 0;
};

/// Together: sends the records of agents to the ranks that `slots` says. Returns what has come. Waits. Cost: copies of the records between
/// the agents' memory and the host's.
template <class Execution, class MemorySpace = typename Execution::memory_space>
Post<MemorySpace> post_agents(const Execution& execution, const backends::Ranks& ranks, const Agents<MemorySpace>& agents,
                              const Kokkos::View<std::int32_t*, MemorySpace>& agent, const Slots& slots) {
  const std::int32_t words = record_words(agents);
  const auto bytes = [&](std::int32_t records) { return 4 * static_cast<std::size_t>(words) * static_cast<std::size_t>(records); };
  const auto count = static_cast<std::int32_t>(slots.slot.size());
  using Words = Kokkos::View<std::uint32_t*, MemorySpace>;
  std::vector<std::vector<std::byte>> outgoing(static_cast<std::size_t>(ranks.size()));
  if (count > 0) {
    const auto records = unset_view<Words>("plethos::distribution::outgoing", bytes(count) / 4);
    backends::for_each(
        execution, "plethos::distribution::write_records", count,
        WriteRecords<MemorySpace>{agents, agent, to_view<MemorySpace>("plethos::distribution::slots", slots.slot), records, words});
    execution.fence();
    const auto host = host_view(records);
    const auto* const from = reinterpret_cast<const std::byte*>(host.data());
    for (std::size_t rank = 0; rank < outgoing.size(); ++rank) {
      outgoing[rank].assign(from + bytes(slots.first[rank]), from + bytes(slots.first[rank + 1]));
    }
  }
  const std::vector<std::vector<std::byte>> incoming = ranks.exchange(outgoing);
  Post<MemorySpace> post;
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
