#pragma once

#include "algorithms/avoidance/arguments_of.hpp"
#include "algorithms/avoidance/avoidance.hpp"
#include "algorithms/avoidance/parallel.hpp"
#include "algorithms/avoidance/rvo/rvo_arguments.hpp"

namespace plethos::avoidance {

/// Which velocities an agent tries.
enum class RvoVariant {
  published,  ///< the preferred one and random ones: `rvo`
  steady      ///< its present one, too: `rvo-steady`
};

/// Reciprocal velocity obstacles by sampling (Bleiweiss 2009, sections 3.2 and 3.3): of `Parameters::samples` velocities that speed and
/// acceleration admit, the preferred one first, each agent takes the one of least cost |v_pref - v| + aggression / time to collision.
/// `steady`, which is ours, tries its present velocity on top, so that it changes it only for a better one. One agent a lane (flat) or a
/// team an agent (nested, section 4.4). Cost: agents times samples times (neighbors + walls), less what is known to lose before all are
/// tested.
template <class Execution>
class Rvo final : public Avoidance<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Vectors = typename Agents<MemorySpace>::Vectors;

  explicit Rvo(Parallel parallel = Parallel::automatic, RvoVariant variant = RvoVariant::published)
      : parallel_(parallel), variant_(variant) {}
  void choose(const Execution& execution, const Scene<MemorySpace>& scene, const Vectors& velocities) override;
  std::optional<Work> work(const Scene<MemorySpace>& scene) const override;

 private:
  Parallel parallel_;
  RvoVariant variant_;
};

template <class MemorySpace>
RvoArguments rvo_arguments(const Scene<MemorySpace>& scene, const typename Agents<MemorySpace>::Vectors& velocities, RvoVariant variant) {
  return {arguments_of(scene, velocities), scene.parameters.samples, variant == RvoVariant::steady};
}

}  // namespace plethos::avoidance
