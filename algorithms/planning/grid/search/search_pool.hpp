#pragma once

#include <algorithm>

#include "algorithms/planning/grid/map/grid_parameters.hpp"
#include "algorithms/planning/grid/search/run_searches.hpp"

namespace plethos::planning {

/// Slots of one shape for as many searches at a time as fit into some memory.
template <class MemorySpace>
class SearchPool {
 public:
  SearchPool() = default;
  SearchPool(int slots, const SlotShape& shape)
      : shape_(shape),
        nodes_("plethos::grid::search_nodes", count(slots, shape.nodes)),
        parent_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::grid::parents"), count(slots, shape.parents)),
        listed_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::grid::listed_cells"), count(slots, shape.listed)),
        first_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::grid::buckets"), count(slots, shape.buckets)),
        used_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::grid::used_buckets"), count(slots, shape.buckets / 64)),
        count_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::grid::listed_count"), static_cast<std::size_t>(slots)),
        number_("plethos::grid::search_number", static_cast<std::size_t>(slots)) {}

  int slots() const { return static_cast<int>(number_.size()); }
  const SlotShape& shape() const { return shape_; }
  std::uint64_t bytes() const { return shape_.bytes() * number_.size(); }

  /// Returns a slot for the next query in it. `open_nodes`: see SearchSlot.
  template <class Team>
  KOKKOS_INLINE_FUNCTION SearchSlot begin(const Team& team, int slot, OpenNodes* open_nodes) const {
    const auto at = static_cast<std::size_t>(slot);
    const auto place = [&](std::int64_t each) { return at * static_cast<std::size_t>(each); };
    const SearchSlot memory{nodes_.data() + place(shape_.nodes),
                            parent_.data() + place(shape_.parents),
                            listed_.data() + place(shape_.listed),
                            first_.data() + place(shape_.buckets),
                            used_.data() + place(shape_.buckets / 64),
                            &count_(at),
                            &number_(at),
                            0,
                            shape_.nodes,
                            open_nodes};
    return memory.begin(team);
  }

 private:
  static std::size_t count(int slots, std::int64_t each) { return static_cast<std::size_t>(slots) * static_cast<std::size_t>(each); }

  SlotShape shape_;
  Kokkos::View<SearchNode*, MemorySpace> nodes_;
  Kokkos::View<std::int32_t*, MemorySpace> parent_;
  Kokkos::View<std::int32_t*, MemorySpace> listed_;
  Kokkos::View<std::int32_t*, MemorySpace> first_;
  Kokkos::View<std::uint64_t*, MemorySpace> used_;
  Kokkos::View<std::int32_t*, MemorySpace> count_;
  Kokkos::View<std::uint32_t*, MemorySpace> number_;
};

/// Lets `pool` have slots of a shape for so many searches, or for as many as run at a time and fit into the memory that `parameters` allow;
/// at least one. Cost: nothing if it has them.
template <class Execution>
void renew_pool(const Execution& execution, SearchPool<typename Execution::memory_space>& pool, std::uint64_t searches,
                const SlotShape& shape, const GridParameters& parameters) {
  using Pool = SearchPool<typename Execution::memory_space>;
  const std::uint64_t most = std::max<std::uint64_t>(1, std::min(searches, std::uint64_t(concurrent_searches(execution))));
  if (pool.shape() == shape && pool.slots() >= static_cast<int>(most)) return;
  const auto memory = parameters.search_memory > 0 ? static_cast<std::uint64_t>(parameters.search_memory * 1e6f)
                                                   : (backends::memory(execution).free + pool.bytes()) / 2;
  const auto slots = static_cast<int>(std::clamp<std::uint64_t>(memory / shape.bytes(), 1, most));
  if (pool.shape() == shape && pool.slots() >= slots) return;
  // The memory of before is free for the new one.
  pool = {};
  pool = Pool(slots, shape);
}

}  // namespace plethos::planning
