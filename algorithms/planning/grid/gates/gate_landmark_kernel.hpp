#pragma once

#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "algorithms/planning/grid/gates/gate_landmarks.hpp"
#include "backends/relaxed_load.hpp"
#include "backends/teams.hpp"

namespace plethos::planning {

/// The landmarks, and the graph of gates in which ways to them are searched (gates_search.hpp): a node is a contact by which a way leaves
/// its region.
template <class MemorySpace>
struct LandmarkGraph {
  BlockRegions<MemorySpace> regions;
  RegionContacts<MemorySpace> contacts;
  GateFields<MemorySpace> fields;
  GateEdges<MemorySpace> edges;

  /// How far a contact lies in a direction of the compass.
  KOKKOS_INLINE_FUNCTION std::int32_t reach(std::int32_t contact, int direction) const {
    const std::int32_t cell = contacts.cell(contact);
    return cell % regions.graph.width * column_step(direction) + cell / regions.graph.width * row_step(direction);
  }
  /// The first contact of the region of a landmark, and the one behind the last.
  KOKKOS_INLINE_FUNCTION std::int32_t first(std::int32_t landmark) const { return contacts.first(contacts.region(landmark)); }
  KOKKOS_INLINE_FUNCTION std::int32_t last(std::int32_t landmark) const { return contacts.first(contacts.region(landmark) + 1); }
  /// Returns the length from the cell across from a contact of the landmark's region to the landmark.
  KOKKOS_INLINE_FUNCTION std::uint32_t from_outside(std::int32_t landmark, std::int32_t contact) const {
    return gate_crossing(regions, contacts, contact) + fields.between(regions, contacts, landmark, contact);
  }
  /// Returns how far a contact's cell is from the landmark: `leaving` has the lengths of ways that leave a contact's region by it.
  KOKKOS_INLINE_FUNCTION std::uint32_t length(std::int32_t landmark, std::int32_t contact, std::uint32_t* leaving) const {
    const std::int32_t region = contacts.region(contact);
    std::uint32_t least = backends::relaxed_load(leaving[contact]);
    if (region == contacts.region(landmark)) least = Kokkos::min(least, fields.between(regions, contacts, landmark, contact));
    for (std::int32_t k = contacts.first(region); k < contacts.first(region + 1); ++k) {
      const std::uint32_t way = backends::relaxed_load(leaving[k]);
      if (way < least) least = Kokkos::min(least, way + fields.between(regions, contacts, contact, k));
    }
    return least;
  }
};

/// Orders contacts by how far they lie in a direction, the furthest first.
struct Furthest {
  struct value_type {
    std::int32_t reach, contact;
  };
  KOKKOS_INLINE_FUNCTION static bool before(const value_type& a, const value_type& b) {
    return a.reach != b.reach ? a.reach > b.reach : a.contact < b.contact;
  }
  KOKKOS_INLINE_FUNCTION static value_type last() { return {-2147483647, 2147483647}; }
};

/// Finds a landmark, and the lengths of ways to it.
template <class MemorySpace>
struct FillLandmark {
  static constexpr int grain = 1;
  static constexpr int members = 1024;
  using launch_bounds = backends::Tuning::OneBlock<members>;
  LandmarkGraph<MemorySpace> graph;
  GateLandmarks<MemorySpace> landmarks;
  // By landmark and contact, for several threads:
  Kokkos::View<std::uint32_t*, MemorySpace> leaving;  ///< as in LandmarkGraph::length()
  Kokkos::View<std::int32_t*, MemorySpace> listed;    ///< the last round that listed it
  Kokkos::View<std::int32_t*, MemorySpace> fallen;    ///< twice: the contacts whose lengths have fallen

  /// One thread: Dijkstra's search.
  void work(const backends::OneThread&, int number) const {
    const std::int32_t count = graph.contacts.count();
    std::int32_t landmark = 0;
    for (std::int32_t k = 1; k < count; ++k) {
      if (graph.reach(k, number) > graph.reach(landmark, number)) landmark = k;
    }
    std::vector<std::uint32_t> lengths(static_cast<std::size_t>(count), longest_way);
    const auto length = [&](std::int32_t contact) -> std::uint32_t& { return lengths[static_cast<std::size_t>(contact)]; };
    using Entry = std::pair<std::uint32_t, std::int32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    const auto relax = [&](std::int32_t contact, std::uint32_t longer) {
      if (longer >= length(contact)) return;
      length(contact) = longer;
      open.push({longer, contact});
    };
    for (std::int32_t k = graph.first(landmark); k < graph.last(landmark); ++k) {
      relax(graph.contacts.mate(k), graph.from_outside(landmark, k));
    }
    while (!open.empty()) {
      const auto [least, contact] = open.top();
      open.pop();
      if (least > length(contact)) continue;
      for (std::int32_t k = graph.edges.first(contact); k < graph.edges.first(contact + 1); ++k) {
        const GateEdge edge = graph.edges.edge(k);
        relax(edge.next, least + edge.length);
      }
    }
    for (std::int32_t k = 0; k < count; ++k) landmarks.length(k, number) = graph.length(landmark, k, lengths.data());
  }

  /// Several threads: in each round they look at the edges of all contacts whose lengths have fallen in the round before, an edge in each
  /// thread. Which of two threads comes first does not matter to where that ends.
  template <class Team>
  KOKKOS_INLINE_FUNCTION void work(const Team& team, int number) const {
    const std::int32_t count = graph.contacts.count();
    std::uint32_t* const lengths = &leaving(number * count);
    std::int32_t* const rounds = &listed(number * count);
    std::int32_t* const lists = &fallen(2 * number * count);
    auto* const fallen_count = team.template scratch<std::int32_t>(2);
    const auto furthest = team.template least<Furthest>(count, [&](int k, Furthest::value_type& best) {
      const Furthest::value_type own{graph.reach(k, number), k};
      if (Furthest::before(own, best)) best = own;
    });
    const std::int32_t landmark = furthest.contact;
    team.each(count, [&](int k) {
      lengths[k] = longest_way;
      rounds[k] = -1;
    });
    team.each(2, [&](int k) { fallen_count[k] = 0; });
    const auto relax = [&](std::int32_t round, std::int32_t contact, std::uint32_t longer) {
      std::uint32_t& length = lengths[contact];
      if (longer >= backends::relaxed_load(length) || longer >= Kokkos::atomic_fetch_min(&length, longer)) return;
      if (Kokkos::atomic_exchange(&rounds[contact], round) == round) return;
      lists[(round & 1) * count + Kokkos::atomic_fetch_add(&fallen_count[round & 1], 1)] = contact;
    };
    const std::int32_t first = graph.first(landmark);
    team.each(graph.last(landmark) - first,
              [&](int k) { relax(0, graph.contacts.mate(first + k), graph.from_outside(landmark, first + k)); });
    for (std::int32_t round = 1; fallen_count[(round - 1) & 1] > 0; ++round) {
      const std::int32_t before = (round - 1) & 1;
      team.each(fallen_count[before] * backends::warp_size, [&](int i) {
        const std::int32_t contact = lists[before * count + i / backends::warp_size];
        const std::uint32_t length = backends::relaxed_load(lengths[contact]);
        for (std::int32_t k = graph.edges.first(contact) + i % backends::warp_size; k < graph.edges.first(contact + 1);
             k += backends::warp_size) {
          const GateEdge edge = graph.edges.edge(k);
          relax(round, edge.next, length + edge.length);
        }
      });
      if (team.rank() == 0) fallen_count[before] = 0;
      team.sync();
    }
    team.each(count, [&](int k) { landmarks.length(k, number) = graph.length(landmark, k, lengths); });
  }
};

}  // namespace plethos::planning
