#include "algorithms/planning/regions/region_contacts.hpp"

#include "backends/instantiate.hpp"
#include "backends/scan.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

/// The cells along one side of a block, and the regions on it and across.
template <class MemorySpace>
struct BlockSide {
  const BlockRegions<MemorySpace>& regions;
  std::int32_t start = 0, along = 0, across = 0, length = 0;  ///< the first cell, steps to the next and to the other block, cells

  /// `side`: the direction of the other block.
  KOKKOS_INLINE_FUNCTION BlockSide(const BlockRegions<MemorySpace>& of, std::int32_t block, int side) : regions(of) {
    const std::int32_t width = regions.graph.width;
    const std::int32_t column = block % regions.columns + column_step(side);
    const std::int32_t row = block / regions.columns + row_step(side);
    if (column < 0 || column >= regions.columns || row < 0 || row >= regions.rows) return;
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

  /// Calls visit(own region, region across, own cell) for each contact.
  template <class Visit>
  KOKKOS_INLINE_FUNCTION void for_each_contact(ContactKind kind, const Visit& visit) const {
    for (std::int32_t k = 0; k < length;) {
      const auto at = regions_at(k);
      std::int32_t end = k + 1;
      while (end < length && regions_at(end) == at) ++end;
      const bool is_new = at.first >= 0 && (kind == ContactKind::runs || !touched_before(k, at));
      if (is_new) visit(at.first, at.second, cell(kind == ContactKind::runs ? (k + end - 1) / 2 : k));
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

/// Counts the contacts of each region at each side of its block.
template <class MemorySpace>
struct CountContacts {
  BlockRegions<MemorySpace> regions;
  ContactKind kind;
  Kokkos::View<std::int32_t*, MemorySpace> count;  ///< by region and side

  KOKKOS_FUNCTION void operator()(int item) const {
    const std::int32_t block = item / straight_directions;
    const int side = item % straight_directions;
    for (std::int32_t region = regions.first(block); region < regions.first(block + 1); ++region) {
      count(region * straight_directions + side) = 0;
    }
    BlockSide<MemorySpace>(regions, block, side).for_each_contact(kind, [&](std::int32_t own, std::int32_t, std::int32_t) {
      ++count(own * straight_directions + side);
    });
  }
};

/// Lists the contacts. `place` has the place of the first contact of each region at each side, and the place behind the last one
/// afterwards.
template <class MemorySpace>
struct ListContacts {
  BlockRegions<MemorySpace> regions;
  RegionContacts<MemorySpace> contacts;
  ContactKind kind;
  Kokkos::View<std::int32_t*, MemorySpace> place;

  KOKKOS_FUNCTION void operator()(int item) const {
    const std::int32_t block = item / straight_directions;
    const int side = item % straight_directions;
    if (side == 0) {
      for (std::int32_t region = regions.first(block); region < regions.first(block + 1); ++region) {
        contacts.first(region) = place(region * straight_directions);
      }
    }
    BlockSide<MemorySpace>(regions, block, side).for_each_contact(kind, [&](std::int32_t own, std::int32_t other, std::int32_t cell) {
      const std::int32_t contact = place(own * straight_directions + side)++;
      contacts.target(contact) = other;
      contacts.cell(contact) = cell;
    });
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
RegionContacts<typename Execution::memory_space> find_region_contacts(const Execution& execution,
                                                                      const BlockRegions<typename Execution::memory_space>& regions,
                                                                      ContactKind kind) {
  using MemorySpace = typename Execution::memory_space;
  using Numbers = typename RegionContacts<MemorySpace>::Numbers;
  const auto numbers = [](const char* label, std::int32_t count) { return unset_view<Numbers>(label, static_cast<std::size_t>(count)); };
  const std::int32_t sides = straight_directions * regions.count;
  const Numbers place("plethos::regions::contact_place", sides + 1);
  const int items = straight_directions * regions.blocks();
  backends::for_each(execution, "plethos::regions::count_contacts", items, CountContacts<MemorySpace>{regions, kind, place});
  const std::int32_t count = backends::places_of_counts(execution, "plethos::regions::scan", place);
  RegionContacts<MemorySpace> contacts{numbers("plethos::regions::first_contact", regions.count + 1),
                                       numbers("plethos::regions::contact_target", count), numbers("plethos::regions::mate", count),
                                       numbers("plethos::regions::contact_cell", count)};
  set_element(contacts.first, count, static_cast<std::size_t>(regions.count));
  backends::for_each(execution, "plethos::regions::list_contacts", items, ListContacts<MemorySpace>{regions, contacts, kind, place});
  backends::for_each(execution, "plethos::regions::find_mates", count, FindMates<MemorySpace>{regions, contacts});
  execution.fence();
  return contacts;
}

#define PLETHOS_REGION_CONTACTS(Execution)                                                                                              \
  template RegionContacts<Execution::memory_space> find_region_contacts(const Execution&, const BlockRegions<Execution::memory_space>&, \
                                                                        ContactKind)
PLETHOS_FOR_EXECUTIONS(PLETHOS_REGION_CONTACTS);
#undef PLETHOS_REGION_CONTACTS

}  // namespace plethos::planning
