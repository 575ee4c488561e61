#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <span>

#include "core/agent.hpp"
#include "core/copy_view.hpp"

namespace plethos {

/// Returns the length that a column of `count` agents is padded to, so that it holds whole vectors of any lane and is a multiple of 256
/// bytes long.
constexpr std::int32_t padded(std::int32_t count) { return (count + 63) / 64 * 64; }

/// The columns of a structure, as pointers to its members.
template <auto... Members>
struct ColumnList {};

/// Copies an element of a column. If the view has several columns, it copies the element of each.
struct CopyElement {
  std::int32_t to, from;

  template <class Column>
  KOKKOS_INLINE_FUNCTION void operator()(const Column& target, const Column& source) const {
    if constexpr (Column::rank() == 1) {
      target(to) = source(from);
    } else {
      for (int k = 0; k < target.extent_int(1); ++k) target(to, k) = source(from, k);
    }
  }
};

/// The agents as a structure of arrays in one memory space. A pair of columns (x, y) is one view of shape (stride, 2) in column order. The
/// index i is a place in memory, which changes when agents are sorted. An id stays with its agent. The padding behind the last agent holds
/// agents that have arrived, so that kernels may compute on full vectors.
///
/// The places [0, working) hold the agents that a step moves. Those at [working, owned) have arrived and were parked: they stand, or have
/// left the scene. Those at [owned, count) are ghosts: copies of agents that other ranks of a distributed run own and move.
template <class MemorySpace>
struct Agents {
  using Floats = Kokkos::View<float*, MemorySpace>;
  using Integers = Kokkos::View<std::int32_t*, MemorySpace>;
  using Vectors = Kokkos::View<float* [2], Kokkos::LayoutLeft, MemorySpace>;
  using Fractions = Kokkos::View<std::uint8_t* [2], Kokkos::LayoutRight, MemorySpace>;
  using Ids = Kokkos::View<std::uint32_t* [2], Kokkos::LayoutLeft, MemorySpace>;
  using Words = Kokkos::View<std::uint32_t**, Kokkos::LayoutLeft, MemorySpace>;

  std::int32_t count = 0;
  std::int32_t working = 0;
  std::int32_t owned = 0;
  std::int32_t capacity = 0;    // the most agents that there is memory for
  std::int32_t stride = 0;      // of the columns: the capacity with padding
  Ids id;                       // (low, high) words of 64 bits: lanes hold 32
  Vectors position;             // m
  Vectors velocity;             // m/s
  Vectors preferred_velocity;   // m/s
  Floats radius;                // m
  Floats preferred_speed;       // m/s
  Floats maximum_speed;         // m/s
  Floats maximum_acceleration;  // m/s^2
  Floats goal_radius;           // m
  Floats reciprocity;           // [0, 1]; 0 for agents that are passive or have arrived, because they never yield
  Floats aggression;            // m
  Integers goal;                // index into the world's goals
  Integers state;               // AgentState
  /// The part of its wanted way that the agent has lacked lately, as (low, high) bytes of 1/65536; see avoidance/lacked_way.hpp.
  Fractions lacked;
  /// Planner and steering have words of their own here, for what they remember of the agent from earlier steps
  /// (MethodInfo::words_per_agent). All words are 0 at the start.
  Words memory;

  Agents() = default;
  /// Claims memory for `agents` agents, bytes_per_agent(words) each, and for the padding. All of them are working ones. Methods remember
  /// `words` words of each agent.
  explicit Agents(std::int32_t agents, std::int32_t words = 0);

  std::int32_t words() const { return memory.extent_int(1); }
  std::int32_t ghosts() const { return count - owned; }
  /// Says how many agents there are: all of these are working ones, and there are no ghosts.
  void hold(std::int32_t agents) { count = owned = working = agents; }
  /// Takes the numbers of agents from others in memory of the same capacity.
  void hold_as(const Agents& other) {
    count = other.count;
    owned = other.owned;
    working = other.working;
  }
  static constexpr std::size_t bytes_per_agent(std::int32_t words = 0) {
    return 4 * 2 * 4 + 9 * 4 + 2 + 4 * static_cast<std::size_t>(words);
  }

  /// Calls visit(column of *this, column of other) for every column; `other` may lie in another memory space.
  template <class Other, class Visit>
  void zip(const Other& other, const Visit& visit) const;

  /// Copies agent `from` of `source` to place `to`.
  KOKKOS_INLINE_FUNCTION void copy_agent(std::int32_t to, const Agents& source, std::int32_t from) const;

  /// Returns whether the agent at i comes before the one at j where distances tie.
  KOKKOS_INLINE_FUNCTION bool id_before(std::int32_t i, std::int32_t j) const {
    return id(i, 1) != id(j, 1) ? id(i, 1) < id(j, 1) : id(i, 0) < id(j, 0);
  }
};

/// The list of all columns of agents. Copies, moves and snapshots go through this list.
template <class Crowd>
using AgentColumns = ColumnList<&Crowd::id, &Crowd::position, &Crowd::velocity, &Crowd::preferred_velocity, &Crowd::radius,
                                &Crowd::preferred_speed, &Crowd::maximum_speed, &Crowd::maximum_acceleration, &Crowd::goal_radius,
                                &Crowd::reciprocity, &Crowd::aggression, &Crowd::goal, &Crowd::state, &Crowd::lacked, &Crowd::memory>;

/// Calls visit(column of `a`, column of `b`) for every column.
template <class A, class B, class Visit, auto... OfA, auto... OfB>
void zip_columns(ColumnList<OfA...>, const A& a, ColumnList<OfB...>, const B& b, const Visit& visit) {
  (visit(a.*OfA, b.*OfB), ...);
}
template <class Crowd, auto... Column>
KOKKOS_INLINE_FUNCTION void copy_elements(ColumnList<Column...>, const Crowd& target, const Crowd& source, const CopyElement& copy) {
  (copy(target.*Column, source.*Column), ...);
}

template <class MemorySpace>
template <class Other, class Visit>
void Agents<MemorySpace>::zip(const Other& other, const Visit& visit) const {
  zip_columns(AgentColumns<Agents>(), *this, AgentColumns<Other>(), other, visit);
}

template <class MemorySpace>
KOKKOS_INLINE_FUNCTION void Agents<MemorySpace>::copy_agent(std::int32_t to, const Agents& source, std::int32_t from) const {
  copy_elements(AgentColumns<Agents>(), *this, source, CopyElement{to, from});
}

/// Makes the agents of a scenario in host memory. Their ids are the indices of `records`, and their `words` words of memory are 0.
Agents<Kokkos::HostSpace> make_agents(std::span<const AgentRecord> records, std::int32_t words = 0);
/// Makes agents with ids of their own, one for each record, in memory for `capacity` agents.
Agents<Kokkos::HostSpace> make_agents(std::span<const AgentRecord> records, std::span<const std::uint32_t> ids, std::int32_t capacity,
                                      std::int32_t words);

/// A kernel over i that copies the agents from `first` on to the same places in another memory.
template <class MemorySpace>
struct CopyBehind {
  Agents<MemorySpace> from, to;
  std::int32_t first;

  KOKKOS_FUNCTION void operator()(int i) const { to.copy_agent(first + i, from, first + i); }
};

/// Copies every column, padding included, between memory spaces. Both must be made for the same capacity and words.
template <class To, class From>
void copy_agents(const Agents<To>& to, const Agents<From>& from) {
  to.zip(from, [](const auto& destination, const auto& source) { copy_view(destination, source); });
}

}  // namespace plethos
