#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/distribution/posting.hpp"
#include "algorithms/distribution/slabs.hpp"
#include "backends/execution.hpp"
#include "backends/ranks/ranks.hpp"
#include "backends/scan.hpp"
#include "core/agents.hpp"
#include "core/copy_view.hpp"
#include "core/to_view.hpp"

namespace plethos::distribution {

/// How an agent's record (agent_record.hpp, and luggage behind it) relates to its row in a slab: a row has neither the id, which its place
/// says, nor the words that ranks alone have, at the end of the columns.
struct RowShape {
  static constexpr std::int32_t id_words = 2;

  std::int32_t columns;         ///< words of a record before its luggage
  std::int32_t words_of_ranks;  ///< of these, at their end
  std::int32_t luggage;

  KOKKOS_INLINE_FUNCTION std::int32_t record() const { return columns + luggage; }
  KOKKOS_INLINE_FUNCTION std::int32_t columns_of_row() const { return columns - id_words - words_of_ranks; }
  KOKKOS_INLINE_FUNCTION std::int32_t row() const { return columns_of_row() + luggage; }
};

/// The part of every slab that ranks send or read in one round.
struct RowWindow {
  std::int64_t slab, first, end;  ///< ids of a slab, and the range of them

  KOKKOS_INLINE_FUNCTION bool holds(std::uint32_t id) const {
    const std::int64_t at = id % slab;
    return at >= first && at < end;
  }
};

/// Marks the agents in a window.
template <class MemorySpace>
struct MarkRows {
  Agents<MemorySpace> agents;
  RowWindow window;
  Kokkos::View<std::int32_t*, MemorySpace> marks;

  KOKKOS_FUNCTION void operator()(int i) const { marks(i) = i < agents.owned && window.holds(agents.id(i, 0)) ? 1 : 0; }
};

/// Lists them, with the ranks that have their slabs.
template <class MemorySpace>
struct ListRows {
  Agents<MemorySpace> agents;
  RowWindow window;
  Kokkos::View<const std::int32_t*, MemorySpace> marked;  ///< the number of marked agents before i
  Kokkos::View<std::int32_t*, MemorySpace> agent, rank;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (marked(i + 1) == marked(i)) return;
    agent(marked(i)) = i;
    rank(marked(i)) = static_cast<std::int32_t>(agents.id(i, 0) / window.slab);
  }
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
    for (std::int32_t word = 0; word < shape.luggage; ++word) to[columns + word] = from[shape.columns + word];
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
  using HostWords = typename PostOffice<Execution>::HostWords;

  static constexpr std::int64_t rows_of_round = std::int64_t{1} << 18;

  SlabRows(const backends::Ranks& ranks, std::int64_t agents, const RowShape& shape)
      : ranks_(ranks), slabs_(agents, ranks.size()), own_(slabs_.of(ranks.rank())), shape_(shape) {}

  /// Together: hands the rows of this rank's slab to `take`, in order. Those of a call stay until the next one has returned, and the last
  /// one has none. Waits. Cost: for each round a scan over the owned agents, and two copies of its records.
  void gather(const Execution& execution, const Agents<MemorySpace>& agents, const Luggage<MemorySpace>& luggage, const RowTaker& take);
  /// Calls look(first id, rows) for the rows of this rank's slab, in parts. No other rank waits for it.
  template <class Look>
  void look(const RowGiver& give, const Look& look) const;
  /// Together: sends each row of the slabs to the rank owner(row), and calls come(post) with the records of agents that have come.
  template <class Owner, class Come>
  void scatter(const Execution& execution, const RowGiver& give, const Owner& owner, const Come& come);

 private:
  template <class Round>
  void for_each_round(const Round& round) const {
    for (std::int64_t first = 0; first < slabs_.size(); first += rows_of_round) {
      round(RowWindow{slabs_.size(), first, std::min(slabs_.size(), first + rows_of_round)});
    }
  }
  /// Returns the ids of this rank's slab in a window.
  RowRange own_of(const RowWindow& window) const {
    return {std::min(own_.end, own_.first + window.first), std::min(own_.end, own_.first + window.end)};
  }
  std::size_t words_of(std::int64_t rows) const { return static_cast<std::size_t>(rows * shape_.row()); }

  const backends::Ranks& ranks_;
  Slabs slabs_;
  RowRange own_;
  RowShape shape_;
  PostOffice<Execution> office_;
};

template <class Execution>
void SlabRows<Execution>::gather(const Execution& execution, const Agents<MemorySpace>& agents, const Luggage<MemorySpace>& luggage,
                                 const RowTaker& take) {
  const std::int32_t owned = agents.owned;
  const auto marks = unset_view<Integers>("plethos::distribution::rows", static_cast<std::size_t>(owned) + 1);
  const auto block_sums = unset_view<Integers>("plethos::distribution::block_sums", marks.size() / backends::scan_block + 1);
  const std::size_t most = words_of(std::min(rows_of_round, own_.size()));
  Words rows;
  if constexpr (!in_host_memory<MemorySpace>) rows = unset_view<Words>("plethos::distribution::slab_rows", most);
  std::array<HostWords, 2> taken;
  for (HostWords& rows_taken : taken) rows_taken = unset_view<HostWords>("plethos::distribution::taken_rows", most);
  std::size_t next = 0;
  for_each_round([&](const RowWindow& window) {
    backends::for_each(execution, "plethos::distribution::mark_rows", owned + 1, MarkRows<MemorySpace>{agents, window, marks});
    backends::exclusive_scan(execution, "plethos::distribution::scan_rows", owned + 1, marks, block_sums);
    execution.fence();
    const auto count = static_cast<std::size_t>(element(marks, static_cast<std::size_t>(owned)));
    const auto agent = unset_view<Integers>("plethos::distribution::row_agents", count);
    const auto rank = unset_view<Integers>("plethos::distribution::row_ranks", count);
    backends::for_each(execution, "plethos::distribution::list_rows", owned, ListRows<MemorySpace>{agents, window, marks, agent, rank});
    execution.fence();
    const auto host_rank = host_view(rank);
    const Slots slots({host_rank.data(), host_rank.size()}, ranks_.size());
    const Post<MemorySpace> post = office_.send(execution, ranks_, agents, agent, slots, luggage);
    const RowRange own = own_of(window);
    if (own.size() == 0) return;
    const HostWords& rows_taken = taken[next];
    next = 1 - next;
    if constexpr (in_host_memory<MemorySpace>) rows = rows_taken;
    backends::for_each(execution, "plethos::distribution::place_rows", post.total,
                       PlaceRows<MemorySpace>{post.records, shape_, own.first, rows});
    execution.fence();
    const std::size_t words = words_of(own.size());
    if constexpr (!in_host_memory<MemorySpace>) copy_bytes(rows_taken.data(), true, rows.data(), false, 4 * words);
    take(own.first, {rows_taken.data(), words});
  });
  take(own_.end, {});
}

template <class Execution>
template <class Look>
void SlabRows<Execution>::look(const RowGiver& give, const Look& look) const {
  std::vector<std::uint32_t> rows;
  for_each_round([&](const RowWindow& window) {
    const RowRange own = own_of(window);
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
  for_each_round([&](const RowWindow& window) {
    const RowRange own = own_of(window);
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
      std::copy_n(row + shape_.columns_of_row(), shape_.luggage, record + shape_.columns);
    }
    come(office_.deliver(execution, ranks_, slots.parts(std::span<const std::uint32_t>(records), stride), shape_.record()));
  });
}

}  // namespace plethos::distribution
