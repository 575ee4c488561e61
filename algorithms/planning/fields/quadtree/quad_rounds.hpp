#pragma once

#include "algorithms/planning/fields/quadtree/quad_fields.hpp"
#include "backends/append.hpp"
#include "backends/relaxed_load.hpp"
#include "backends/teams.hpp"

namespace plethos::planning {

/// The threads of a device's block that compute a field, and how many of them share the neighbors of a leaf.
inline constexpr int quad_team = 1024;
inline constexpr int threads_per_leaf = 8;

/// Memory of one field.
template <class MemorySpace>
struct QuadField {
  using Numbers = Kokkos::View<std::int32_t*, MemorySpace>;
  const QuadTreeView<MemorySpace>& tree;
  QuadFieldState& state;
  std::int32_t* values;
  std::int32_t* stamps;  ///< the last round that a leaf was listed for
  std::int32_t* checks;  ///< the last pass of a repair that it was listed for
  std::int32_t* pulls;   ///< the last repair that listed it as one whose neighbors may lower it, by its first pass
  std::int32_t* listed[2];
  std::int32_t* raised[2];
  std::int32_t* pulled;

  KOKKOS_INLINE_FUNCTION std::int32_t value(std::int32_t slot) const { return backends::relaxed_load(values[slot]); }
  /// Calls visit(neighbor, length) for the neighbors of a leaf.
  template <class Visit>
  KOKKOS_INLINE_FUNCTION void for_each_neighbor(std::int32_t slot, const Visit& visit) const {
    const std::int32_t end = tree.first(slot) + tree.count(slot);
    for (std::int32_t k = tree.first(slot); k < end; ++k) visit(tree.neighbors(k).slot, tree.neighbors(k).length);
  }
  /// The cost of the cheapest way through a neighbor.
  KOKKOS_INLINE_FUNCTION std::int32_t best(std::int32_t slot) const {
    std::int32_t found = unreached;
    for_each_neighbor(slot, [&](std::int32_t neighbor, std::int32_t length) {
      found = Kokkos::min(found, add(value(neighbor), tree.step_cost(length, slot)));
    });
    return found;
  }
  KOKKOS_INLINE_FUNCTION static std::int32_t add(std::int32_t value, std::int32_t step) {
    return value < unreached - step ? value + step : unreached;
  }
  // Barriers between rounds let threads see what others have written. Threads of a warp that list leaves together work on the same field.
  /// Lists a leaf for a round.
  KOKKOS_INLINE_FUNCTION void list(std::int32_t slot, std::int32_t round) const {
    if (stamp(stamps[slot], round)) listed[round & 1][backends::append_place(state.listed[round & 1])] = slot;
  }
  KOKKOS_INLINE_FUNCTION void check_later(std::int32_t slot, std::int32_t pass) const {
    if (stamp(checks[slot], pass)) raised[pass & 1][backends::append_place(state.raised[pass & 1])] = slot;
  }
  KOKKOS_INLINE_FUNCTION void pull_later(std::int32_t slot, std::int32_t repair) const {
    if (stamp(pulls[slot], repair)) pulled[backends::append_place(state.pulled)] = slot;
  }
  /// Returns whether a stamp was another one.
  KOKKOS_INLINE_FUNCTION static bool stamp(std::int32_t& at, std::int32_t number) { return Kokkos::atomic_exchange(&at, number) != number; }
};

/// All fields, for kernels.
template <class MemorySpace>
struct QuadFieldsView {
  using Numbers = Kokkos::View<std::int32_t*, MemorySpace>;
  QuadTreeView<MemorySpace> tree;
  std::int32_t slots;
  Numbers values, stamps, checks, pulls, listed[2], raised[2], pulled;
  Kokkos::View<QuadFieldState*, MemorySpace> states;

  KOKKOS_INLINE_FUNCTION QuadField<MemorySpace> field(std::int32_t f) const {
    const std::size_t at = static_cast<std::size_t>(f) * static_cast<std::size_t>(slots);
    return {tree,
            states(f),
            values.data() + at,
            stamps.data() + at,
            checks.data() + at,
            pulls.data() + at,
            {listed[0].data() + at, listed[1].data() + at},
            {raised[0].data() + at, raised[1].data() + at},
            pulled.data() + at};
  }
};

/// Runs rounds of a field, until values below `limit` are final.
template <class MemorySpace>
struct SpreadField {
  static constexpr int grain = 1;
  using launch_bounds = backends::Tuning::OneBlock<quad_team>;
  QuadFieldsView<MemorySpace> fields;
  std::int32_t step;  ///< of the threshold
  std::int32_t limit;

  template <class Team>
  KOKKOS_INLINE_FUNCTION void work(const Team& team, int f) const {
    const QuadField<MemorySpace> field = fields.field(f);
    QuadFieldState& state = field.state;
    team.sync();
    while (state.settled < limit) {
      const std::int32_t round = state.round, count = state.listed[round & 1], threshold = state.threshold;
      const int share = team.size > 1 ? threads_per_leaf : 1;
      team.each(count * share, [&](int k) { lower_around(field, field.listed[round & 1][k / share], round, threshold, k % share, share); });
      if (team.rank() == 0) end_round(state, round & 1, count);
      team.sync();
    }
  }

 private:
  /// Lowers every `share`-th neighbor of a leaf, from the `first` one on.
  KOKKOS_INLINE_FUNCTION void lower_around(const QuadField<MemorySpace>& field, std::int32_t slot, std::int32_t round,
                                           std::int32_t threshold, int first, int share) const {
    const std::int32_t own = field.value(slot);
    if (own >= threshold) {
      // A leaf that was split or merged after it was listed has no value. Whoever gives a value to a new leaf in its slot lists that one.
      if (first > 0 || own >= unreached) return;
      field.list(slot, round + 1);
      Kokkos::atomic_min(&field.state.least_far, own);
      return;
    }
    const QuadTreeView<MemorySpace>& tree = field.tree;
    const std::int32_t end = tree.first(slot) + tree.count(slot);
    for (std::int32_t k = tree.first(slot) + first; k < end; k += share) {
      const QuadNeighbor neighbor = tree.neighbors(k);
      const std::int32_t lower = field.add(own, tree.step_cost(neighbor.length, neighbor.slot));
      if (lower >= field.value(neighbor.slot)) continue;
      if (lower < Kokkos::atomic_fetch_min(&field.values[neighbor.slot], lower)) field.list(neighbor.slot, round + 1);
    }
    if (first == 0) Kokkos::atomic_add(&field.state.worked, 1);
  }
  KOKKOS_INLINE_FUNCTION void end_round(QuadFieldState& state, int now, std::int32_t count) const {
    state.listed[now] = 0;
    ++state.round;
    if (count == 0) {
      state.settled = unreached;
    } else if (state.worked == 0) {
      state.settled = state.threshold;
      state.threshold = state.least_far < unreached - step ? (state.least_far / step + 1) * step : unreached;
    }
    state.lowered += state.worked;
    state.worked = 0;
    state.least_far = unreached;
  }
};

/// Takes values of a field back that no neighbor gives any more, and then lowers the leaves that have lost theirs.
template <class MemorySpace>
struct RaiseField {
  static constexpr int grain = 1;
  using launch_bounds = backends::Tuning::OneBlock<quad_team>;
  QuadFieldsView<MemorySpace> fields;
  Kokkos::View<const std::int32_t*, MemorySpace> vacated, inserted, touched;
  std::int32_t inserted_count;

  template <class Team>
  KOKKOS_INLINE_FUNCTION void work(const Team& team, int f) const {
    const QuadField<MemorySpace> field = fields.field(f);
    QuadFieldState& state = field.state;
    // Values of removed leaves, and of new ones in their slots.
    team.each(vacated.extent_int(0), [&](int k) { field.values[vacated(k)] = unreached; });
    team.each(inserted_count, [&](int k) { field.values[field.tree.find(quad_of(static_cast<std::uint32_t>(inserted(k))))] = unreached; });
    const std::int32_t repair = state.pass, round = state.round;
    team.each(touched.extent_int(0), [&](int k) {
      field.check_later(touched(k), repair);
      field.pull_later(touched(k), repair);
    });
    std::int32_t pass = repair;
    for (; state.raised[pass & 1] > 0; ++pass) {
      team.each(state.raised[pass & 1], [&](int k) { check(field, field.raised[pass & 1][k], pass, repair); });
      if (team.rank() == 0) state.raised[pass & 1] = 0;
      team.sync();
    }
    team.each(state.pulled, [&](int k) {
      const std::int32_t slot = field.pulled[k];
      const std::int32_t best = field.tree.cost(slot) > 0 ? field.best(slot) : unreached;
      if (best < Kokkos::atomic_fetch_min(&field.values[slot], best)) field.list(slot, round);
    });
    if (team.rank() == 0) {
      state.pass = pass + 1;
      state.pulled = 0;
      state.threshold = 0;
      state.settled = 0;
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION void check(const QuadField<MemorySpace>& field, std::int32_t slot, std::int32_t pass, std::int32_t repair) const {
    const std::int32_t own = field.value(slot);
    if (own == 0 || own >= unreached || field.best(slot) <= own) return;
    Kokkos::atomic_exchange(&field.values[slot], unreached);
    Kokkos::atomic_add(&field.state.invalidated, 1);
    field.pull_later(slot, repair);
    field.for_each_neighbor(slot, [&](std::int32_t neighbor, std::int32_t) { field.check_later(neighbor, pass + 1); });
  }
};

}  // namespace plethos::planning
