#include "algorithms/avoidance/orca/orca_arguments.hpp"

#define PLETHOS_KERNEL_HOST_NAMESPACE counting
#include "algorithms/avoidance/orca/orca_kernel-inl.hpp"
#include "core/lane/counting_lane.hpp"

namespace plethos::avoidance {

double count_orca_operations(const OrcaArguments& arguments, int every) {
  return mean_operations(arguments.agents, every,
                         [&](std::int32_t i) { counting::orca_agents<CountingLane, 2 * maximum_neighbors>(arguments, i, i + 1, nullptr); });
}

}  // namespace plethos::avoidance
