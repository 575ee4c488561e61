#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <span>

#include "core/agent.hpp"

namespace plethos {

/// Elements that a column of `count` agents is padded to: whole vectors of any lane, 256-byte columns.
constexpr std::int32_t padded(std::int32_t count) { return (count + 63) / 64 * 64; }

/// The agents as a structure of arrays in one memory space. A pair of columns (x, y) is one view of shape (stride, 2) in column order.
/// Index i is a place in memory, which changes when agents are sorted; id is who an agent is. The padding behind the last agent holds
/// agents that have arrived, so that kernels may compute on full vectors.
template <class MemorySpace>
struct Agents {
  using Floats = Kokkos::View<float*, MemorySpace>;
  using Integers = Kokkos::View<std::int32_t*, MemorySpace>;
  using Vectors = Kokkos::View<float* [2], Kokkos::LayoutLeft, MemorySpace>;
  using Fractions = Kokkos::View<std::uint8_t* [2], Kokkos::LayoutRight, MemorySpace>;
  using Ids = Kokkos::View<std::uint32_t* [2], Kokkos::LayoutLeft, MemorySpace>;

  std::int32_t count = 0;
  /// Agents that a step moves: the indices [0, working). Those behind have arrived and were parked: they stand, or have left the scene.
  std::int32_t working = 0;
  std::int32_t stride = 0;
  Ids id;                       // (low, high) words of 64 bits: lanes hold 32
  Vectors position;             // m
  Vectors velocity;             // m/s
  Vectors preferred_velocity;   // m/s
  Floats radius;                // m
  Floats preferred_speed;       // m/s
  Floats maximum_speed;         // m/s
  Floats maximum_acceleration;  // m/s^2
  Floats goal_radius;           // m
  Floats reciprocity;           // [0, 1]; 0 for those that are passive or have arrived: they never yield
  Floats aggression;            // m
  Integers goal;                // index into the world's goals
  Integers state;               // AgentState
  /// Roadmap node that the agent heads for; -1: its goal, or none chosen yet; -2: it sees neither; new_goal; below: a landing of the exit
  /// that is its goal. Of one that has arrived: whether it was measured where it stands.
  Integers waypoint;
  /// The part of its wanted way that the agent has lacked lately, as (low, high) bytes of 1/65536; see avoidance/lacked_way.hpp.
  Fractions lacked;

  Agents() = default;
  /// Claims memory for `agents` agents: bytes_per_agent each, and the padding.
  explicit Agents(std::int32_t agents)
      : count(agents),
        working(agents),
        stride(padded(agents)),
        id("plethos::agents::id", stride),
        position("plethos::agents::position", stride),
        velocity("plethos::agents::velocity", stride),
        preferred_velocity("plethos::agents::preferred_velocity", stride),
        radius("plethos::agents::radius", stride),
        preferred_speed("plethos::agents::preferred_speed", stride),
        maximum_speed("plethos::agents::maximum_speed", stride),
        maximum_acceleration("plethos::agents::maximum_acceleration", stride),
        goal_radius("plethos::agents::goal_radius", stride),
        reciprocity("plethos::agents::reciprocity", stride),
        aggression("plethos::agents::aggression", stride),
        goal("plethos::agents::goal", stride),
        state("plethos::agents::state", stride),
        waypoint("plethos::agents::waypoint", stride),
        lacked("plethos::agents::lacked", stride) {}

  static constexpr std::size_t bytes_per_agent = 4 * 2 * 4 + 10 * 4 + 2;

  /// Calls visit(column of *this, column of other) for every view; `other` may lie in another memory space.
  template <class Other, class Visit>
  void zip(const Other& other, const Visit& visit) const {
    visit(id, other.id);
    visit(position, other.position);
    visit(velocity, other.velocity);
    visit(preferred_velocity, other.preferred_velocity);
    visit(radius, other.radius);
    visit(preferred_speed, other.preferred_speed);
    visit(maximum_speed, other.maximum_speed);
    visit(maximum_acceleration, other.maximum_acceleration);
    visit(goal_radius, other.goal_radius);
    visit(reciprocity, other.reciprocity);
    visit(aggression, other.aggression);
    visit(goal, other.goal);
    visit(state, other.state);
    visit(waypoint, other.waypoint);
    visit(lacked, other.lacked);
  }

  /// Copies agent `from` of `source` to place `to`.
  KOKKOS_INLINE_FUNCTION void copy_agent(std::int32_t to, const Agents& source, std::int32_t from) const {
    for (int k = 0; k < 2; ++k) {
      id(to, k) = source.id(from, k);
      position(to, k) = source.position(from, k);
      velocity(to, k) = source.velocity(from, k);
      preferred_velocity(to, k) = source.preferred_velocity(from, k);
      lacked(to, k) = source.lacked(from, k);
    }
    radius(to) = source.radius(from);
    preferred_speed(to) = source.preferred_speed(from);
    maximum_speed(to) = source.maximum_speed(from);
    maximum_acceleration(to) = source.maximum_acceleration(from);
    goal_radius(to) = source.goal_radius(from);
    reciprocity(to) = source.reciprocity(from);
    aggression(to) = source.aggression(from);
    goal(to) = source.goal(from);
    state(to) = source.state(from);
    waypoint(to) = source.waypoint(from);
  }

  /// Whether the agent at i comes before the one at j where distances tie.
  KOKKOS_INLINE_FUNCTION bool id_before(std::int32_t i, std::int32_t j) const {
    return id(i, 1) != id(j, 1) ? id(i, 1) < id(j, 1) : id(i, 0) < id(j, 0);
  }
};

/// Agents::waypoint of an agent that has only just got its goal: it heads there, as with -1.
inline constexpr std::int32_t new_goal = -3;

/// The goal after `goal`, or -1 where an agent has arrived then. `next_goals` is empty where none leads on.
template <class Integers>
KOKKOS_INLINE_FUNCTION std::int32_t next_goal(const Integers& next_goals, std::int32_t goal) {
  return next_goals.extent(0) > 0 ? next_goals(goal) : -1;
}

/// The agents of a scenario in host memory; ids are the indices of `records`.
Agents<Kokkos::HostSpace> make_agents(std::span<const AgentRecord> records);

/// Copies every column, padding included, between memory spaces. Both must be made for the same count.
template <class To, class From>
void copy_agents(const Agents<To>& to, const Agents<From>& from) {
  to.zip(from, [](const auto& destination, const auto& source) { Kokkos::deep_copy(destination, source); });
}

}  // namespace plethos
