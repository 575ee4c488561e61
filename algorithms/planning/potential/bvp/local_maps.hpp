#pragma once

#include <span>
#include <vector>

#include "algorithms/planning/potential/bvp/bvp_parameters.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

/// The cells of all agents' maps, for kernels that copy maps.
template <class MemorySpace>
struct MapsOfAgents {
  Kokkos::View<const LocalShape*, MemorySpace> shapes;
  Kokkos::View<const std::int32_t*, MemorySpace> start, shape_of_agent;  ///< by id
  Kokkos::View<float*, MemorySpace> cells;
};

/// The local maps of all agents, in the arrays of figure 8 (Fischer, Silveira and Nedel 2009): one array with all maps' cells, and by agent
/// where its map begins and which shape it has.
template <class MemorySpace>
class LocalMaps {
 public:
  /// Claims memory for the maps of agents, by id, each of a shape of the list. A new map is empty.
  void make(std::span<const BvpParameters> shapes, std::vector<std::int32_t> shape_of_agent);
  /// Gives maps other shapes of the list; there may be another number of them. Maps move together, and a map of a new size is empty. Cost:
  /// a copy of all maps. Waits.
  void reshape(std::vector<std::int32_t> shape_of_agent);

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
  std::size_t begin(std::size_t map) const { return map < host_start_.size() ? static_cast<std::size_t>(host_start_[map]) : cells_.size(); }

  std::vector<LocalShape> host_shapes_;
  std::vector<std::int32_t> host_shape_of_agent_, host_start_;
  Kokkos::View<LocalShape*, MemorySpace> shapes_;
  Kokkos::View<float*, MemorySpace> cells_, middle_x_, middle_y_;
  Kokkos::View<std::uint32_t*, MemorySpace> update_zone_, free_zone_;
  Kokkos::View<std::int32_t*, MemorySpace> start_, shape_of_agent_;
};

}  // namespace plethos::planning
