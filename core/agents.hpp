#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <span>

#include "core/agent.hpp"
#include "core/columns.hpp"
#include "core/copy_view.hpp"
#include "core/ensemble.hpp"
#include "core/tall_matrix.hpp"

namespace plethos {

/// Returns the length that a column of `count` agents is padded to, so that it holds whole vectors of any lane and is a multiple of 256
/// bytes long.
constexpr std::int32_t padded(std::int32_t count) { return (count + 63) / 64 * 64; }

/// The columns that kernels may read of an agent's neighbors, which may be ghosts: what ranks tell each other before a step. A pair of
/// columns (x, y) is one view of shape (stride, 2) in column order.
template <class MemorySpace>
struct NeighborColumns {
  using Floats = Kokkos::View<float*, MemorySpace>;
  using Integers = Kokkos::View<std::int32_t*, MemorySpace>;
  using Vectors = Kokkos::View<float* [2], Kokkos::LayoutLeft, MemorySpace>;
  using Fractions = Kokkos::View<std::uint8_t* [2], Kokkos::LayoutRight, MemorySpace>;
  using Ids = Kokkos::View<std::uint32_t*, MemorySpace>;

  Ids id;              // a simulation numbers its agents, at most 2^31 - 1 on all ranks, from 0; the key of ties and random numbers
  Vectors position;    // m
  Vectors velocity;    // m/s
  Floats radius;       // m
  Floats reciprocity;  // [0, 1]; 0 for agents that are passive or have arrived, because they never yield
  Integers state;      // AgentState
  /// The part of its wanted way that the agent has lacked lately, as (low, high) bytes of 1/65536; see avoidance/lacked_way.hpp.
  Fractions lacked;

  /// Returns whether the agent at i comes before the one at j where distances tie.
  KOKKOS_INLINE_FUNCTION bool id_before(std::int32_t i, std::int32_t j) const { return id(i) < id(j); }
};

/// The same with what ranks tell each other in a step if the avoidance method sees_preferred().
template <class MemorySpace>
struct NeighborColumnsInStep : NeighborColumns<MemorySpace> {
  typename NeighborColumns<MemorySpace>::Vectors preferred_velocity;  // m/s
};

/// The low and the high word of the seed of each world of an ensemble, of shape (worlds, 2).
template <class MemorySpace>
using WorldSeeds = Kokkos::View<std::int32_t* [2], Kokkos::LayoutLeft, MemorySpace>;

/// The agents as a structure of arrays in one memory space. The index i is a place in memory, which changes when agents are sorted. An id
/// stays with its agent. The padding behind the last agent holds agents that have arrived, so that kernels may compute on full vectors.
///
/// The places [0, working) hold the agents that a step moves. Those at [working, owned) have arrived and were parked: they stand, or have
/// left the scene. Those at [owned, count) are ghosts: copies of agents that other ranks of a distributed run own and move.
template <class MemorySpace>
struct Agents : NeighborColumnsInStep<MemorySpace> {
  using typename NeighborColumns<MemorySpace>::Floats;
  using typename NeighborColumns<MemorySpace>::Integers;
  using Words = TallMatrix<std::uint32_t, MemorySpace>;

  std::int32_t count = 0;
  std::int32_t working = 0;
  std::int32_t owned = 0;
  std::int32_t capacity = 0;                 // the most agents that there is memory for
  std::int32_t stride = 0;                   // of the columns: the capacity with padding
  int world_shift = EnsembleIds::one_world;  // the bits of an id that stand below those of the agent's world
  Floats preferred_speed;                    // m/s
  Floats maximum_speed;                      // m/s
  Floats maximum_acceleration;               // m/s^2
  Floats goal_radius;                        // m
  Floats aggression;                         // m
  Integers goal;                             // index into the world's goals
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
    world_shift = other.world_shift;
    count = other.count;
    owned = other.owned;
    working = other.working;
  }
  static constexpr std::size_t bytes_per_agent(std::int32_t words = 0);

  /// Returns the world of an ensemble that agent i is in.
  KOKKOS_INLINE_FUNCTION std::int32_t world(std::int32_t i) const { return static_cast<std::int32_t>(this->id(i) >> world_shift); }

  /// Calls visit(column of *this, column of other) for every column; `other` may lie in another memory space.
  template <class Other, class Visit>
  void zip(const Other& other, const Visit& visit) const;

  /// Copies agent `from` of `source` to place `to`.
  KOKKOS_INLINE_FUNCTION void copy_agent(std::int32_t to, const Agents& source, std::int32_t from) const;
};

/// What there is of an agent. Memory, copies, sorting, rows in files and what ranks tell each other are made from this list. The id stands
/// first. A column that ranks are told of is a member of NeighborColumns, or of NeighborColumnsInStep.
template <class Crowd>
using AgentColumns =
    ColumnList<Column<&Crowd::id, "id", Told::once>,                                                                           //
               Column<&Crowd::position, "position", Told::each_step, &AgentRecord::position>,                                  //
               Column<&Crowd::velocity, "velocity", Told::each_step, &AgentRecord::velocity>,                                  //
               Column<&Crowd::preferred_velocity, "preferred_velocity", Told::in_step>,                                        //
               Column<&Crowd::radius, "radius", Told::once, &AgentRecord::radius>,                                             //
               Column<&Crowd::preferred_speed, "preferred_speed", Told::never, &AgentRecord::preferred_speed>,                 //
               Column<&Crowd::maximum_speed, "maximum_speed", Told::never, &AgentRecord::maximum_speed>,                       //
               Column<&Crowd::maximum_acceleration, "maximum_acceleration", Told::never, &AgentRecord::maximum_acceleration>,  //
               Column<&Crowd::goal_radius, "goal_radius", Told::never, &AgentRecord::goal_radius>,                             //
               Column<&Crowd::reciprocity, "reciprocity", Told::each_step, &AgentRecord::reciprocity>,                         //
               Column<&Crowd::aggression, "aggression", Told::never, &AgentRecord::aggression>,                                //
               Column<&Crowd::goal, "goal", Told::never, &AgentRecord::goal>,                                                  //
               Column<&Crowd::state, "state", Told::each_step, &AgentRecord::state, 16>,                                       //
               Column<&Crowd::lacked, "lacked", Told::each_step>,                                                              //
               Column<&Crowd::memory, "memory">>;

/// Returns the elements that a column has for an agent; of columns without a fixed number, `words`.
template <class View>
constexpr std::size_t elements_of_agent(std::int32_t words) {
  if constexpr (View::rank() == 1) return 1;
  return View::rank_dynamic == 2 ? static_cast<std::size_t>(words) : View::static_extent(1);
}
template <class... Columns>
constexpr std::size_t bytes_of_agent(ColumnList<Columns...>, std::int32_t words) {
  const auto bytes = [&]<class View, class Of>(View Of::*) { return elements_of_agent<View>(words) * sizeof(typename View::value_type); };
  return (bytes(Columns::member) + ...);
}

template <class MemorySpace>
constexpr std::size_t Agents<MemorySpace>::bytes_per_agent(std::int32_t words) {
  return bytes_of_agent(AgentColumns<Agents>(), words);
}

template <class MemorySpace>
template <class Other, class Visit>
void Agents<MemorySpace>::zip(const Other& other, const Visit& visit) const {
  zip_columns(AgentColumns<Agents>(), *this, AgentColumns<Other>(), other, visit);
}

template <class MemorySpace>
KOKKOS_INLINE_FUNCTION void Agents<MemorySpace>::copy_agent(std::int32_t to, const Agents& source, std::int32_t from) const {
  zip_columns(AgentColumns<Agents>(), *this, AgentColumns<Agents>(), source, [=](const auto& column, const auto& source_column) {
    for_each_element(column, [&](auto... k) { column(to, k...) = source_column(from, k...); });
  });
}

/// Whether a structure of columns has the one that a list describes.
template <class Structure, class Column>
concept HasColumn = requires(const Structure& structure) {
  structure.*Column::member;
};

template <class MemorySpace, class... Columns>
constexpr bool neighbors_have_what_is_told(ColumnList<Columns...>) {
  return ((HasColumn<NeighborColumnsInStep<MemorySpace>, Columns> == (Columns::told != Told::never)) && ...) &&
         ((HasColumn<NeighborColumns<MemorySpace>, Columns> == (Columns::told == Told::once || Columns::told == Told::each_step)) && ...);
}
static_assert(neighbors_have_what_is_told<Kokkos::HostSpace>(AgentColumns<Agents<Kokkos::HostSpace>>()));

/// Writes a field of a record to a column in host memory, or reads it.
template <class View, class Field>
void set_field(const View& view, std::int32_t i, const Field& field) {
  if constexpr (View::rank() == 2) {
    view(i, 0) = field.x;
    view(i, 1) = field.y;
  } else {
    view(i) = static_cast<typename View::value_type>(field);
  }
}
template <class View, class Field>
void get_field(const View& view, std::int32_t i, Field& field) {
  if constexpr (View::rank() == 2) {
    field = {view(i, 0), view(i, 1)};
  } else {
    field = static_cast<Field>(view(i));
  }
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
