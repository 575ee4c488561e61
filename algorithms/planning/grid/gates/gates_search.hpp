#pragma once

#include "algorithms/planning/grid/gates/gate_landmarks.hpp"
#include "algorithms/planning/grid/regions/region_search.hpp"

namespace plethos::planning {

/// The gates as the nodes of a graph, from the goal to the start. A node is a contact by which a way leaves its region, and its length
/// leads from the contact's cell across and on to the goal.
template <class MemorySpace>
struct GateGraph {
  const BlockRegions<MemorySpace>& regions;
  const RegionContacts<MemorySpace>& contacts;
  const GateFields<MemorySpace>& fields;
  const GateEdges<MemorySpace>& gate_edges;
  const GateLandmarks<MemorySpace>& landmarks;
  std::int32_t from, to;  ///< cells
  std::int32_t from_region = regions.region(from), from_place = regions.place_in_block(from);
  std::int32_t to_region = regions.region(to), to_place = regions.place_in_block(to);
  std::int32_t from_x = from % regions.graph.width, from_y = from / regions.graph.width;
  std::int32_t first_end = contacts.first(from_region), last_end = contacts.first(from_region + 1);  ///< contacts of the start's region
  std::uint32_t from_landmark[GateLandmarks<MemorySpace>::count];  ///< lengths from the landmarks to the start

  KOKKOS_INLINE_FUNCTION GateGraph(const BlockRegions<MemorySpace>& of, const RegionContacts<MemorySpace>& between,
                                   const GateFields<MemorySpace>& within, const GateEdges<MemorySpace>& lengths,
                                   const GateLandmarks<MemorySpace>& marks, std::int32_t start, std::int32_t goal)
      : regions(of), contacts(between), fields(within), gate_edges(lengths), landmarks(marks), from(start), to(goal) {
    for (int i = 0; i < GateLandmarks<MemorySpace>::count; ++i) {
      from_landmark[i] = longest_way;
      for (std::int32_t k = first_end; k < last_end; ++k) {
        const std::uint32_t length = landmarks.length(k, i) + fields.length(fields.place(k, from_place));
        if (length < from_landmark[i]) from_landmark[i] = length;
      }
    }
  }

  KOKKOS_INLINE_FUNCTION std::int32_t sources() const { return contacts.first(to_region + 1) - contacts.first(to_region); }
  KOKKOS_INLINE_FUNCTION NodeReach source(std::int32_t i) const {
    const std::int32_t contact = contacts.first(to_region) + i;
    const std::int32_t node = contacts.mate(contact);
    const std::int32_t cell = contacts.cell(node);
    return {node, to_goal(contact), rest(node, cell % regions.graph.width, cell / regions.graph.width)};
  }
  KOKKOS_INLINE_FUNCTION Kokkos::pair<std::int32_t, std::int32_t> edges(std::int32_t node) const {
    return {gate_edges.first(node), gate_edges.first(node + 1)};
  }
  KOKKOS_INLINE_FUNCTION NodeReach edge(std::int32_t, std::int32_t k) const {
    const GateEdge edge = gate_edges.edge(k);
    return {edge.next, edge.length, 0};
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t rest_behind(std::int32_t k) const {
    const GateEdge edge = gate_edges.edge(k);
    return rest(edge.next, edge.column, edge.row);
  }
  /// Two cells.
  KOKKOS_INLINE_FUNCTION std::uint32_t key_span() const { return regions.graph.cheapest * 2 * length_of_cell; }
  KOKKOS_INLINE_FUNCTION std::uint32_t end(std::int32_t node) const {
    return node >= first_end && node < last_end ? fields.length(fields.place(node, from_place)) : longest_way;
  }

  /// Returns the first one of the start's gates over which a way of this length leads to the goal.
  template <class Team>
  KOKKOS_INLINE_FUNCTION std::int32_t begin(const Team& team, const SearchSlot& memory, std::uint32_t length) const {
    return first_end + team.first(last_end - first_end, [&](std::int32_t k) {
      const std::int32_t node = first_end + k;
      return memory.reached(node) && memory.nodes[node].length + end(node) == length;
    });
  }
  /// Returns the first gate over which a shortest way leads on behind another one; -1: it leads to the goal.
  template <class Team>
  KOKKOS_INLINE_FUNCTION std::int32_t behind(const Team& team, const SearchSlot& memory, std::int32_t node) const {
    const std::int32_t contact = contacts.mate(node);
    const std::int32_t region = contacts.target(node);
    const std::uint32_t length = memory.nodes[node].length;
    if (region == to_region && to_goal(contact) == length) return -1;
    const std::uint32_t rest_of_way = length - gate_crossing(regions, contacts, node);
    const std::int32_t first = contacts.first(region);
    return first + team.first(contacts.first(region + 1) - first, [&](std::int32_t k) {
      const std::int32_t next = first + k;
      return next != contact && memory.reached(next) &&
             memory.nodes[next].length + fields.between(regions, contacts, contact, next) == rest_of_way;
    });
  }

 private:
  /// How far it is to the goal from the cell across from a gate of the goal's region.
  KOKKOS_INLINE_FUNCTION std::uint32_t to_goal(std::int32_t contact) const {
    return gate_crossing(regions, contacts, contact) + fields.length(fields.place(contact, to_place));
  }
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
/// and searches no cells online, but for a way within one region. Of ways that are equally long it takes the one over the first gates.
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
  /// Searches a way between two passable cells by a team, and lists it in `memory`.
  template <class Team>
  KOKKOS_FUNCTION WayEnd operator()(const Team& team, SearchSlot& memory, std::int32_t from, std::int32_t to) const {
    const GateGraph<MemorySpace> graph(regions, contacts, fields, edges, landmarks, from, to);
    auto trail = this->trail(team, memory, from);
    if (graph.from_region != graph.to_region) {
      const NodeSearchEnd end = search_nodes(team, graph, memory, this->shift, longest_way);
      if (!end.found) return end.too_long ? WayEnd::too_long : WayEnd::none;
      walk_by_gates(team, trail, graph, memory, end.length);
      return this->finish(team, trail, memory);
    }
    // A search over gates takes the memory in which a warp knows the way within the region, so that one is listed first.
    const auto walk = this->walk(team, memory);
    const auto within = walk.search({regions, graph.from_region, graph.from_region, to, false}, from);
    const bool walks = walk.follow(trail, within);
    const NodeSearchEnd end = search_nodes(team, graph, memory, this->shift, within.end.key);
    if (end.found) {
      auto over_gates = this->trail(team, memory, from);
      walk_by_gates(team, over_gates, graph, memory, end.length);
      return this->finish(team, over_gates, memory);
    }
    return walks ? this->finish(team, trail, memory) : WayEnd::too_long;
  }

 private:
  template <class Team>
  KOKKOS_INLINE_FUNCTION void walk_by_gates(const Team& team, Trail<MemorySpace, Team>& trail, const GateGraph<MemorySpace>& graph,
                                            const SearchSlot& memory, std::uint32_t length) const {
    std::int32_t last = -1;
    for (std::int32_t contact = graph.begin(team, memory, length); contact >= 0; contact = graph.behind(team, memory, contact)) {
      leave_by(trail, contact);
      last = contact;
    }
    go_back(team, trail, memory, contacts.mate(last), graph.to);
  }
  /// Walks to a contact of the region at the trail's end, and across.
  template <class Team>
  KOKKOS_INLINE_FUNCTION void leave_by(Trail<MemorySpace, Team>& trail, std::int32_t contact) const {
    const std::int32_t gate = contacts.cell(contact);
    while (trail.end() != gate) {
      const std::uint32_t step = fields.step(fields.place(contact, regions.place_in_block(trail.end())));
      trail.walk(static_cast<int>(step & 7), static_cast<std::int32_t>(step >> 3));
    }
    trail.walk(regions.graph.direction_between(gate, contacts.cell(contacts.mate(contact))), 1);
  }
  /// Walks from a contact's cell at the trail's end to a cell of the same region. The contact's field leads the other way, so that each
  /// cell at which it bends learns where it came from.
  template <class Team>
  KOKKOS_INLINE_FUNCTION void go_back(const Team& team, Trail<MemorySpace, Team>& trail, const SearchSlot& memory, std::int32_t contact,
                                      std::int32_t to) const {
    const std::int32_t gate = trail.end();
    SearchNode* const nodes = memory.nodes + this->way_nodes;
    for (std::int32_t cell = to; cell != gate;) {
      const std::uint32_t step = fields.step(fields.place(contact, regions.place_in_block(cell)));
      cell += static_cast<std::int32_t>(step >> 3) * regions.graph.stride(static_cast<int>(step & 7));
      if (team.rank() == 0) nodes[regions.place_in_block(cell)].following = static_cast<std::int32_t>(step);
    }
    team.sync();
    while (trail.end() != to) {
      const std::int32_t step = nodes[regions.place_in_block(trail.end())].following;
      trail.walk(opposite(step & 7), step >> 3);
    }
  }
};

}  // namespace plethos::planning
