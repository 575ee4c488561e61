#include "algorithms/steering/reynolds/reynolds.hpp"

#include "algorithms/planning/roadmap/guide.hpp"
#include "algorithms/steering/reynolds/behaviors.hpp"
#include "backends/execution.hpp"
#include "backends/instantiate.hpp"

namespace plethos::steering {

template <class MemorySpace>
struct SteerAgent {
  Agents<MemorySpace> agents;
  neighbors::Lists<MemorySpace> neighbors;
  typename Agents<MemorySpace>::Vectors goals;
  typename Agents<MemorySpace>::Integers next_goals;
  planning::Exits<MemorySpace> exits;
  planning::Points<MemorySpace> nodes;
  Legs<MemorySpace> legs;
  float time_step, steering_time, prediction, reach, separation_weight, avoidance_weight, path_radius, slowing;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (agents.state(i) != static_cast<std::int32_t>(AgentState::active)) return;
    const Walker self = walker(i);
    const float relaxation = steering_time > time_step ? steering_time : time_step;
    const Vector wanted = (1.f / relaxation) * advance(i, self) + separate(i, self) + evade(i, self);
    const Vector acceleration = at_most(wanted, agents.maximum_acceleration(i));
    const Vector velocity = at_most(self.velocity + time_step * acceleration, agents.maximum_speed(i));
    agents.preferred_velocity(i, 0) = velocity.x;
    agents.preferred_velocity(i, 1) = velocity.y;
  }

 private:
  KOKKOS_FUNCTION Walker walker(int i) const {
    return Walker{Vector{agents.position(i, 0), agents.position(i, 1)}, Vector{agents.velocity(i, 0), agents.velocity(i, 1)},
                  agents.radius(i)};
  }

  /// Steering along the way: m/s.
  KOKKOS_FUNCTION Vector advance(int i, const Walker& self) const {
    const Vector preferred{agents.preferred_velocity(i, 0), agents.preferred_velocity(i, 1)};
    const std::int32_t goal = agents.goal(i);
    const std::int32_t waypoint = agents.waypoint(i);
    if (waypoint == planning::lost) return preferred - self.velocity;
    const bool to_node = waypoint >= 0 && nodes.count() > 0;
    const Vector target = to_node ? Vector{nodes.x(waypoint), nodes.y(waypoint)} : goal_of(goal, waypoint, self.position);
    const PathCorrection correction = follow(self, leg_start(i, goal, waypoint, self.position), target, path_radius, prediction);
    const float speed = agents.preferred_speed(i);
    if (correction.needed) return seek(self, correction.target, speed);
    if (to_node || next_goal(next_goals, goal) >= 0 || exits.of(goal) >= 0) return seek(self, target, speed);
    return arrive(self, target, speed, slowing);
  }

  KOKKOS_FUNCTION Vector goal_of(std::int32_t goal, std::int32_t waypoint, Vector position) const {
    const std::int32_t exit = exits.of(goal);
    if (exit < 0) return {goals(goal, 0), goals(goal, 1)};
    const planning::Point to = planning::is_landing(waypoint) ? exits.nearest(exit, planning::landing_of(waypoint), position.x, position.y)
                                                              : exits.nearest(exit, position.x, position.y);
    return {static_cast<float>(to.x), static_cast<float>(to.y)};
  }

  /// A leg begins where the agent is when it heads for something else.
  KOKKOS_FUNCTION Vector leg_start(int i, std::int32_t goal, std::int32_t waypoint, Vector position) const {
    const auto id = static_cast<std::int32_t>(agents.id(i, 0));
    if (legs.leads_to(id, 0) != goal || legs.leads_to(id, 1) != waypoint) {
      legs.leads_to(id, 0) = goal;
      legs.leads_to(id, 1) = waypoint;
      legs.start(id, 0) = position.x;
      legs.start(id, 1) = position.y;
    }
    return Vector{legs.start(id, 0), legs.start(id, 1)};
  }

  KOKKOS_FUNCTION Vector separate(int i, const Walker& self) const {
    Vector sum{0.f, 0.f};
    for (std::int32_t k = 0; k < neighbors.count(i); ++k) sum = sum + separation(self, walker(neighbors.index(i, k)), reach);
    return separation_weight * sum;
  }

  /// Away from the neighbor that it would touch first, the more the sooner.
  KOKKOS_FUNCTION Vector evade(int i, const Walker& self) const {
    float soonest = prediction;
    Vector away{0.f, 0.f};
    for (std::int32_t k = 0; k < neighbors.count(i); ++k) {
      const Walker other = walker(neighbors.index(i, k));
      const Encounter encounter = nearest_approach(self, other);
      if (!(encounter.time > 0.f && encounter.time < soonest)) continue;
      if (length(encounter.offset) >= self.radius + other.radius) continue;
      soonest = encounter.time;
      away = avoid(self, other, encounter);
    }
    return avoidance_weight * away;
  }
};

template <class Execution>
Reynolds<Execution>::Reynolds(std::int32_t agents, const ReynoldsParameters& parameters) : parameters_(parameters) {
  legs_.start = decltype(legs_.start)("plethos::steering::leg_start", static_cast<std::size_t>(agents));
  legs_.leads_to = decltype(legs_.leads_to)("plethos::steering::leg_leads_to", static_cast<std::size_t>(agents));
  // No goal: the first step begins a leg.
  Kokkos::deep_copy(legs_.leads_to, -1);
}

template <class Execution>
void Reynolds<Execution>::steer(const Execution& execution, const Scene<MemorySpace>& scene) {
  const ReynoldsParameters& p = parameters_;
  const SteerAgent<MemorySpace> kernel{scene.agents,
                                       scene.neighbors,
                                       scene.goals,
                                       scene.next_goals,
                                       scene.exits,
                                       scene.nodes,
                                       legs_,
                                       scene.parameters.time_step,
                                       p.steering_time,
                                       p.steering_prediction,
                                       p.steering_separation,
                                       p.steering_separation_weight,
                                       p.steering_avoidance_weight,
                                       p.steering_path_radius,
                                       p.steering_slowing};
  backends::for_each(execution, "plethos::steering::reynolds", scene.agents.working, kernel);
}

PLETHOS_INSTANTIATE(Reynolds);

template <class Execution>
std::unique_ptr<Steering<Execution>> ReynoldsMethod::make(std::int32_t agents, const ParameterValues& values) {
  return std::make_unique<Reynolds<Execution>>(agents, reynolds_table().read(values));
}

PLETHOS_INSTANTIATE_MAKE(Steering, ReynoldsMethod, std::int32_t, const ParameterValues&);

}  // namespace plethos::steering
