#pragma once

#include "algorithms/steering/reynolds/reynolds_method.hpp"
#include "algorithms/steering/steering.hpp"

namespace plethos::steering {

/// Steers as OpenSteer's pedestrians do, with the behaviors of Reynolds 1999. An agent follows the straight path of its leg (seek, and
/// arrive at its last goal), keeps away from near neighbors (separation), and turns away from the neighbor that it would run into first
/// (unaligned collision avoidance). The accelerations are added up, limited, and applied for one step. The result is the preferred
/// velocity. Agents do not see walls. A lost agent follows its heading instead of a path. Cost: agents times neighbors. Memory: four words
/// an agent, for the start of its leg and what it leads to.
template <class Execution>
class Reynolds final : public Steering<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;

  explicit Reynolds(const ReynoldsParameters& parameters = {}) : parameters_(parameters) {}
  void steer(const Execution& execution, const SteeringScene<MemorySpace>& scene) override;

 private:
  ReynoldsParameters parameters_;
};

}  // namespace plethos::steering
