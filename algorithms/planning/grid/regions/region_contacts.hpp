#pragma once

#include "algorithms/planning/grid/regions/block_regions.hpp"

namespace plethos::planning {

/// Where regions of neighboring blocks touch. `pairs`: one contact for each two regions that touch along a side of a block. `runs`: one for
/// each run of cells along a side where they touch, in its middle.
enum class ContactKind : std::int32_t { pairs, runs };

/// The contacts of all regions, as lists (Caggianese and Erra 2014, figure 3). A contact has an entry in the list of either region. Those
/// of a region come by the sides of its block, east, south, west and north, and along a side from the west or the north.
template <class MemorySpace>
struct RegionContacts {
  using Numbers = Kokkos::View<std::int32_t*, MemorySpace>;

  Numbers first;   ///< P_e: of each region its first contact, and at the end the number of contacts
  Numbers target;  ///< P_t: of each contact the region across
  Numbers mate;    ///< of each contact its entry in the list of the region across
  Numbers cell;    ///< of each contact the cell of its region beside the side; that of the mate is the cell across

  /// The region in whose list a contact is.
  KOKKOS_INLINE_FUNCTION std::int32_t region(std::int32_t contact) const { return target(mate(contact)); }
  KOKKOS_INLINE_FUNCTION std::int32_t count() const { return static_cast<std::int32_t>(target.size()); }

  std::uint64_t bytes() const { return 4 * (first.size() + target.size() + mate.size() + cell.size()); }
};

/// The contacts of a map's regions, with what it takes to find those at some sides of blocks anew.
template <class MemorySpace>
struct KeptContacts {
  using Numbers = typename RegionContacts<MemorySpace>::Numbers;

  RegionContacts<MemorySpace> contacts;  ///< the beginnings of `firsts`, `targets`, `mates` and `cells`
  ContactKind kind = ContactKind::pairs;
  /// Of each side of each block its contacts, with room for half a block's side. They hold the numbers of regions within their blocks, so
  /// that they stay when others are renumbered.
  Kokkos::View<std::uint32_t*, MemorySpace> at_side;
  Numbers count;  ///< of each side of each block
  Numbers firsts, targets, mates, cells, places, block_sums;

  /// Returns the bytes besides those of `contacts`.
  std::uint64_t bytes() const {
    return 4 * (at_side.size() + count.size() + firsts.size() + targets.size() + mates.size() + cells.size() + places.size() +
                block_sums.size()) -
           contacts.bytes();
  }
};

/// Finds the contacts, a thread a side of each block. Cost: the cells along the sides of blocks. Memory that is kept is used again. Waits.
template <class Execution>
void find_region_contacts(const Execution& execution, const BlockRegions<typename Execution::memory_space>& regions, ContactKind kind,
                          KeptContacts<typename Execution::memory_space>& kept);

/// Finds the contacts at some sides of blocks anew, and renumbers the others. A side is four times its block and its direction. `sides` has
/// each one once: those of the blocks whose cells have turned, and of the blocks around them those towards them. `regions` are those of
/// now. The contacts are then those of find_region_contacts(). Cost: linear in the cells along the sides; linear in the regions and the
/// contacts, a scan and three visits. One number is copied to the host. Claims memory as repair_block_regions() does. Waits.
template <class Execution>
void repair_region_contacts(const Execution& execution, const BlockRegions<typename Execution::memory_space>& regions,
                            Kokkos::View<const std::int32_t*, typename Execution::memory_space> sides,
                            KeptContacts<typename Execution::memory_space>& kept);

}  // namespace plethos::planning
