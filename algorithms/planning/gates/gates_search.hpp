#pragma once

#include "algorithms/planning/gates/gate_landmarks.hpp"
#include "algorithms/planning/regions/region_search.hpp"

namespace plethos::planning {

/// The gates as the nodes of a graph, from the goal to the start. A node is a contact by which a way leaves its region, and its length
/// leads from the contact's cell across and on to the goal.
template <class MemorySpace>
struct GateGraph {
  const BlockRegions<MemorySpace>& regions;
  const RegionContacts<MemorySpace>& contacts;
  const GateFields<MemorySpace>& fields;
  const GateEdges<MemorySpace>& edges;
  const GateLandmarks<MemorySpace>& landmarks;
  std::int32_t from, to;  ///< cells
  std::int32_t from_region = regions.region(from), from_place = regions.place_in_block(from);
  std::int32_t from_x = from % regions.graph.width, from_y = from / regions.graph.width;
  std::int32_t first_end = contacts.first(from_region), last_end = contacts.first(from_region + 1);  ///< contacts of the start's region
  std::uint32_t from_landmark[GateLandmarks<MemorySpace>::count];  ///< lengths from the landmarks to the start

  KOKKOS_INLINE_FUNCTION GateGraph(const BlockRegions<MemorySpace>& of, const RegionContacts<MemorySpace>& between,
                                   const GateFields<MemorySpace>& within, const GateEdges<MemorySpace>& lengths,
                                   const GateLandmarks<MemorySpace>& marks, std::int32_t start, std::int32_t goal)
      : regions(of), contacts(between), fields(within), edges(lengths), landmarks(marks), from(start), to(goal) {
    for (int i = 0; i < GateLandmarks<MemorySpace>::count; ++i) {
      from_landmark[i] = longest_way;
      for (std::int32_t k = first_end; k < last_end; ++k) {
        const std::uint32_t length = landmarks.length(k, i) + fields.length(fields.place(k, from_place));
        if (length < from_landmark[i]) from_landmark[i] = length;
      }
    }
  }

  template <class Visit>
  KOKKOS_INLINE_FUNCTION void for_each_source(const Visit& visit) const {
    const std::int32_t region = regions.region(to);
    const std::int32_t to_place = regions.place_in_block(to);
    for (std::int32_t k = contacts.first(region); k < contacts.first(region + 1); ++k) {
      const std::int32_t node = contacts.mate(k);
      const std::int32_t cell = contacts.cell(node);
      visit(node, gate_crossing(regions, contacts, k) + fields.length(fields.place(k, to_place)), -1,
            rest(node, cell % regions.graph.width, cell / regions.graph.width));
    }
  }
  template <class Visit>
  KOKKOS_INLINE_FUNCTION void for_each_neighbor(std::int32_t node, const Visit& visit) const {
    for (std::int32_t k = edges.first(node); k < edges.first(node + 1); ++k) {
      const GateEdge edge = edges.edge(k);
      visit(edge.next, edge.length, node, rest(edge.next, edge.column, edge.row));
    }
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t end(std::int32_t node) const {
    return node >= first_end && node < last_end ? fields.length(fields.place(node, from_place)) : longest_way;
  }

 private:
  KOKKOS_INLINE_FUNCTION std::uint32_t rest(std::int32_t node, std::int32_t column, std::int32_t row) const {
    std::uint32_t least = regions.graph.least_length(column - from_x, row - from_y);
    for (int i = 0; i < GateLandmarks<MemorySpace>::count; ++i) {
      const std::uint32_t length = landmarks.length(node, i);
      const std::uint32_t between = length > from_landmark[i] ? length - from_landmark[i] : from_landmark[i] - length;
      if (length < longest_way && from_landmark[i] < longest_way && between > least) least = between;
    }
    return least;
  }
};

/// Searches over the gates between the regions of blocks by A*. A gate lies in the middle of each run of cells along which two regions
/// touch. Unlike Parallel Hierarchical A* it knows the exact length from each gate to every other one of the same region, and the way,
/// and searches no cells online, but for a way within one region.
template <class MemorySpace>
struct GatesSearch : RegionSearch<MemorySpace> {
  using Base = RegionSearch<MemorySpace>;
  using Base::contacts;
  using Base::regions;

  GateFields<MemorySpace> fields;
  GateEdges<MemorySpace> edges;
  GateLandmarks<MemorySpace> landmarks;

  GatesSearch() = default;
  GatesSearch(const BlockRegions<MemorySpace>& of, const RegionContacts<MemorySpace>& between, const GateFields<MemorySpace>& within,
              const GateEdges<MemorySpace>& lengths, const GateLandmarks<MemorySpace>& marks, bool pulls_ways)
      : Base(of, between, pulls_ways, between.count(), 2ull * diagonal_length * of.graph.dearest * ((1ull << 2 * of.shift) / 2 + 2)),
        fields(within),
        edges(lengths),
        landmarks(marks) {}

  std::uint64_t bytes() const { return regions.bytes() + contacts.bytes() + fields.bytes() + edges.bytes() + landmarks.bytes(); }
  /// Searches a way between two passable cells, and lists it in `memory`.
  KOKKOS_FUNCTION WayEnd operator()(const SearchSlot& memory, std::int32_t from, std::int32_t to) const {
    const GateGraph<MemorySpace> graph(regions, contacts, fields, edges, landmarks, from, to);
    const std::int32_t region = graph.from_region;
    Trail<MemorySpace> trail = this->trail(memory, from);
    if (region != regions.region(to)) {
      const NodeSearchEnd end = search_nodes(graph, memory, this->shift, longest_way);
      if (end.node < 0) return end.too_long ? WayEnd::too_long : WayEnd::none;
      walk_by_gates(trail, memory, end.node, to);
      return this->finish(trail, memory);
    }
    const RegionWalk<MemorySpace> walk = this->walk(memory);
    const auto within = walk.search({regions, region, region, to, false}, from);
    const NodeSearchEnd end = search_nodes(graph, memory, this->shift, within.end.key);
    if (end.node >= 0) {
      walk_by_gates(trail, memory, end.node, to);
    } else {
      walk.follow(trail, within);
    }
    return this->finish(trail, memory);
  }

 private:
  KOKKOS_INLINE_FUNCTION void walk_by_gates(Trail<MemorySpace>& trail, const SearchSlot& memory, std::int32_t first,
                                            std::int32_t to) const {
    std::int32_t last = first;
    for (std::int32_t contact = first; contact >= 0; contact = memory.parent[contact]) {
      leave_by(trail, contact);
      last = contact;
    }
    go_back(trail, memory, contacts.mate(last), to);
  }
  /// Walks to a contact of the region at the trail's end, and across.
  KOKKOS_INLINE_FUNCTION void leave_by(Trail<MemorySpace>& trail, std::int32_t contact) const {
    const std::int32_t gate = contacts.cell(contact);
    while (trail.end() != gate) {
      const std::uint32_t step = fields.step(fields.place(contact, regions.place_in_block(trail.end())));
      trail.walk(static_cast<int>(step & 7), static_cast<std::int32_t>(step >> 3));
    }
    trail.walk(regions.graph.direction_between(gate, contacts.cell(contacts.mate(contact))), 1);
  }
  /// Walks from a contact's cell at the trail's end to a cell of the same region. The contact's field leads the other way, so that each
  /// cell at which it bends learns where it came from.
  KOKKOS_INLINE_FUNCTION void go_back(Trail<MemorySpace>& trail, const SearchSlot& memory, std::int32_t contact, std::int32_t to) const {
    const std::int32_t gate = trail.end();
    SearchNode* const nodes = memory.nodes + this->way_nodes;
    for (std::int32_t cell = to; cell != gate;) {
      const std::uint32_t step = fields.step(fields.place(contact, regions.place_in_block(cell)));
      cell += static_cast<std::int32_t>(step >> 3) * regions.graph.stride(static_cast<int>(step & 7));
      nodes[regions.place_in_block(cell)].following = static_cast<std::int32_t>(step);
    }
    while (trail.end() != to) {
      const std::int32_t step = nodes[regions.place_in_block(trail.end())].following;
      trail.walk(opposite(step & 7), step >> 3);
    }
  }
};

}  // namespace plethos::planning
