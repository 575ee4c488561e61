#pragma once

#include "algorithms/avoidance/arguments_of.hpp"
#include "algorithms/avoidance/avoidance.hpp"
#include "algorithms/avoidance/rvo/rvo_arguments.hpp"
#include "algorithms/avoidance/rvo/rvo_method.hpp"

namespace plethos::avoidance {

/// Reciprocal velocity obstacles by sampling (Bleiweiss 2009, sections 3.2 and 3.3). Speed and acceleration admit each of
/// `RvoParameters::samples` velocities; the preferred one is the first. Each agent takes the one of least cost |v_pref - v| + aggression /
/// time to collision. The variant `steady` is ours: it also tries the present velocity, so that the agent changes it only for a better one,
/// and a wall counts only from steady_horizon on. As published, an agent stands where that costs less than to walk on towards a wall.
/// Each lane element computes one agent (flat), or a team does (nested, section 4.4). Cost: agents times samples times (neighbors + walls),
/// less for samples that lose early.
template <class Execution>
class Rvo final : public Avoidance<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Vectors = typename Agents<MemorySpace>::Vectors;

  explicit Rvo(const RvoParameters& parameters = {}, RvoVariant variant = RvoVariant::published)
      : parameters_(parameters), variant_(variant) {}
  void choose(const Execution& execution, const AvoidanceScene<MemorySpace>& scene, const Vectors& velocities) override;
  bool sees_preferred() const override { return false; }
  std::optional<Work> work(const AvoidanceScene<MemorySpace>& scene) const override;

 private:
  RvoParameters parameters_;
  RvoVariant variant_;
};

template <class MemorySpace>
RvoArguments rvo_arguments(const AvoidanceScene<MemorySpace>& scene, const typename Agents<MemorySpace>::Vectors& velocities,
                           const RvoParameters& parameters, RvoVariant variant) {
  return {arguments_of(scene, velocities), parameters.samples, variant == RvoVariant::steady};
}

}  // namespace plethos::avoidance
