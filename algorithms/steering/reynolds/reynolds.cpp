#include "algorithms/steering/reynolds/reynolds.hpp"

#include "algorithms/steering/reynolds/behaviors.hpp"
#include "backends/execution.hpp"
#include "backends/instantiate.hpp"
#include "core/agent_words.hpp"

namespace plethos::steering {

/// An agent's present leg: the place where it began, and what it leads to. It lies in four words of Agents::memory, from `first` on. All of
/// them are zero until the first leg begins.
template <class MemorySpace>
class Leg {
 public:
  using Words = typename Agents<MemorySpace>::Words;

  KOKKOS_INLINE_FUNCTION Leg(const Words& memory, std::int32_t first, std::int32_t place) : word_{memory, first, place} {}

  /// Returns the place where the leg began. A new leg begins at `position` if the agent heads for something else than before.
  KOKKOS_INLINE_FUNCTION Vector start(std::int32_t goal, std::int32_t leg, Vector position) const {
    if (word_(2) != static_cast<std::uint32_t>(goal + 1) || word_(3) != static_cast<std::uint32_t>(leg)) {
      word_(2) = static_cast<std::uint32_t>(goal + 1);
      word_(3) = static_cast<std::uint32_t>(leg);
      word_(0) = Kokkos::bit_cast<std::uint32_t>(position.x);
      word_(1) = Kokkos::bit_cast<std::uint32_t>(position.y);
    }
    return Vector{Kokkos::bit_cast<float>(word_(0)), Kokkos::bit_cast<float>(word_(1))};
  }

 private:
  AgentWords<MemorySpace> word_;
};

template <class MemorySpace>
struct SteerAgent {
  Agents<MemorySpace> agents;
  neighbors::Lists<MemorySpace> neighbors;
  planning::Headings<MemorySpace> headings;
  planning::Goals<MemorySpace> goals;
  std::int32_t first_word;
  float time_step, steering_time, prediction, reach, separation_weight, avoidance_weight, path_radius, slowing;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (agents.state(i) != active_state) return;
    const Walker self = walker(i);
    const float relaxation = steering_time > time_step ? steering_time : time_step;
    const Vector wanted = (1.f / relaxation) * advance(i, self) + separate(i, self) + evade(i, self);
    const Vector acceleration = at_most(wanted, agents.maximum_acceleration(i));
    const Vector velocity = at_most(self.velocity + time_step * acceleration, agents.maximum_speed(i));
    agents.preferred_velocity(i, 0) = velocity.x;
    agents.preferred_velocity(i, 1) = velocity.y;
  }

 private:
  /// Returns an agent, or one of its neighbors.
  KOKKOS_FUNCTION Walker walker(int i) const {
    const NeighborColumns<MemorySpace>& seen = agents;
    return Walker{Vector{seen.position(i, 0), seen.position(i, 1)}, Vector{seen.velocity(i, 0), seen.velocity(i, 1)}, seen.radius(i)};
  }

  /// Returns the steering along the way, in m/s.
  KOKKOS_FUNCTION Vector advance(int i, const Walker& self) const {
    const auto kind = static_cast<planning::HeadingKind>(headings.kind(i));
    if (kind == planning::HeadingKind::lost || kind == planning::HeadingKind::velocity) {
      return Vector{headings.velocity(i, 0), headings.velocity(i, 1)} - self.velocity;
    }
    const std::int32_t goal = agents.goal(i);
    const Vector target{headings.target(i, 0), headings.target(i, 1)};
    const Vector start = Leg<MemorySpace>(agents.memory, first_word, i).start(goal, headings.leg(i), self.position);
    const PathCorrection correction = follow(self, start, target, path_radius, prediction);
    const float speed = agents.preferred_speed(i);
    if (correction.needed) return seek(self, correction.target, speed);
    if (kind == planning::HeadingKind::point || goals.next(goal) >= 0) return seek(self, target, speed);
    return arrive(self, target, speed, slowing);
  }

  KOKKOS_FUNCTION Vector separate(int i, const Walker& self) const {
    Vector sum{0.f, 0.f};
    for (std::int32_t k = 0; k < neighbors.count(i); ++k) sum = sum + separation(self, walker(neighbors.index(i, k)), reach);
    return separation_weight * sum;
  }

  /// Returns the acceleration away from the neighbor that the agent would touch first, in m/s^2.
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
void Reynolds<Execution>::steer(const Execution& execution, const SteeringScene<MemorySpace>& scene) {
  const ReynoldsParameters& p = parameters_;
  const SteerAgent<MemorySpace> kernel{scene.agents,
                                       scene.neighbors,
                                       scene.headings,
                                       scene.goals,
                                       scene.first_word,
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
std::unique_ptr<Steering<Execution>> ReynoldsMethod::make(const ParameterValues& values) {
  return std::make_unique<Reynolds<Execution>>(reynolds_table().read(values));
}

PLETHOS_INSTANTIATE_MAKE(Steering, ReynoldsMethod, const ParameterValues&);

}  // namespace plethos::steering
