#pragma once

#include <span>
#include <vector>

#include "algorithms/planning/fields/wavefront/wave_values.hpp"

namespace plethos::planning {

/// Distances of second order, which are made of fields of the metric `eikonal` after these were computed: see SecondOrderTile. Tiles in
/// which values have changed are computed again, the near ones first, and then those that read what has changed. Near sources distances are
/// exact: no differences fit a front there.
template <class Execution>
class WaveRefinement {
 public:
  using MemorySpace = typename Execution::memory_space;
  /// What make() claims for each tile.
  static constexpr std::uint64_t bytes_per_tile = 4 * (wave_tile_cells + 4);

  /// Claims memory for the fields of `arguments`, which take note of their changes from then on. radius: as second_order_radius, >= 1.
  void make(std::int32_t radius, WaveArguments& arguments);
  /// Forgets all distances and sources.
  void clear(const Execution& execution, WaveArguments& arguments);
  /// Says which the fields' sources are: those of before, or others after clear().
  void begin(std::span<const FieldSource> sources);
  /// Takes note that steps or costs at some cells of a map have changed.
  void change(const GridGraph<MemorySpace>& graph, std::span<const std::int32_t> touched, const WaveArguments& arguments);
  /// Computes the distances of fields as they are now. They mean something where the values do. Returns the visits of tiles. Waits.
  std::uint64_t refine(const Execution& execution, const WaveValues<MemorySpace>& values, WaveArguments& arguments);

  const Kokkos::View<float*, MemorySpace>& distances() const { return distances_; }
  std::int32_t radius() const { return radius_; }
  std::uint64_t bytes() const;

 private:
  using Numbers = Kokkos::View<std::int32_t*, MemorySpace>;

  void look_around(const Execution& execution, const WaveValues<MemorySpace>& values, const WaveArguments& arguments);

  std::int32_t radius_ = second_order_radius;
  std::vector<FieldSource> begun_;
  std::vector<std::uint8_t> due_;  ///< of each field: whether its sources look around again
  bool has_lost_ = false;          ///< WaveState::lost since they all did
  Kokkos::View<float*, MemorySpace> distances_;
  Numbers changed_, keys_, listed_[2];
  Kokkos::View<FieldSource*, MemorySpace> sources_;
  Kokkos::View<WaveState, MemorySpace> state_;
};

}  // namespace plethos::planning
