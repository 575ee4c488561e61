#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/distribution/agent_record.hpp"
#include "algorithms/distribution/slabs.hpp"
#include "backends/counting_sort.hpp"
#include "backends/execution.hpp"
#include "backends/ranks/ranks.hpp"
#include "core/agents.hpp"
#include "core/copy_view.hpp"
#include "core/to_view.hpp"

namespace plethos::distribution {

/// How an agent's record (agent_record.hpp, and carried words behind it) relates to its row in a slab: a row has neither the id, which its
/// place says, nor the words that ranks alone have, at the end of the columns.
struct RowShape {
  static constexpr std::int32_t id_words = 1;

  std::int32_t columns;         ///< words of a record before the carried ones
  std::int32_t words_of_ranks;  ///< of these, at their end
  std::int32_t carried;

  KOKKOS_INLINE_FUNCTION std::int32_t record() const { return columns + carried; }
  KOKKOS_INLINE_FUNCTION std::int32_t columns_of_row() const { return columns - id_words - words_of_ranks; }
  KOKKOS_INLINE_FUNCTION std::int32_t row() const { return columns_of_row() + carried; }
};

/// The rounds in which ranks send the rows of all slabs, so many of each slab at a time, and bins of agents in the order in which they are
/// sent: by round, by rank, by block of ids.
struct RowRounds {
  static constexpr std::int64_t rows_of_round = std::int64_t{1} << 19;
  /// Agents that are neighbors in memory often have ids near each other. With larger blocks threads would count in the same ones.
  static constexpr std::int64_t block = 64;

  static_assert(Slabs::block % block == 0 && rows_of_round % block == 0);

  std::int64_t slab;                 ///< ids of a slab: full blocks
  std::int64_t rows;                 ///< of each slab in a round: full blocks
  std::int32_t ranks, rounds, bins;  ///< bins of one round and rank

  /// `most_rows`: of each slab in a round; full blocks.
  RowRounds(const Slabs& slabs, int all_ranks, std::int64_t most_rows = rows_of_round)
      : slab(slabs.size()),
        rows(std::min(slab, most_rows)),
        ranks(all_ranks),
        rounds(static_cast<std::int32_t>((slab + rows - 1) / rows)),
        bins(static_cast<std::int32_t>(rows / block)) {}

  std::int32_t all_bins() const { return rounds * ranks * bins; }
  KOKKOS_INLINE_FUNCTION std::int32_t bin(std::int32_t round, std::int32_t rank) const { return (round * ranks + rank) * bins; }
  KOKKOS_INLINE_FUNCTION std::int32_t bin_of(std::uint32_t id) const {
    const std::int64_t rank = id / slab, row = id - rank * slab, round = row / rows;
    return bin(static_cast<std::int32_t>(round), static_cast<std::int32_t>(rank)) + static_cast<std::int32_t>((row - round * rows) / block);
  }
  /// Returns the ids of a rank in a round.
  RowRange range(const RowRange& own, std::int32_t round) const {
    return {std::min(own.end, own.first + round * rows), std::min(own.end, own.first + (round + 1) * rows)};
  }
};

/// For CountingSort::run().
template <class MemorySpace>
struct BinOfRow {
  Agents<MemorySpace> agents;
  RowRounds rounds;

  KOKKOS_INLINE_FUNCTION std::int32_t operator()(std::int32_t i) const { return rounds.bin_of(agents.id(i)); }
};

/// Writes the rows of agents of one rank, which has no words of ranks, and where each of them lies.
template <class MemorySpace>
struct WriteRows {
  static constexpr int grain = 256;
  Agents<MemorySpace> agents;
  Kokkos::View<const std::int32_t*, MemorySpace> agent;
  RowShape shape;
  std::int64_t first;  ///< the id of the first row
  Kokkos::View<std::uint32_t*, MemorySpace> rows;
  Kokkos::View<std::int32_t*, MemorySpace> row;

  KOKKOS_FUNCTION void operator()(int k) const {
    const std::int32_t from = agent(k);
    const std::int64_t place = agents.id(from) - first;
    row(k) = static_cast<std::int32_t>(place);
    write_agent(ColumnsOfRow<Agents<MemorySpace>>(), agents, from, rows.data() + place * shape.row());
  }
};

template <class MemorySpace>
struct CountOn {
  Kokkos::View<std::int32_t*, MemorySpace> numbers;

  KOKKOS_FUNCTION void operator()(int k) const { numbers(k) = k; }
};

/// Makes rows, in order of id, of records in any order.
template <class MemorySpace>
struct PlaceRows {
  static constexpr int grain = 256;
  Kokkos::View<const std::uint32_t*, MemorySpace> records;
  RowShape shape;
  std::int64_t first;  ///< the id of the first row
  Kokkos::View<std::uint32_t*, MemorySpace> rows;

  KOKKOS_FUNCTION void operator()(int k) const {
    const std::uint32_t* const from = records.data() + static_cast<std::int64_t>(k) * shape.record();
    std::uint32_t* const to = rows.data() + (from[0] - first) * shape.row();
    const std::int32_t columns = shape.columns_of_row();
    for (std::int32_t word = 0; word < columns; ++word) to[word] = from[RowShape::id_words + word];
    for (std::int32_t word = 0; word < shape.carried; ++word) to[columns + word] = from[shape.columns + word];
  }
};

/// Turns agents, wherever ranks have them, into rows by id, and back. It works in rounds of so many rows a rank, so that it takes little
/// memory; that is free when it ends.
template <class Execution>
class SlabRows {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Integers = Kokkos::View<std::int32_t*, MemorySpace>;
  using Words = Kokkos::View<std::uint32_t*, MemorySpace>;
  using HostWords = typename Transport<Execution>::HostWords;

  SlabRows(const backends::Ranks& ranks, std::int64_t agents, const RowShape& shape)
      : ranks_(ranks),
        own_(Slabs(agents, ranks.size()).of(ranks.rank())),
        rounds_(Slabs(agents, ranks.size()), ranks.size()),
        shape_(shape) {}

  /// Together: hands the rows of this rank's slab to `take`, in order. Those of a call stay until the next one has returned, and the last
  /// one has none. Waits. Cost: a sort of the owned agents, 4 bytes each, and a copy of them; with several ranks another one, and messages.
  void gather(const Execution& execution, const Agents<MemorySpace>& agents, const Carried<MemorySpace>& carried, const RowTaker& take);
  /// Calls look(first id, rows) for the rows of this rank's slab, in parts. No other rank waits for it.
  template <class Look>
  void look(const RowGiver& give, const Look& look) const;
  /// Together: sends each row of the slabs to the rank owner(row), and calls come(post) with the records of agents that have come.
  template <class Owner, class Come>
  void scatter(const Execution& execution, const RowGiver& give, const Owner& owner, const Come& come);

 private:
  /// Calls round(number, ids of this rank's slab) for each round.
  template <class Round>
  void for_each_round(const Round& round) const {
    for (std::int32_t number = 0; number < rounds_.rounds; ++number) round(number, rounds_.range(own_, number));
  }
  /// Returns, for each round, how many agents go to each rank, one after the other in `order`.
  std::vector<Cuts> sort(const Execution& execution, const Agents<MemorySpace>& agents, const Integers& order) const;
  std::size_t words_of(std::int64_t rows) const { return static_cast<std::size_t>(rows * shape_.row()); }

  const backends::Ranks& ranks_;
  RowRange own_;
  RowRounds rounds_;
  RowShape shape_;
  Transport<Execution> transport_;
};

template <class Execution>
void SlabRows<Execution>::gather(const Execution& execution, const Agents<MemorySpace>& agents, const Carried<MemorySpace>& carried,
                                 const RowTaker& take) {
  const auto order = unset_view<Integers>("plethos::distribution::row_agents", static_cast<std::size_t>(agents.owned));
  const std::vector<Cuts> cuts = sort(execution, agents, order);
  std::int32_t most_sent = 0;
  for (const Cuts& cut : cuts) most_sent = std::max(most_sent, cut.total());
  const auto slots = unset_view<Integers>("plethos::distribution::row_slots", static_cast<std::size_t>(most_sent));
  if (!ranks_.alone()) backends::for_each(execution, "plethos::distribution::count_on", most_sent, CountOn<MemorySpace>{slots});
  const std::size_t most = words_of(std::min(rounds_.rows, own_.size()));
  Words rows;
  if constexpr (!in_host_memory<MemorySpace>) rows = unset_view<Words>("plethos::distribution::slab_rows", most);
  std::array<HostWords, 2> taken;
  for (HostWords& rows_taken : taken) rows_taken = unset_view<HostWords>("plethos::distribution::taken_rows", most);
  std::size_t next = 0;
  std::int32_t sent = 0;
  for_each_round([&](std::int32_t round, const RowRange& own) {
    const Cuts& cut = cuts[static_cast<std::size_t>(round)];
    const auto agent = Kokkos::subview(order, std::pair(sent, sent + cut.total()));
    sent += cut.total();
    const HostWords& rows_taken = taken[next];
    if constexpr (in_host_memory<MemorySpace>) rows = rows_taken;
    if (ranks_.alone()) {
      backends::for_each(execution, "plethos::distribution::write_rows", cut.total(),
                         WriteRows<MemorySpace>{agents, agent, shape_, own.first, rows, slots});
      if (carried.words > 0) carried.write(agent, slots, rows, shape_.row(), shape_.columns_of_row());
    } else {
      const Post<MemorySpace> post = send_agents(transport_, execution, ranks_, agents, agent, slots, cut, carried);
      if (own.size() == 0) return;
      backends::for_each(execution, "plethos::distribution::place_rows", post.total,
                         PlaceRows<MemorySpace>{post.records, shape_, own.first, rows});
    }
    next = 1 - next;
    execution.fence();
    const std::size_t words = words_of(own.size());
    if constexpr (!in_host_memory<MemorySpace>) copy_bytes(rows_taken.data(), true, rows.data(), false, 4 * words);
    take(own.first, {rows_taken.data(), words});
  });
  take(own_.end, {});
}

template <class Execution>
std::vector<Cuts> SlabRows<Execution>::sort(const Execution& execution, const Agents<MemorySpace>& agents, const Integers& order) const {
  const backends::CountingSort<MemorySpace> sorter(rounds_.all_bins());
  sorter.run(execution, 0, agents.owned, BinOfRow<MemorySpace>{agents, rounds_}, backends::ListItem<Integers>{order});
  execution.fence();
  const auto start = host_view(sorter.start());
  std::vector<Cuts> cuts(static_cast<std::size_t>(rounds_.rounds));
  for (std::int32_t round = 0; round < rounds_.rounds; ++round) {
    for (std::int32_t rank = 0; rank <= rounds_.ranks; ++rank) {
      cuts[static_cast<std::size_t>(round)].first.push_back(start(rounds_.bin(round, rank)) - start(rounds_.bin(round, 0)));
    }
  }
  return cuts;
}

template <class Execution>
template <class Look>
void SlabRows<Execution>::look(const RowGiver& give, const Look& look) const {
  std::vector<std::uint32_t> rows;
  for_each_round([&](std::int32_t, const RowRange& own) {
    if (own.size() == 0) return;
    rows.resize(words_of(own.size()));
    give(own.first, rows);
    look(own.first, std::span<const std::uint32_t>(rows));
  });
}

template <class Execution>
template <class Owner, class Come>
void SlabRows<Execution>::scatter(const Execution& execution, const RowGiver& give, const Owner& owner, const Come& come) {
  std::vector<std::uint32_t> rows, records;
  std::vector<std::int32_t> ranks;
  for_each_round([&](std::int32_t, const RowRange& own) {
    rows.resize(words_of(own.size()));
    if (own.size() > 0) give(own.first, rows);
    ranks.clear();
    for (std::int64_t k = 0; k < own.size(); ++k) ranks.push_back(owner(rows.data() + words_of(k)));
    const Slots slots(ranks, ranks_.size());
    const auto stride = static_cast<std::size_t>(shape_.record());
    records.assign(stride * ranks.size(), 0);
    for (std::size_t k = 0; k < ranks.size(); ++k) {
      const std::uint32_t* const row = rows.data() + k * static_cast<std::size_t>(shape_.row());
      std::uint32_t* const record = records.data() + stride * static_cast<std::size_t>(slots.slot[k]);
      record[0] = static_cast<std::uint32_t>(own.first) + static_cast<std::uint32_t>(k);
      std::copy_n(row, shape_.columns_of_row(), record + RowShape::id_words);
      std::copy_n(row + shape_.columns_of_row(), shape_.carried, record + shape_.columns);
    }
    come(transport_.deliver(execution, ranks_, slots.parts(std::span<const std::uint32_t>(records), stride), shape_.record()));
  });
}

}  // namespace plethos::distribution
