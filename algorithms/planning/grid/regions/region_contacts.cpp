#include "algorithms/planning/grid/regions/region_contacts.hpp"

#include "backends/instantiate.hpp"
#include "backends/scan.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

/// The cells along one side of a block, and the regions on it and across.
template <class MemorySpace>
struct BlockSide {
  const BlockRegions<MemorySpace>& regions;
  std::int32_t start = 0, along = 0, across = 0, length = 0;  ///< the first cell, steps to the next and to the other block, cells
  std::int32_t other_block = -1;

  /// `side`: the direction of the other block.
  KOKKOS_INLINE_FUNCTION BlockSide(const BlockRegions<MemorySpace>& of, std::int32_t block, int side) : regions(of) {
    const std::int32_t width = regions.graph.width;
    const std::int32_t column = block % regions.columns + column_step(side);
    const std::int32_t row = block / regions.columns + row_step(side);
    if (column < 0 || column >= regions.columns || row < 0 || row >= regions.rows) return;
    other_block = row * regions.columns + column;
    const std::int32_t corner = regions.corner(block);
    const std::int32_t last = regions.side() - 1;
    const bool goes_down = row_step(side) == 0;
    start = corner + (side == 0 ? last : side == 1 ? last * width : 0);
    along = goes_down ? width : 1;
    across = regions.graph.stride(side);
    length = goes_down ? Kokkos::min(regions.side(), regions.graph.height - corner / width)
                       : Kokkos::min(regions.side(), width - corner % width);
  }

  KOKKOS_INLINE_FUNCTION std::int32_t cell(std::int32_t k) const { return start + k * along; }
  /// The regions on this side and across at its k-th cell. Where a cell is blocked, the first is -1.
  KOKKOS_INLINE_FUNCTION Kokkos::pair<std::int32_t, std::int32_t> regions_at(std::int32_t k) const {
    const std::int32_t own = regions.region(cell(k));
    const std::int32_t other = own >= 0 ? regions.region(cell(k) + across) : -1;
    return {other >= 0 ? own : -1, other};
  }

  /// Calls visit(own region, region across, k) for each contact, which lies at the k-th cell. There are at most half as many as a block's
  /// side has cells, because a blocked cell parts any two.
  template <class Visit>
  KOKKOS_INLINE_FUNCTION void for_each_contact(ContactKind kind, const Visit& visit) const {
    for (std::int32_t k = 0; k < length;) {
      const auto at = regions_at(k);
      std::int32_t end = k + 1;
      while (end < length && regions_at(end) == at) ++end;
      const bool is_new = at.first >= 0 && (kind == ContactKind::runs || !touched_before(k, at));
      if (is_new) visit(at.first, at.second, kind == ContactKind::runs ? (k + end - 1) / 2 : k);
      k = end;
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION bool touched_before(std::int32_t k, const Kokkos::pair<std::int32_t, std::int32_t>& at) const {
    for (std::int32_t before = 0; before < k; ++before) {
      if (regions_at(before) == at) return true;
    }
    return false;
  }
};

/// A contact at a side of a block, as one number: the numbers of the regions in their blocks, and the place of its cell along the side.
struct SideContact {
  std::uint32_t bits;

  static constexpr int region_bits = 10;
  KOKKOS_INLINE_FUNCTION static SideContact of(std::int32_t own, std::int32_t other, std::int32_t k) {
    return {static_cast<std::uint32_t>(k << 2 * region_bits | other << region_bits | own)};
  }
  KOKKOS_INLINE_FUNCTION std::int32_t own() const { return static_cast<std::int32_t>(bits & ((1u << region_bits) - 1)); }
  KOKKOS_INLINE_FUNCTION std::int32_t other() const { return static_cast<std::int32_t>(bits >> region_bits & ((1u << region_bits) - 1)); }
  KOKKOS_INLINE_FUNCTION std::int32_t k() const { return static_cast<std::int32_t>(bits >> 2 * region_bits); }
};

/// Finds the contacts at sides of blocks.
template <class MemorySpace>
struct FindAtSides {
  BlockRegions<MemorySpace> regions;
  KeptContacts<MemorySpace> kept;
  Kokkos::View<const std::int32_t*, MemorySpace> sides;  ///< empty: all

  KOKKOS_FUNCTION void operator()(int item) const {
    const std::int32_t at = sides.size() > 0 ? sides(item) : item;
    const std::int32_t block = at / straight_directions;
    const BlockSide<MemorySpace> side(regions, block, at % straight_directions);
    const std::int32_t own_first = regions.first(block);
    const std::int32_t other_first = side.other_block < 0 ? 0 : regions.first(side.other_block);
    const std::int32_t most = regions.side() / 2;
    std::int32_t count = 0;
    side.for_each_contact(kept.kind, [&](std::int32_t own, std::int32_t other, std::int32_t k) {
      kept.at_side(at * most + count) = SideContact::of(own - own_first, other - other_first, k).bits;
      ++count;
    });
    kept.count(at) = count;
  }
};

/// Counts the contacts of each region at each side of its block.
template <class MemorySpace>
struct CountContacts {
  BlockRegions<MemorySpace> regions;
  KeptContacts<MemorySpace> kept;
  Kokkos::View<std::int32_t*, MemorySpace> count;  ///< by region and side

  KOKKOS_FUNCTION void operator()(int at) const {
    const std::int32_t block = at / straight_directions;
    const int side = at % straight_directions;
    const std::int32_t first = regions.first(block);
    for (std::int32_t region = first; region < regions.first(block + 1); ++region) count(region * straight_directions + side) = 0;
    const std::int32_t most = regions.side() / 2;
    for (std::int32_t k = 0; k < kept.count(at); ++k) {
      ++count((first + SideContact{kept.at_side(at * most + k)}.own()) * straight_directions + side);
    }
  }
};

/// Lists the contacts. `place` has the place of the first contact of each region at each side, and the place behind the last one
/// afterwards.
template <class MemorySpace>
struct ListContacts {
  BlockRegions<MemorySpace> regions;
  KeptContacts<MemorySpace> kept;
  Kokkos::View<std::int32_t*, MemorySpace> place;

  KOKKOS_FUNCTION void operator()(int at) const {
    const RegionContacts<MemorySpace>& contacts = kept.contacts;
    const std::int32_t block = at / straight_directions;
    const int side = at % straight_directions;
    const std::int32_t first = regions.first(block);
    if (side == 0) {
      for (std::int32_t region = first; region < regions.first(block + 1); ++region) {
        contacts.first(region) = place(region * straight_directions);
      }
      if (block == 0) contacts.first(regions.count) = contacts.count();
    }
    const BlockSide<MemorySpace> cells(regions, block, side);
    const std::int32_t most = regions.side() / 2;
    for (std::int32_t k = 0; k < kept.count(at); ++k) {
      const SideContact found{kept.at_side(at * most + k)};
      const std::int32_t contact = place((first + found.own()) * straight_directions + side)++;
      contacts.target(contact) = regions.first(cells.other_block) + found.other();
      contacts.cell(contact) = cells.cell(found.k());
    }
  }
};

/// Finds the entry of each contact in the other region's list.
template <class MemorySpace>
struct FindMates {
  BlockRegions<MemorySpace> regions;
  RegionContacts<MemorySpace> contacts;

  KOKKOS_FUNCTION void operator()(int contact) const {
    const std::int32_t cell = contacts.cell(contact);
    const std::int32_t own = regions.region(cell);
    const std::int32_t other = contacts.target(contact);
    for (std::int32_t k = contacts.first(other); k < contacts.first(other + 1); ++k) {
      if (contacts.target(k) != own) continue;
      const std::int32_t across = contacts.cell(k) - cell;
      if (across == 1 || across == -1 || across == regions.graph.width || across == -regions.graph.width) contacts.mate(contact) = k;
    }
  }
};

template <class Execution>
void repair_region_contacts(const Execution& execution, const BlockRegions<typename Execution::memory_space>& regions,
                            Kokkos::View<const std::int32_t*, typename Execution::memory_space> sides,
                            KeptContacts<typename Execution::memory_space>& kept) {
  using MemorySpace = typename Execution::memory_space;
  const int all = straight_directions * regions.blocks();
  const auto places = static_cast<std::size_t>(straight_directions * regions.count) + 1;
  RegionContacts<MemorySpace>& contacts = kept.contacts;
  contacts = {};
  contacts.first = claim_view("plethos::regions::first_contact", static_cast<std::size_t>(regions.count) + 1, kept.firsts);
  const auto place = claim_view("plethos::regions::contact_place", places, kept.places);
  const auto block_sums = claim_view("plethos::regions::block_sums", places / backends::scan_block + 1, kept.block_sums);
  backends::for_each(execution, "plethos::regions::find_contacts", sides.size() > 0 ? static_cast<int>(sides.size()) : all,
                     FindAtSides<MemorySpace>{regions, kept, sides});
  backends::for_each(execution, "plethos::regions::count_contacts", all, CountContacts<MemorySpace>{regions, kept, place});
  const std::int32_t count = backends::places_of_counts(execution, "plethos::regions::scan", place, block_sums);
  contacts.target = claim_view("plethos::regions::contact_target", static_cast<std::size_t>(count), kept.targets);
  contacts.mate = claim_view("plethos::regions::mate", static_cast<std::size_t>(count), kept.mates);
  contacts.cell = claim_view("plethos::regions::contact_cell", static_cast<std::size_t>(count), kept.cells);
  backends::for_each(execution, "plethos::regions::list_contacts", all, ListContacts<MemorySpace>{regions, kept, place});
  backends::for_each(execution, "plethos::regions::find_mates", count, FindMates<MemorySpace>{regions, contacts});
  execution.fence();
}

template <class Execution>
void find_region_contacts(const Execution& execution, const BlockRegions<typename Execution::memory_space>& regions, ContactKind kind,
                          KeptContacts<typename Execution::memory_space>& kept) {
  const auto sides = static_cast<std::size_t>(straight_directions * regions.blocks());
  kept.kind = kind;
  fit_view("plethos::regions::at_side", sides * static_cast<std::size_t>(regions.side() / 2), kept.at_side);
  fit_view("plethos::regions::contacts_at_side", sides, kept.count);
  repair_region_contacts(execution, regions, {}, kept);
}

#define PLETHOS_REGION_CONTACTS(Execution)                                                                        \
  template void find_region_contacts(const Execution&, const BlockRegions<Execution::memory_space>&, ContactKind, \
                                     KeptContacts<Execution::memory_space>&);                                     \
  template void repair_region_contacts(const Execution&, const BlockRegions<Execution::memory_space>&,            \
                                       Kokkos::View<const std::int32_t*, Execution::memory_space>, KeptContacts<Execution::memory_space>&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_REGION_CONTACTS);
#undef PLETHOS_REGION_CONTACTS

}  // namespace plethos::planning
