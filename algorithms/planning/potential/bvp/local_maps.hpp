#pragma once

#include <span>
#include <vector>

#include "algorithms/planning/potential/bvp/bvp_parameters.hpp"
#include "backends/append.hpp"
#include "backends/execution.hpp"
#include "core/agents.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

/// The cells of all agents' maps, for kernels that copy maps.
template <class MemorySpace>
struct MapsOfAgents {
  Kokkos::View<const LocalShape*, MemorySpace> shapes;
  Kokkos::View<const std::int32_t*, MemorySpace> start, shape_of_agent;  ///< by id
  Kokkos::View<float*, MemorySpace> cells;
};

/// Marks the slots of a rank's maps that its agents have, but for those at [first, end).
template <class MemorySpace>
struct MarkSlots {
  Agents<MemorySpace> agents;
  Kokkos::View<const std::int32_t*, MemorySpace> start;
  std::int32_t first, end, largest;
  Kokkos::View<std::int32_t*, MemorySpace> taken;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (i < first || i >= end) taken(start(agents.id(i)) / largest) = 1;
  }
};
template <class MemorySpace>
struct ListFreeSlots {
  Kokkos::View<const std::int32_t*, MemorySpace> taken;
  Kokkos::View<std::int32_t*, MemorySpace> count, slot;  ///< in any order

  KOKKOS_FUNCTION void operator()(int k) const {
    if (taken(k) == 0) slot(backends::append_place(count(0))) = k;
  }
};
template <class MemorySpace>
struct TakeSlots {
  Agents<MemorySpace> agents;
  Kokkos::View<const std::int32_t*, MemorySpace> slot;
  std::int32_t first, largest;
  Kokkos::View<std::int32_t*, MemorySpace> start;

  KOKKOS_FUNCTION void operator()(int k) const { start(agents.id(first + k)) = slot(k) * largest; }
};

/// The local maps of agents, in the arrays of figure 8 (Fischer, Silveira and Nedel 2009): one array with all maps' cells, and by agent
/// where its map begins and which shape it has. One process has the maps of all agents. A rank of several has slots for those of its own.
template <class MemorySpace>
class LocalMaps {
 public:
  /// Makes the tables of shapes.
  void make(std::span<const BvpParameters> shapes);
  /// In one process: gives all agents, by id, maps of shapes of the list. There may be another number of them than before. Maps move
  /// together, and a new map, or one of a new size, is empty. Cost: a copy of all maps. Waits.
  void reshape(std::vector<std::int32_t> shape_of_agent);
  /// On one of several ranks: claims slots for the maps of so many agents, each as large as the largest. They are empty.
  void claim_slots(const std::vector<std::int32_t>& shape_of_agent, std::int32_t agents);
  /// On one of several ranks: gives slots to the agents at [first, first + count), which have come since; what is in these is undefined.
  /// The rank's other agents have theirs. Waits. Cost: passes over agents and slots, and a copy of all maps if there is too little room.
  template <class Execution>
  void take_in(const Execution& execution, const Agents<MemorySpace>& agents, std::int32_t first, std::int32_t count);

  const Kokkos::View<std::int32_t*, MemorySpace>& start() const { return start_; }
  const Kokkos::View<std::int32_t*, MemorySpace>& shape_of_agent() const { return shape_of_agent_; }
  MapsOfAgents<MemorySpace> carried() const { return {shapes_, start_, shape_of_agent_, cells_}; }
  /// Sets the parts of the arguments that say where maps and tables lie.
  void describe(LocalMapArguments& arguments) const;
  const std::vector<LocalShape>& shapes() const { return host_shapes_; }
  /// The elements of a color that the largest map has.
  std::int32_t largest_board() const;
  /// The elements of the largest map, LocalShape::cells().
  std::int32_t largest_map() const;
  /// Returns, or sets, the maps from `first` on as words, of which there are words(first).
  std::size_t words(std::size_t first) const { return cells_.size() - begin(first); }
  std::vector<std::uint32_t> remembered(std::size_t first) const;
  void resume(std::size_t first, std::span<const std::uint32_t> words);

  std::uint64_t bytes() const {
    return 4 * (cells_.size() + start_.size() + shape_of_agent_.size() + middle_x_.size() + middle_y_.size() + update_zone_.size() +
                free_zone_.size()) +
           sizeof(LocalShape) * shapes_.size();
  }

 private:
  void pack(std::vector<std::int32_t> shape_of_agent);
  /// Returns the cells of so many slots. Errors: InputError if there are more than 2^31.
  std::size_t cells_of(std::int32_t slots) const;
  std::size_t begin(std::size_t map) const { return map < host_start_.size() ? static_cast<std::size_t>(host_start_[map]) : cells_.size(); }

  bool in_slots_ = false;
  std::vector<LocalShape> host_shapes_;
  std::vector<std::int32_t> host_shape_of_agent_, host_start_;
  Kokkos::View<LocalShape*, MemorySpace> shapes_;
  Kokkos::View<float*, MemorySpace> cells_, middle_x_, middle_y_;
  Kokkos::View<std::uint32_t*, MemorySpace> update_zone_, free_zone_;
  Kokkos::View<std::int32_t*, MemorySpace> start_, shape_of_agent_;
};

template <class MemorySpace>
template <class Execution>
void LocalMaps<MemorySpace>::take_in(const Execution& execution, const Agents<MemorySpace>& agents, std::int32_t first,
                                     std::int32_t count) {
  if (!in_slots_) return;
  using Integers = Kokkos::View<std::int32_t*, MemorySpace>;
  const std::int32_t largest = largest_map(), slots = agents.capacity;
  if (cells_.size() < cells_of(slots)) resize_view(cells_, cells_of(slots));
  const Integers taken("plethos::bvp::taken_slots", static_cast<std::size_t>(slots)), number("plethos::bvp::free_count", 1);
  const auto slot = unset_view<Integers>("plethos::bvp::free_slots", static_cast<std::size_t>(slots));
  backends::for_each(execution, "plethos::bvp::mark_slots", agents.owned,
                     MarkSlots<MemorySpace>{agents, start_, first, first + count, largest, taken});
  backends::for_each(execution, "plethos::bvp::list_free_slots", slots, ListFreeSlots<MemorySpace>{taken, number, slot});
  backends::for_each(execution, "plethos::bvp::take_slots", count, TakeSlots<MemorySpace>{agents, slot, first, largest, start_});
  execution.fence();
}

}  // namespace plethos::planning
