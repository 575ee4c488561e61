#pragma once

#include <span>
#include <vector>

#include "algorithms/planning/grid/regions/region_contacts.hpp"

namespace plethos::planning {

/// The regions and contacts of a map, kept so that a change of some cells costs little, and that no memory is claimed to find all anew.
template <class MemorySpace>
struct KeptRegionGraph {
  KeptRegions<MemorySpace> regions;
  KeptContacts<MemorySpace> contacts;

  /// Returns the bytes besides those of the regions and contacts themselves.
  std::uint64_t bytes() const { return regions.bytes() + contacts.bytes() + 4 * (claimed_blocks.size() + claimed_sides.size()); }

  // What a repair works with.
  std::vector<std::int32_t> blocks{}, sides{};
  Kokkos::View<std::int32_t*, MemorySpace> claimed_blocks{}, claimed_sides{};
};

/// Finds the regions and contacts of a map. Cost: find_block_regions() and find_region_contacts().
template <class Execution>
void find_region_graph(const Execution& execution, const GridGraph<typename Execution::memory_space>& graph, int side, ContactKind kind,
                       KeptRegionGraph<typename Execution::memory_space>& kept);

/// Repairs regions and contacts where cells of their map have turned; those whose costs alone have changed do not matter. `graph` is the
/// map as it is now. The result is that of find_region_graph(), bit for bit. Returns the number of blocks that were searched again, those
/// with cells that turned. Cost: repair_block_regions() and repair_region_contacts().
template <class Execution>
std::size_t repair_region_graph(const Execution& execution, const GridGraph<typename Execution::memory_space>& graph,
                                std::span<const CellChange> changes, KeptRegionGraph<typename Execution::memory_space>& kept);

}  // namespace plethos::planning
