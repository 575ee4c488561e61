#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "algorithms/distribution/agent_record.hpp"
#include "algorithms/distribution/cuts.hpp"
#include "backends/execution.hpp"
#include "backends/ranks/ranks.hpp"
#include "core/to_view.hpp"

namespace plethos::distribution {

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

/// Memory of an execution that messages are sent from: the host's, page-locked if it is copied to a device.
template <class Execution>
struct MessageMemory {
  using type = Kokkos::HostSpace;
};
template <class Space>
struct MessageMemory<backends::DeviceExecution<Space>> {
  using type = Kokkos::SharedHostPinnedSpace;
};

/// Records of agents that have come from other ranks, in the order of ranks.
template <class MemorySpace>
struct Post {
  Kokkos::View<std::uint32_t*, MemorySpace> records;
  std::int32_t words = 0;           ///< of a record
  std::vector<std::int32_t> count;  ///< from each rank
  std::int32_t total = 0;
};

/// Sends records of agents. It keeps its memory, which grows with the largest amount.
template <class Execution>
class PostOffice {
 public:
  /// `direct`: messages of a device lie in its memory, which what connects the ranks must be able to read and write.
  explicit PostOffice(bool direct = false) : direct_(direct && !on_host) {}

  using MemorySpace = typename Execution::memory_space;
  using Words = Kokkos::View<std::uint32_t*, MemorySpace>;
  using Integers = Kokkos::View<const std::int32_t*, MemorySpace>;
  using HostWords = Kokkos::View<std::uint32_t*, typename MessageMemory<Execution>::type>;

  /// Together: sends the record of each agent[k] as item slot[k] of `cuts`. Returns what has come, which stays until the next call. Waits.
  /// Cost: copies of the records between the agents' memory and the host's.
  Post<MemorySpace> send(const Execution& execution, const backends::Ranks& ranks, const Agents<MemorySpace>& agents, const Integers& agent,
                         const Integers& slot, const Cuts& cuts, const Luggage<MemorySpace>& luggage = {});
  Post<MemorySpace> send(const Execution& execution, const backends::Ranks& ranks, const Agents<MemorySpace>& agents, const Integers& agent,
                         const Slots& slots, const Luggage<MemorySpace>& luggage = {}) {
    return send(execution, ranks, agents, agent, refill_view("plethos::distribution::slots", std::span(slots.slot), slot_), slots, luggage);
  }
  /// Together: sends items of `words` words in the order of `cuts`, which the kernels that write(items) launches put there, as send() does.
  template <class Write>
  Post<MemorySpace> send(const Execution& execution, const backends::Ranks& ranks, const Cuts& cuts, std::int32_t words,
                         const Write& write);
  /// Together: sends records of `words` words that lie in host memory, outgoing[r] to each rank r. Returns what has come, as send() does.
  Post<MemorySpace> deliver(const Execution& execution, const backends::Ranks& ranks,
                            const std::vector<std::span<const std::byte>>& outgoing, std::int32_t words);
  std::uint64_t bytes() const { return 4 * (outgoing_.size() + incoming_.size() + slot_.size()); }

 private:
  static constexpr bool on_host = in_host_memory<MemorySpace>;

  bool direct_;
  Kokkos::View<std::int32_t*, MemorySpace> slot_;
  Words outgoing_, incoming_;
  HostWords host_outgoing_, host_incoming_;
};

template <class Execution>
Post<typename Execution::memory_space> PostOffice<Execution>::send(const Execution& execution, const backends::Ranks& ranks,
                                                                   const Agents<MemorySpace>& agents, const Integers& agent,
                                                                   const Integers& slot, const Cuts& cuts,
                                                                   const Luggage<MemorySpace>& luggage) {
  const std::int32_t of_columns = record_words(agents), words = of_columns + luggage.words;
  return send(execution, ranks, cuts, words, [&](const Words& records) {
    backends::for_each(execution, "plethos::distribution::write_records", cuts.total(),
                       WriteRecords<MemorySpace>{agents, agent, slot, records, words});
    if (luggage.words > 0) luggage.write(agent, slot, records, words, of_columns);
  });
}

template <class Execution>
template <class Write>
Post<typename Execution::memory_space> PostOffice<Execution>::send(const Execution& execution, const backends::Ranks& ranks,
                                                                   const Cuts& cuts, std::int32_t words, const Write& write) {
  const std::int32_t count = cuts.total();
  const std::size_t size = static_cast<std::size_t>(words) * static_cast<std::size_t>(count);
  const Words records = claim_view("plethos::distribution::outgoing", size, outgoing_);
  if (count > 0) write(records);
  const std::uint32_t* outgoing = records.data();
  if constexpr (!on_host) {
    if (!direct_) {
      const HostWords copy = claim_view("plethos::distribution::outgoing_records", size, host_outgoing_);
      if (count > 0) Kokkos::deep_copy(execution.space, copy, records);
      outgoing = copy.data();
    }
  }
  execution.fence();
  return deliver(execution, ranks, cuts.parts(std::span(outgoing, size), static_cast<std::size_t>(words)), words);
}

template <class Execution>
Post<typename Execution::memory_space> PostOffice<Execution>::deliver(const Execution& execution, const backends::Ranks& ranks,
                                                                      const std::vector<std::span<const std::byte>>& outgoing,
                                                                      std::int32_t words) {
  Post<MemorySpace> post;
  HostWords copied;
  const std::vector<std::size_t> bytes = ranks.exchange(outgoing, [&](std::size_t all) {
    post.records = claim_view("plethos::distribution::incoming", all / 4, incoming_);
    if (on_host || direct_) return reinterpret_cast<std::byte*>(post.records.data());
    copied = claim_view("plethos::distribution::incoming_records", all / 4, host_incoming_);
    return reinterpret_cast<std::byte*>(copied.data());
  });
  post.words = words;
  for (const std::size_t part : bytes) {
    post.count.push_back(static_cast<std::int32_t>(part / (4 * static_cast<std::size_t>(words))));
    post.total += post.count.back();
  }
  if constexpr (!on_host) {
    if (!direct_) {
      Kokkos::deep_copy(execution.space, post.records, copied);
      execution.fence();
    }
  }
  return post;
}

}  // namespace plethos::distribution
