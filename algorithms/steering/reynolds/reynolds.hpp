#pragma once

#include "algorithms/steering/reynolds/reynolds_method.hpp"
#include "algorithms/steering/steering.hpp"

namespace plethos::steering {

/// Steering as OpenSteer's pedestrians do it, from the behaviors of Reynolds 1999: an agent follows the straight path of its leg (seek,
/// and arrive at its last goal), keeps away from neighbors that are near (separation) and turns away from the first one that it would run
/// into (unaligned collision avoidance). The accelerations are added up, limited, and applied for one step; the velocity that comes out is
/// the preferred one. Walls are not seen. An agent that is lost turns to its heading alone. Cost: agents times neighbors; four words of
/// memory an agent, for where its leg began and what it leads to.
template <class Execution>
class Reynolds final : public Steering<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;

  explicit Reynolds(const ReynoldsParameters& parameters = {}) : parameters_(parameters) {}
  void steer(const Execution& execution, const Scene<MemorySpace>& scene) override;

 private:
  ReynoldsParameters parameters_;
};

}  // namespace plethos::steering
