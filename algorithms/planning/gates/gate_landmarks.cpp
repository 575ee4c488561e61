#include "algorithms/planning/gates/gate_landmarks.hpp"

#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "backends/instantiate.hpp"
#include "backends/relaxed_load.hpp"
#include "backends/teams.hpp"

namespace plethos::planning {

/// The cells of contacts as the nodes of a graph: a way goes across, or to another contact of the same region.
template <class MemorySpace>
struct ContactGraph {
  BlockRegions<MemorySpace> regions;
  RegionContacts<MemorySpace> contacts;
  GateFields<MemorySpace> fields;

  struct Edge {
    std::int32_t next;
    std::uint32_t length;
  };

  /// The number of a contact's edges. One of them leads to the contact itself.
  KOKKOS_INLINE_FUNCTION std::int32_t degree(std::int32_t contact) const {
    const std::int32_t region = contacts.region(contact);
    return 1 + contacts.first(region + 1) - contacts.first(region);
  }
  KOKKOS_INLINE_FUNCTION Edge edge(std::int32_t contact, std::int32_t number) const {
    if (number == 0) return {contacts.mate(contact), gate_crossing(regions, contacts, contact)};
    const std::int32_t next = contacts.first(contacts.region(contact)) + number - 1;
    return {next, fields.between(regions, contacts, contact, next)};
  }
  /// How far a contact lies in a direction of the compass.
  KOKKOS_INLINE_FUNCTION std::int32_t reach(std::int32_t contact, int direction) const {
    const std::int32_t cell = contacts.cell(contact);
    return cell % regions.graph.width * column_step(direction) + cell / regions.graph.width * row_step(direction);
  }
};

/// One thread a landmark: Dijkstra's search.
template <class MemorySpace>
struct FillLandmark {
  static constexpr int grain = 1;
  ContactGraph<MemorySpace> graph;
  GateLandmarks<MemorySpace> landmarks;

  void operator()(int landmark) const {
    const std::int32_t count = graph.contacts.count();
    std::int32_t furthest = 0;
    for (std::int32_t k = 0; k < count; ++k) {
      landmarks.length(k, landmark) = longest_way;
      if (graph.reach(k, landmark) > graph.reach(furthest, landmark)) furthest = k;
    }
    using Entry = std::pair<std::uint32_t, std::int32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    landmarks.length(furthest, landmark) = 0;
    open.push({0, furthest});
    while (!open.empty()) {
      const auto [length, contact] = open.top();
      open.pop();
      if (length > landmarks.length(contact, landmark)) continue;
      for (std::int32_t k = 0; k < graph.degree(contact); ++k) {
        const auto edge = graph.edge(contact, k);
        if (length + edge.length >= landmarks.length(edge.next, landmark)) continue;
        landmarks.length(edge.next, landmark) = length + edge.length;
        open.push({length + edge.length, edge.next});
      }
    }
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

/// A team a landmark: all contacts look at their neighbors again and again, until no length falls. Whether a look meets a length of before
/// or of after its fall does not matter to where that ends.
template <class MemorySpace>
struct FillLandmarkByTeam {
  static constexpr int members = 512;
  using launch_bounds = Kokkos::LaunchBounds<members, 1>;
  ContactGraph<MemorySpace> graph;
  GateLandmarks<MemorySpace> landmarks;

  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    const backends::DeviceTeam<Member> team(member);
    const int landmark = member.league_rank();
    const std::int32_t count = graph.contacts.count();
    const auto furthest = team.template first_of<Furthest>(count, [&](int k, Furthest::value_type& best) {
      const Furthest::value_type own{graph.reach(k, landmark), k};
      if (Furthest::before(own, best)) best = own;
    });
    team.each(count, 1, [&](int k) { landmarks.length(k, landmark) = k == furthest.contact ? 0 : longest_way; });
    for (bool falls = true; falls;) {
      falls = team.any(count, [&](int k) {
        const std::uint32_t before = landmarks.length(k, landmark);
        std::uint32_t least = before;
        for (std::int32_t e = 0; e < graph.degree(k); ++e) {
          const auto edge = graph.edge(k, e);
          const std::uint32_t length = backends::relaxed_load(landmarks.length(edge.next, landmark)) + edge.length;
          if (length < least) least = length;
        }
        if (least == before) return false;
        Kokkos::atomic_store(&landmarks.length(k, landmark), least);
        return true;
      });
      team.barrier();
    }
  }
};

template <class MemorySpace>
void fill_landmarks(const backends::HostExecution& execution, const ContactGraph<MemorySpace>& graph,
                    const GateLandmarks<MemorySpace>& landmarks) {
  backends::for_each(execution, "plethos::gates::landmarks", landmarks.count, FillLandmark<MemorySpace>{graph, landmarks});
}
template <class Space, class MemorySpace>
void fill_landmarks(const backends::DeviceExecution<Space>& execution, const ContactGraph<MemorySpace>& graph,
                    const GateLandmarks<MemorySpace>& landmarks) {
  using Kernel = FillLandmarkByTeam<MemorySpace>;
  backends::for_each_team(execution, "plethos::gates::landmarks", landmarks.count, Kernel::members, 0, Kernel{graph, landmarks});
}

template <class Execution>
GateLandmarks<typename Execution::memory_space> make_gate_landmarks(const Execution& execution,
                                                                    const BlockRegions<typename Execution::memory_space>& regions,
                                                                    const RegionContacts<typename Execution::memory_space>& contacts,
                                                                    const GateFields<typename Execution::memory_space>& fields) {
  using MemorySpace = typename Execution::memory_space;
  GateLandmarks<MemorySpace> landmarks;
  landmarks.length = decltype(landmarks.length)(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::gates::landmarks"),
                                                static_cast<std::size_t>(contacts.count()));
  if (contacts.count() > 0) fill_landmarks(execution, ContactGraph<MemorySpace>{regions, contacts, fields}, landmarks);
  execution.fence();
  return landmarks;
}

#define PLETHOS_GATE_LANDMARKS(Execution)                                                                                             \
  template GateLandmarks<Execution::memory_space> make_gate_landmarks(const Execution&, const BlockRegions<Execution::memory_space>&, \
                                                                      const RegionContacts<Execution::memory_space>&,                 \
                                                                      const GateFields<Execution::memory_space>&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_GATE_LANDMARKS);
#undef PLETHOS_GATE_LANDMARKS

}  // namespace plethos::planning
