#pragma once

#include "algorithms/planning/fields/quadtree/quad_field.hpp"

namespace plethos::planning {

/// The threads of a device's block that compute a field, and how many of them share the neighbors of a leaf.
inline constexpr int quad_team = 1024;
inline constexpr int threads_per_leaf = 4;

/// Returns how many members of a team share a leaf.
template <class Team>
KOKKOS_INLINE_FUNCTION int members_per_leaf(const Team& team) {
  return team.size > 1 ? threads_per_leaf : 1;
}

/// Runs rounds of a field, until values below `limit` are final.
template <class MemorySpace>
struct SpreadField {
  static constexpr int grain = 1;
  using launch_bounds = backends::Tuning::OneBlock<quad_team>;
  QuadFieldsView<MemorySpace> fields;
  std::int32_t step;  ///< of the threshold
  std::int32_t limit;
  SharedField shared = SharedField(2 * fields.words());

  void work(const backends::OneThread& team, int f) const { spread(team, fields.template field<true>(f)); }
  template <class Team>
  KOKKOS_INLINE_FUNCTION void work(const Team& team, int f) const {
    QuadField<MemorySpace> field = fields.field(f);
    shared.share(team, field.state, field.listed_marks[0], [&](QuadFieldState* state, std::uint32_t* marks) {
      field.state = state;
      field.listed_marks[0] = marks;
      field.listed_marks[1] = marks + fields.words();
      spread(team, field);
    });
  }

 private:
  template <class Team, class Field>
  KOKKOS_INLINE_FUNCTION void spread(const Team& team, const Field& field) const {
    QuadFieldState& state = *field.state;
    while (state.settled < limit) {
      const std::int32_t round = state.round, count = state.listed[round & 1], threshold = state.threshold;
      const int share = members_per_leaf(team);
      team.each(count * share, [&](int k) { lower_around(field, field.listed[round & 1][k / share], round, threshold, k % share, share); });
      if (team.rank() == 0) end_round(state, round & 1, count);
      team.sync();
    }
  }
  /// Lowers every `share`-th neighbor of a leaf, from the `part`-th one on.
  template <class Field>
  KOKKOS_INLINE_FUNCTION void lower_around(const Field& field, std::int32_t slot, std::int32_t round, std::int32_t threshold, int part,
                                           int share) const {
    if (part == 0) field.unmark(field.listed_marks[round & 1], slot);
    const std::int32_t own = field.value(slot);
    if (own >= threshold) {
      // A leaf that was split or merged after it was listed has no value. Whoever gives a value to a new leaf in its slot lists that one.
      if (part > 0 || own >= unreached) return;
      field.list(slot, round + 1);
      field.lower(field.state->least_far, own);
      return;
    }
    field.for_each_neighbor(slot, part, share, [&](const QuadNeighbor& neighbor) {
      const std::int32_t lower = field.add(own, field.tree.step_cost(neighbor.length, neighbor.slot));
      if (lower >= field.value(neighbor.slot)) return;
      // Whoever lowers it further at the same time lists it as well, so that nobody needs to wait for what it was.
      field.lower(field.values[neighbor.slot], lower);
      field.list(neighbor.slot, round + 1);
    });
    if (part == 0) field.count(field.state->worked);
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
  SharedField shared = SharedField(3 * fields.words());

  void work(const backends::OneThread& team, int f) const { raise(team, fields.template field<true>(f)); }
  template <class Team>
  KOKKOS_INLINE_FUNCTION void work(const Team& team, int f) const {
    QuadField<MemorySpace> field = fields.field(f);
    shared.share(team, field.state, field.raised_marks[0], [&](QuadFieldState* state, std::uint32_t* marks) {
      field.state = state;
      field.raised_marks[0] = marks;
      field.raised_marks[1] = marks + fields.words();
      field.pulled_marks = marks + 2 * fields.words();
      raise(team, field);
    });
  }

 private:
  template <class Team, class Field>
  KOKKOS_INLINE_FUNCTION void raise(const Team& team, const Field& field) const {
    QuadFieldState& state = *field.state;
    const int share = members_per_leaf(team);
    // Values of removed leaves, and of new ones in their slots.
    team.each(vacated.extent_int(0), [&](int k) { field.values[vacated(k)] = unreached; });
    team.each(inserted_count, [&](int k) { field.values[field.tree.find(quad_of(static_cast<std::uint32_t>(inserted(k))))] = unreached; });
    team.each(touched.extent_int(0), [&](int k) {
      field.check_later(touched(k), 0);
      field.pull_later(touched(k));
    });
    for (int pass = 0; state.raised[pass & 1] > 0; ++pass) {
      const std::int32_t count = state.raised[pass & 1];
      team.each(count * share, [&](int k) { find_support(field, field.raised[pass & 1][k / share], k % share, share); });
      team.each(count * share, [&](int k) { take_back(field, field.raised[pass & 1][k / share], pass, k % share, share); });
      if (team.rank() == 0) state.raised[pass & 1] = 0;
      team.sync();
    }
    const std::int32_t round = state.round;
    team.each(state.pulled * share, [&](int k) {
      const std::int32_t slot = field.pulled[k / share];
      if (k % share == 0) field.unmark(field.pulled_marks, slot);
      if (field.tree.cost(slot) == 0) return;
      const std::int32_t best = field.best(slot, k % share, share);
      if (best >= field.value(slot)) return;
      field.lower(field.values[slot], best);
      field.list(slot, round);
    });
    if (team.rank() == 0) {
      state.pulled = 0;
      state.threshold = 0;
      state.settled = 0;
    }
  }
  // An entry of the list is ~slot as soon as a value is found to stand.
  template <class Field>
  KOKKOS_INLINE_FUNCTION void find_support(const Field& field, std::int32_t& entry, int part, int share) const {
    const std::int32_t slot = backends::relaxed_load(entry);
    if (slot < 0) return;
    const std::int32_t own = field.value(slot);
    if (own == 0 || own >= unreached || field.best(slot, part, share) <= own) backends::relaxed_store(entry, ~slot);
  }
  template <class Field>
  KOKKOS_INLINE_FUNCTION void take_back(const Field& field, std::int32_t entry, int pass, int part, int share) const {
    const std::int32_t slot = entry < 0 ? ~entry : entry;
    if (part == 0) field.unmark(field.raised_marks[pass & 1], slot);
    if (entry < 0) return;
    if (part == 0) {
      backends::relaxed_store(field.values[slot], unreached);
      field.count(field.state->invalidated);
      field.pull_later(slot);
    }
    field.for_each_neighbor(slot, part, share, [&](const QuadNeighbor& neighbor) { field.check_later(neighbor.slot, pass + 1); });
  }
};

}  // namespace plethos::planning
