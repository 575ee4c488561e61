#include "algorithms/planning/grid/gates/gate_fields.hpp"

#include <algorithm>

#include "backends/instantiate.hpp"
#include "backends/teams.hpp"
#include "core/bits.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

constexpr int most_cells = 32 * 32;
constexpr int most_steps = 31;

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

/// One thread a contact: cells whose length falls wait in a queue.
template <class MemorySpace>
struct FillGateField {
  static constexpr int grain = 16;
  BlockRegions<MemorySpace> regions;
  RegionContacts<MemorySpace> contacts;
  GateFields<MemorySpace> fields;

  void operator()(int contact) const {
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
};

/// A team a contact: all cells look at those around them at the same time, until no length falls.
template <class MemorySpace>
struct FillGateFieldByTeam {
  using launch_bounds = backends::Tuning::OneBlock<most_cells>;
  BlockRegions<MemorySpace> regions;
  RegionContacts<MemorySpace> contacts;
  GateFields<MemorySpace> fields;

  std::size_t scratch_bytes() const { return static_cast<std::size_t>(regions.cells_of_block()) * (2 * sizeof(std::uint32_t) + 2) + 64; }

  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    const backends::Block<Member> team(member);
    const std::int32_t contact = member.league_rank();
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

template <class MemorySpace>
void fill_fields(const backends::HostExecution& execution, const BlockRegions<MemorySpace>& regions,
                 const RegionContacts<MemorySpace>& contacts, const GateFields<MemorySpace>& fields) {
  backends::for_each(execution, "plethos::gates::fields", contacts.count(), FillGateField<MemorySpace>{regions, contacts, fields});
}
template <class Space, class MemorySpace>
void fill_fields(const backends::DeviceExecution<Space>& execution, const BlockRegions<MemorySpace>& regions,
                 const RegionContacts<MemorySpace>& contacts, const GateFields<MemorySpace>& fields) {
  const FillGateFieldByTeam<MemorySpace> kernel{regions, contacts, fields};
  const int members = std::clamp(regions.cells_of_block(), backends::warp_size, most_cells);
  backends::for_each_team(execution, "plethos::gates::fields", contacts.count(), members, kernel.scratch_bytes(), kernel);
}

template <class Execution>
void make_gate_fields(const Execution& execution, const BlockRegions<typename Execution::memory_space>& regions,
                      const RegionContacts<typename Execution::memory_space>& contacts,
                      KeptGateFields<typename Execution::memory_space>& kept) {
  GateFields<typename Execution::memory_space>& fields = kept.fields;
  fields.shift = 2 * regions.shift;
  const std::size_t size = static_cast<std::size_t>(contacts.count()) << fields.shift;
  fields.length = claim_view("plethos::gates::length", size, kept.lengths);
  fields.step = claim_view("plethos::gates::step", size, kept.steps);
  fill_fields(execution, regions, contacts, fields);
}

#define PLETHOS_GATE_FIELDS(Execution)                                                           \
  template void make_gate_fields(const Execution&, const BlockRegions<Execution::memory_space>&, \
                                 const RegionContacts<Execution::memory_space>&, KeptGateFields<Execution::memory_space>&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_GATE_FIELDS);
#undef PLETHOS_GATE_FIELDS

}  // namespace plethos::planning
