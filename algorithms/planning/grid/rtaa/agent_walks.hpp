#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "algorithms/planning/counter.hpp"
#include "algorithms/planning/grid/rtaa/kept_walk.hpp"
#include "core/agents.hpp"
#include "core/copy_view.hpp"

namespace plethos::planning {

/// The kept walks of agents, in one memory space: a row for each, of the same size. Agents find their rows by their ids, because they move
/// in memory. It is a cache: an agent without a row, or whose row holds another walk, walks its way again from the beginning. So steps
/// depend on nothing that lies here, and no saved crowd has it.
///
/// Agents claim rows in one kernel, and use them in a later one that claims none. So a row that is used has one agent, and no two threads
/// write to it.
template <class MemorySpace>
class AgentWalks {
 public:
  /// A row stays with an agent that searches at least every so many steps.
  static constexpr std::uint32_t idle_steps = 1000;
  /// Rows with fewer places are of little use. Where memory is scarce, some agents have none.
  static std::int64_t least_places(std::int32_t lookahead) {
    return std::max<std::int64_t>(256, KeptWalk::places_for(lookahead, lookahead));
  }

  AgentWalks() = default;
  /// For `agents` agents in a map of `cells` cells, in at most `memory` bytes. The agents share them out evenly.
  AgentWalks(std::int64_t agents, std::int64_t cells, std::int32_t lookahead, std::int64_t memory)
      : lookahead_(static_cast<std::int32_t>(std::min<std::int64_t>(lookahead, cells))) {
    const std::int64_t most_places = KeptWalk::places_for(cells, lookahead_);
    rows_ = std::min(agents, memory / row_bytes(std::min(least_places(lookahead_), most_places)));
    if (rows_ == 0) return;
    places_ = static_cast<std::int32_t>(std::min(most_places, (memory / rows_ - row_bytes(0)) / bytes_of_estimate));
    const auto rows = static_cast<std::size_t>(rows_);
    owner_ = decltype(owner_)("plethos::rtaa::owners", rows);
    state_ = decltype(state_)("plethos::rtaa::walks", rows);
    tail_ = decltype(tail_)(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::rtaa::listed_cells"), rows * cells_of_tail());
    estimate_ = decltype(estimate_)("plethos::rtaa::estimates", rows * static_cast<std::size_t>(places_));
  }

  std::uint64_t bytes() const { return static_cast<std::uint64_t>(rows_ * row_bytes(places_)); }
  /// Returns how many searches for a further part of a way went on from where the one before had come, and how many walked cells again.
  std::vector<Counter> counters() const { return {{"continued", element(searches_, 0), true}, {"repeated", element(searches_, 1), true}}; }
  /// Takes note that the graph has changed, so that no walk leads on. Kernels get a new copy of this object.
  void forget() { ++graph_; }

  /// Lets the agent at place i have a row for its search in this step, if there is one for it.
  KOKKOS_INLINE_FUNCTION void claim(const Agents<MemorySpace>& agents, int i, std::uint32_t step) const {
    if (rows_ == 0) return;
    const std::uint64_t owner = owner_number(agents, i);
    if (find(owner) >= 0) return;
    for (int pass = 0; pass < 2; ++pass) {
      const bool takes_idle = pass > 0;
      for (std::int64_t k = 0; k < looks(); ++k) {
        const std::int64_t row = row_near(owner, k);
        const std::uint64_t before = Kokkos::atomic_load(&owner_(row));
        const bool is_free = before == 0 || (takes_idle && step - state_(row).last_used > idle_steps);
        if (is_free && Kokkos::atomic_compare_exchange(&owner_(row), before, owner) == before) return;
      }
    }
  }
  /// Returns the walk of the agent at place i; one that keeps nothing if it has no row.
  KOKKOS_INLINE_FUNCTION KeptWalk walk(const Agents<MemorySpace>& agents, int i, std::uint32_t step) const {
    const std::int64_t row = find(owner_number(agents, i));
    if (row < 0) return {};
    state_(row).last_used = step;
    const auto at = static_cast<std::size_t>(row);
    return {
        &state_(row), estimate_.data() + at * static_cast<std::size_t>(places_), tail_.data() + at * cells_of_tail(), places_, lookahead_,
        graph_};
  }
  /// Takes the row from an agent that needs none any more.
  KOKKOS_INLINE_FUNCTION void leave(const Agents<MemorySpace>& agents, int i) const {
    const std::int64_t row = find(owner_number(agents, i));
    if (row >= 0) Kokkos::atomic_store(&owner_(row), std::uint64_t{0});
  }
  KOKKOS_INLINE_FUNCTION void count(bool continued) const { Kokkos::atomic_add(&searches_(continued ? 0 : 1), std::uint64_t{1}); }

 private:
  /// The rows that an agent may have begin where its id says.
  static constexpr std::int64_t most_looks = 32;
  static constexpr std::int64_t bytes_of_estimate = sizeof(KeptEstimate);

  KOKKOS_INLINE_FUNCTION static std::uint64_t owner_number(const Agents<MemorySpace>& agents, int i) {
    return 1 + std::uint64_t{agents.id(i)};
  }
  KOKKOS_INLINE_FUNCTION std::int64_t looks() const { return rows_ < most_looks ? rows_ : most_looks; }
  KOKKOS_INLINE_FUNCTION std::int64_t row_near(std::uint64_t owner, std::int64_t k) const {
    const auto rows = static_cast<std::uint64_t>(rows_);
    return static_cast<std::int64_t>(((owner - 1) % rows + static_cast<std::uint64_t>(k)) % rows);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t find(std::uint64_t owner) const {
    for (std::int64_t k = 0; k < looks(); ++k) {
      const std::int64_t row = row_near(owner, k);
      if (Kokkos::atomic_load(&owner_(row)) == owner) return row;
    }
    return -1;
  }
  KOKKOS_INLINE_FUNCTION std::size_t cells_of_tail() const { return static_cast<std::size_t>(KeptWalk::tail_cells(lookahead_)); }
  std::int64_t row_bytes(std::int64_t places) const {
    return static_cast<std::int64_t>(sizeof(std::uint64_t) + sizeof(WalkState) + sizeof(std::int32_t) * cells_of_tail()) +
           places * bytes_of_estimate;
  }

  std::int64_t rows_ = 0;
  std::int32_t places_ = 0;  ///< of each row's table
  std::int32_t lookahead_ = 1;
  std::uint32_t graph_ = 1;
  Kokkos::View<std::uint64_t*, MemorySpace> owner_;  ///< of each row: 1 + the agent's id; 0: none
  Kokkos::View<WalkState*, MemorySpace> state_;
  Kokkos::View<std::int32_t*, MemorySpace> tail_;
  Kokkos::View<KeptEstimate*, MemorySpace> estimate_;
  Kokkos::View<std::uint64_t[2], MemorySpace> searches_{"plethos::rtaa::searches"};
};

}  // namespace plethos::planning
