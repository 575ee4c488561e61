#pragma once

#include "algorithms/planning/grid/regions/region_contacts.hpp"

namespace plethos::planning {

/// Of each contact and each cell of its region: how far it is from the cell to that of the contact without leaving the region, and where
/// the way goes. Cells lie by their places in the block; those of other regions mean nothing.
template <class MemorySpace>
struct GateFields {
  Kokkos::View<std::uint32_t*, MemorySpace> length;
  /// Bits 0 to 2: the direction; bits 3 to 7: so many steps in it, 1 to 31. 0 at the contact itself.
  Kokkos::View<std::uint8_t*, MemorySpace> step;
  int shift = 0;  ///< a contact has 1 << shift elements

  KOKKOS_INLINE_FUNCTION std::size_t place(std::int32_t contact, std::int32_t place_in_block) const {
    return (static_cast<std::size_t>(contact) << shift) + static_cast<std::size_t>(place_in_block);
  }

  /// Returns the length between the cells of two contacts of a region.
  KOKKOS_INLINE_FUNCTION std::uint32_t between(const BlockRegions<MemorySpace>& regions, const RegionContacts<MemorySpace>& contacts,
                                               std::int32_t one, std::int32_t other) const {
    return length(place(one, regions.place_in_block(contacts.cell(other))));
  }

  std::uint64_t bytes() const { return 4 * length.size() + step.size(); }
};

/// Fields with the memory that they lie in, which may be larger.
template <class MemorySpace>
struct KeptGateFields {
  GateFields<MemorySpace> fields;
  decltype(fields.length) lengths;
  decltype(fields.step) steps;

  /// Returns the bytes besides those of `fields`.
  std::uint64_t bytes() const { return 4 * lengths.size() + steps.size() - fields.bytes(); }
};

/// Computes the fields of all contacts. On a device a team takes a contact and a thread a cell. Memory: 5 bytes a cell of a block for each
/// contact; it is claimed as claim_view() says. Cost: for each contact the cells of its region; on a device times the steps of the longest
/// way in it. Returns before the fields are there.
template <class Execution>
void make_gate_fields(const Execution& execution, const BlockRegions<typename Execution::memory_space>& regions,
                      const RegionContacts<typename Execution::memory_space>& contacts,
                      KeptGateFields<typename Execution::memory_space>& kept);

}  // namespace plethos::planning
