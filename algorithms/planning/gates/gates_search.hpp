#pragma once

#include "algorithms/planning/gates/gate_landmarks.hpp"
#include "algorithms/planning/grid_search/grid_ways.hpp"
#include "algorithms/planning/regions/node_search.hpp"
#include "algorithms/planning/regions/region_walk.hpp"
#include "algorithms/planning/regions/trail.hpp"

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
    const std::uint32_t none = longest_way;
    return node >= first_end && node < last_end ? fields.length(fields.place(node, from_place)) : none;
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
struct GatesSearch {
  BlockRegions<MemorySpace> regions;
  RegionContacts<MemorySpace> contacts;
  GateFields<MemorySpace> fields;
  GateEdges<MemorySpace> edges;
  GateLandmarks<MemorySpace> landmarks;
  bool pulls = true;
  std::int64_t room = 0;          ///< cells of a way's list
  int shift = 0, cell_shift = 0;  ///< of the queues of both searches

  GatesSearch() = default;
  GatesSearch(const BlockRegions<MemorySpace>& of, const RegionContacts<MemorySpace>& between, const GateFields<MemorySpace>& within,
              const GateEdges<MemorySpace>& lengths, const GateLandmarks<MemorySpace>& marks, bool pulls_ways)
      : regions(of),
        contacts(between),
        fields(within),
        edges(lengths),
        landmarks(marks),
        pulls(pulls_ways),
        room(first_room),
        shift(bucket_shift<SmallQueue>(4ull * diagonal_length * of.graph.dearest * ((1ull << 2 * of.shift) / 2 + 2))),
        cell_shift(bucket_shift<SmallQueue>(4ull * diagonal_length * of.graph.dearest)) {}

  const GridGraph<MemorySpace>& grid() const { return regions.graph; }
  std::uint64_t bytes() const { return regions.bytes() + contacts.bytes() + fields.bytes() + edges.bytes() + landmarks.bytes(); }
  SlotShape shape() const {
    return {contacts.count() + RegionWalk<MemorySpace>::nodes(regions.shift), contacts.count(), room, SmallQueue::buckets};
  }
  /// Searches a way between two passable cells, and lists it in `memory`.
  KOKKOS_FUNCTION WayEnd operator()(const SearchSlot& memory, std::int32_t from, std::int32_t to) const {
    const GateGraph<MemorySpace> graph(regions, contacts, fields, edges, landmarks, from, to);
    const RegionWalk<MemorySpace> walk{regions, memory, contacts.count(), cell_shift};
    const bool same = graph.from_region == regions.region(to);
    const std::uint32_t within = same ? walk.length_within(graph.from_region, from, to) : longest_way + 0u;
    const NodeSearchEnd end = search_nodes(graph, memory, shift, within);
    Trail<MemorySpace> trail(regions.graph, memory.listed, room, pulls, from);
    if (end.node >= 0) {
      for (std::int32_t node = end.node; node >= 0; node = memory.parent[node]) leave_by(trail, node);
      go_back(trail, memory, to);
    } else if (same) {
      walk.to_cell(trail, graph.from_region, graph.from_region, to);
    } else {
      return end.too_long ? WayEnd::too_long : WayEnd::none;
    }
    trail.finish();
    *memory.count = trail.count();
    return WayEnd::found;
  }
  /// As AstarSearch::for_each_bend(), for the cells of the list.
  template <class Visit>
  KOKKOS_FUNCTION void for_each_bend(const SearchSlot& memory, std::int32_t, std::int32_t, const Visit& visit) const {
    visit_listed(memory, room, visit);
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int32_t stride(int direction) const {
    return column_step(direction) + row_step(direction) * regions.graph.width;
  }
  /// Walks to a contact of the region at the trail's end, and across.
  KOKKOS_INLINE_FUNCTION void leave_by(Trail<MemorySpace>& trail, std::int32_t contact) const {
    const std::int32_t gate = contacts.cell(contact);
    while (trail.end() != gate) {
      const std::uint32_t step = fields.step(fields.place(contact, regions.place_in_block(trail.end())));
      trail.walk(static_cast<int>(step & 7), static_cast<std::int32_t>(step >> 3));
    }
    const std::int32_t across = contacts.cell(contacts.mate(contact)) - gate;
    trail.walk(across == 1 ? 0 : across == -1 ? 2 : across > 0 ? 1 : 3, 1);
  }
  /// Walks from a contact's cell at the trail's end to a cell of the same region. The contact's field leads the other way, so that each
  /// cell at which it bends learns where it came from.
  KOKKOS_INLINE_FUNCTION void go_back(Trail<MemorySpace>& trail, const SearchSlot& memory, std::int32_t to) const {
    const std::int32_t gate = trail.end();
    const std::int32_t region = regions.region(gate);
    std::int32_t contact = contacts.first(region);
    while (contacts.cell(contact) != gate) ++contact;
    SearchNode* const nodes = memory.nodes + contacts.count();
    for (std::int32_t cell = to; cell != gate;) {
      const std::uint32_t step = fields.step(fields.place(contact, regions.place_in_block(cell)));
      cell += static_cast<std::int32_t>(step >> 3) * stride(static_cast<int>(step & 7));
      nodes[regions.place_in_block(cell)].following = static_cast<std::int32_t>(step);
    }
    while (trail.end() != to) {
      const std::int32_t step = nodes[regions.place_in_block(trail.end())].following;
      trail.walk(opposite(step & 7), step >> 3);
    }
  }
};

}  // namespace plethos::planning
