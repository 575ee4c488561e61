#include "algorithms/planning/fields/quadtree/quad_fields.hpp"

#include <algorithm>

#include "algorithms/planning/fields/quadtree/quad_rounds.hpp"
#include "backends/instantiate.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

template <class MemorySpace>
struct BeginQuads {
  QuadFieldsView<MemorySpace> fields;
  Kokkos::View<const FieldSource*, MemorySpace> sources;

  KOKKOS_FUNCTION void operator()(int k) const {
    const QuadField<MemorySpace> field = fields.field(sources(k).field);
    const std::int32_t slot = fields.tree.slot_at(sources(k).cell);
    if (Kokkos::atomic_exchange(&field.values[slot], 0) == 0) return;
    Kokkos::atomic_exchange(&field.state->threshold, 0);
    Kokkos::atomic_exchange(&field.state->settled, 0);
    // Threads of a warp work on different fields here.
    const std::int32_t now = field.state->round & 1;
    if (field.mark(field.listed_marks[now], slot)) field.listed[now][Kokkos::atomic_fetch_add(&field.state->listed[now], 1)] = slot;
  }
};

/// Writes what the leaves of all fields are lowered to by their neighbors as they are now: algorithm 2 of Garcia, Kapadia and Badler 2014
/// with the costs of its formula.
template <class MemorySpace>
struct SweepQuads {
  QuadFieldsView<MemorySpace> fields;
  Kokkos::View<std::int32_t*, MemorySpace> swept;
  Kokkos::View<std::int32_t*, MemorySpace> changed;  ///< set to 1 if a value below `needed` has changed
  std::int32_t needed;

  KOKKOS_FUNCTION void operator()(int k) const {
    const QuadField<MemorySpace> field = fields.field(k / fields.slots);
    const std::int32_t slot = k % fields.slots, before = field.values[slot];
    const bool can_be_reached = fields.tree.code(slot) != 0 && fields.tree.cost(slot) > 0;
    const std::int32_t found = can_be_reached ? Kokkos::min(before, field.best(slot)) : before;
    swept(k) = found;
    if (found < before && found < needed) Kokkos::atomic_store(&changed(0), 1);
  }
};

/// Leaves the values of all slots unreached, and without marks. A field has fewer words of marks than slots.
template <class MemorySpace>
struct ClearQuads {
  QuadFieldsView<MemorySpace> fields;

  KOKKOS_FUNCTION void operator()(int k) const {
    fields.values(k) = unreached;
    if (k < fields.marks.extent_int(0)) fields.marks(k) = 0;
  }
};

template <class Execution>
void QuadFields<Execution>::make(const Execution& execution, const QuadTree<Execution>& tree, std::int32_t fields, Wave wave,
                                 std::int32_t step) {
  tree_ = tree.view();
  wave_ = wave;
  sweeps_ = 0;
  // Where threads are many, rounds are dearer than leaves that are lowered twice.
  step_ = step > 0 ? step : backends::concurrency(execution).device ? 128 : 32;
  slots_ = tree_.code.extent_int(0);
  const std::size_t size = static_cast<std::size_t>(slots_) * static_cast<std::size_t>(fields);
  fit_view("plethos::quadtree::values", size, values_);
  fit_view("plethos::quadtree::swept", wave == Wave::sweep ? size : 0, swept_);
  fit_view("plethos::quadtree::changed", 1, changed_);
  words_shift_ = 0;
  while (32 << words_shift_ < slots_) ++words_shift_;
  fit_view("plethos::quadtree::marks", static_cast<std::size_t>(fields) * static_cast<std::size_t>(quad_mark_sets << words_shift_), marks_);
  for (int k = 0; k < 2; ++k) {
    fit_view("plethos::quadtree::listed", size, listed_[k]);
    fit_view("plethos::quadtree::raised", size, raised_[k]);
  }
  fit_view("plethos::quadtree::pulled", size, pulled_);
  fit_view("plethos::quadtree::states", static_cast<std::size_t>(fields), states_);
  clear(execution);
}

template <class MemorySpace>
struct ResetStates {
  Kokkos::View<QuadFieldState*, MemorySpace> states;

  KOKKOS_FUNCTION void operator()(int f) const { states(f) = QuadFieldState(); }
};

template <class Execution>
void QuadFields<Execution>::clear(const Execution& execution) {
  backends::for_each(execution, "plethos::quadtree::clear", static_cast<int>(values_.size()), ClearQuads<MemorySpace>{view()});
  backends::for_each(execution, "plethos::quadtree::reset", fields(), ResetStates<MemorySpace>{states_});
  settled_ = 0;
}

template <class Execution>
void QuadFields<Execution>::begin(const Execution& execution, std::span<const FieldSource> sources) {
  const auto copied = refill_view("plethos::quadtree::sources", sources, sources_);
  backends::for_each(execution, "plethos::quadtree::begin", static_cast<int>(sources.size()), BeginQuads<MemorySpace>{view(), copied});
  settled_ = 0;
}

template <class Execution>
void QuadFields<Execution>::spread(const Execution& execution, const std::function<std::int32_t()>& farthest) {
  if (wave_ == Wave::sweep) {
    sweep(execution, farthest);
  } else {
    advance_front(execution, farthest);
  }
}

template <class Execution>
void QuadFields<Execution>::sweep(const Execution& execution, const std::function<std::int32_t()>& farthest) {
  if (settled_ >= unreached || farthest() < settled_) return;
  // A device makes several sweeps before the host looks.
  const int sweeps = backends::concurrency(execution).device ? 8 : 1;
  std::int32_t needed = 0, changed = 0;
  do {
    // All values that are at most as large as the farthest one are needed.
    needed = std::min(farthest(), unreached - 1) + 1;
    set_element(changed_, 0);
    for (int k = 0; k < sweeps; ++k) {
      backends::for_each(execution, "plethos::quadtree::sweep", static_cast<int>(values_.size()),
                         SweepQuads<MemorySpace>{view(), swept_, changed_, needed});
      std::swap(values_, swept_);
    }
    sweeps_ += static_cast<std::uint64_t>(sweeps);
    execution.fence();
    changed = element(changed_);
  } while (changed != 0);
  settled_ = needed;
}

template <class Execution>
void QuadFields<Execution>::advance_front(const Execution& execution, const std::function<std::int32_t()>& farthest) {
  const std::int32_t step = tree_.bits.leaf_cells * step_ * static_cast<std::int32_t>(length_of_cell);
  // The host looks after some of them, and then after twice as many; seldom at a device, which it waits for.
  std::int64_t steps = backends::concurrency(execution).device ? 16 : 2;
  for (; settled_ < unreached && farthest() >= settled_; steps *= 2) {
    const auto limit = static_cast<std::int32_t>(std::min<std::int64_t>(settled_ + steps * step, unreached));
    const backends::ByTeam<SpreadField<MemorySpace>> spread{{view(), step, limit}};
    backends::for_each_team(execution, "plethos::quadtree::spread", fields(), quad_team, spread.shared.bytes(), spread);
    execution.fence();
    const auto states = host_view(states_);
    settled_ = unreached;
    for (std::size_t f = 0; f < states.size(); ++f) settled_ = std::min(settled_, states(f).settled);
  }
}

template <class Execution>
void QuadFields<Execution>::change(const Execution& execution, const QuadTree<Execution>& tree, const QuadChanges& changes) {
  const backends::ByTeam<RaiseField<MemorySpace>> raise{begin_change(tree, changes)};
  if (changes.rebuilt) return make(execution, tree, fields(), wave_, step_);
  backends::for_each_team(execution, "plethos::quadtree::raise", fields(), quad_team, raise.shared.bytes(), raise);
}

template <class Execution>
RaiseField<typename Execution::memory_space> QuadFields<Execution>::begin_change(const QuadTree<Execution>& tree,
                                                                                 const QuadChanges& changes) {
  tree_ = tree.view();
  settled_ = 0;
  return {view(), tree.vacated(), tree.inserted(), tree.touched(), changes.inserted};
}

template <class Execution>
QuadFieldsView<typename Execution::memory_space> QuadFields<Execution>::view() const {
  return {tree_, slots_, words_shift_, values_, {listed_[0], listed_[1]}, {raised_[0], raised_[1]}, pulled_, marks_, states_};
}

template <class Execution>
std::uint64_t QuadFields<Execution>::invalidated() const {
  const auto states = host_view(states_);
  std::uint64_t sum = 0;
  for (std::size_t f = 0; f < states.size(); ++f) sum += static_cast<std::uint64_t>(states(f).invalidated);
  return sum;
}

template <class Execution>
std::uint64_t QuadFields<Execution>::lowered() const {
  const auto states = host_view(states_);
  std::uint64_t sum = 0;
  for (std::size_t f = 0; f < states.size(); ++f) sum += static_cast<std::uint64_t>(states(f).lowered);
  return sum;
}

PLETHOS_INSTANTIATE(QuadFields);

}  // namespace plethos::planning
