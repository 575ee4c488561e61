#pragma once

#include "algorithms/planning/grid/gates/gate_fields.hpp"
#include "backends/teams.hpp"
#include "core/bits.hpp"

namespace plethos::planning {

inline constexpr int most_cells = 32 * 32;
inline constexpr int most_steps = 31;

/// The region of a contact, as its field sees it.
template <class MemorySpace>
struct GateRegion {
  const BlockRegions<MemorySpace>& regions;
  std::int32_t start;  ///< the cell of the contact
  std::int32_t region = regions.region(start);
  typename BlockRegions<MemorySpace>::Extent block = regions.extent(regions.corner(regions.block_of(start)));

  KOKKOS_INLINE_FUNCTION std::uint32_t steps(std::int32_t place) const { return regions.steps_inside(region, block, place); }
  KOKKOS_INLINE_FUNCTION std::int32_t neighbor(std::int32_t place, int direction) const { return place + regions.place_step(direction); }
  KOKKOS_INLINE_FUNCTION std::uint32_t step_length(std::int32_t place, int direction) const {
    const std::int32_t cell = regions.cell_at(block.corner, place);
    return regions.graph.step_length(cell, regions.graph.neighbor(cell, direction), direction);
  }
  /// Returns the direction of a shortest way from a place, the first of equally good ones.
  KOKKOS_INLINE_FUNCTION int direction(std::int32_t place, std::uint32_t inside, const std::uint32_t* lengths) const {
    for (std::uint32_t left = inside; left != 0; left &= left - 1) {
      const int towards = countr_zero(left);
      if (lengths[neighbor(place, towards)] + step_length(place, towards) == lengths[place]) return towards;
    }
    return 0;
  }
  /// Returns the element of GateFields::step. `directions` are those of the other places; that of the start means nothing.
  KOKKOS_INLINE_FUNCTION std::uint8_t step(std::int32_t place, std::int32_t last, const std::uint8_t* directions) const {
    if (place == last) return 0;
    const int own = directions[place];
    int steps = 1;
    for (std::int32_t at = neighbor(place, own); at != last && directions[at] == own && steps < most_steps; ++steps) at = neighbor(at, own);
    return static_cast<std::uint8_t>(own | steps << 3);
  }
};

/// Fills the field of a contact.
template <class MemorySpace>
struct FillGateField {
  static constexpr int grain = 16;
  using launch_bounds = backends::Tuning::OneBlock<most_cells>;
  BlockRegions<MemorySpace> regions;
  RegionContacts<MemorySpace> contacts;
  GateFields<MemorySpace> fields;

  std::size_t scratch_bytes() const { return static_cast<std::size_t>(regions.cells_of_block()) * (2 * sizeof(std::uint32_t) + 2) + 64; }

  /// One thread: cells whose length falls wait in a queue.
  void work(const backends::OneThread&, int contact) const {
    const GateRegion<MemorySpace> gate{regions, contacts.cell(contact)};
    const std::int32_t cells = regions.cells_of_block();
    const std::int32_t start = regions.place_in_block(gate.start);
    std::uint32_t* const lengths = &fields.length(fields.place(contact, 0));
    std::uint8_t* const step = &fields.step(fields.place(contact, 0));
    std::uint8_t inside[most_cells], directions[most_cells];
    bool waits[most_cells];
    std::int16_t queue[most_cells];
    for (std::int32_t place = 0; place < cells; ++place) {
      inside[place] = static_cast<std::uint8_t>(gate.steps(place));
      lengths[place] = longest_way;
      waits[place] = false;
    }
    lengths[start] = 0;
    queue[0] = static_cast<std::int16_t>(start);
    std::int32_t head = 0;
    for (std::int32_t waiting = 1; waiting > 0; --waiting) {
      const std::int32_t place = queue[head];
      head = (head + 1) % cells;
      waits[place] = false;
      for (std::uint32_t left = inside[place]; left != 0; left &= left - 1) {
        const int direction = countr_zero(left);
        const std::int32_t next = gate.neighbor(place, direction);
        const std::uint32_t longer = lengths[place] + gate.step_length(place, direction);
        if (longer >= lengths[next]) continue;
        lengths[next] = longer;
        if (waits[next]) continue;
        waits[next] = true;
        queue[(head + waiting - 1) % cells] = static_cast<std::int16_t>(next);
        ++waiting;
      }
    }
    for (std::int32_t place = 0; place < cells; ++place) {
      directions[place] = static_cast<std::uint8_t>(gate.direction(place, inside[place], lengths));
    }
    for (std::int32_t place = 0; place < cells; ++place) step[place] = inside[place] != 0 ? gate.step(place, start, directions) : 0;
  }

  /// Several threads: all cells look at those around them at the same time, until no length falls.
  template <class Team>
  KOKKOS_INLINE_FUNCTION void work(const Team& team, int contact) const {
    const GateRegion<MemorySpace> gate{regions, contacts.cell(contact)};
    const std::int32_t cells = regions.cells_of_block();
    const std::int32_t start = regions.place_in_block(gate.start);
    auto* lengths = team.template scratch<std::uint32_t>(cells);
    auto* fallen = team.template scratch<std::uint32_t>(cells);
    auto* inside = team.template scratch<std::uint8_t>(cells);
    auto* directions = team.template scratch<std::uint8_t>(cells);
    team.each(cells, [&](int place) {
      inside[place] = static_cast<std::uint8_t>(gate.steps(place));
      lengths[place] = place == start ? 0 : longest_way;
    });
    for (bool falls = true; falls;) {
      team.each(cells, [&](int place) {
        std::uint32_t least = lengths[place];
        for (std::uint32_t left = inside[place]; left != 0; left &= left - 1) {
          const int direction = countr_zero(left);
          const std::uint32_t before = lengths[gate.neighbor(place, direction)];
          if (before >= least) continue;
          const std::uint32_t longer = before + gate.step_length(place, direction);
          if (longer < least) least = longer;
        }
        fallen[place] = least;
      });
      falls = team.any(cells, [&](int place) { return fallen[place] != lengths[place]; });
      auto* const before = lengths;
      lengths = fallen;
      fallen = before;
    }
    team.each(cells, [&](int place) { directions[place] = static_cast<std::uint8_t>(gate.direction(place, inside[place], lengths)); });
    team.each(cells, [&](int place) {
      fields.length(fields.place(contact, place)) = lengths[place];
      fields.step(fields.place(contact, place)) = inside[place] != 0 ? gate.step(place, start, directions) : std::uint8_t{0};
    });
  }
};

}  // namespace plethos::planning
