#include "algorithms/avoidance/clearpath/clearpath_arguments.hpp"

#define PLETHOS_KERNEL_HOST_NAMESPACE counting
#include "algorithms/avoidance/clearpath/clearpath_agents-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_kernel-inl.hpp"
#include "core/lane/counting_lane.hpp"

namespace plethos::avoidance {

double count_clearpath_operations(const ClearpathArguments& arguments, int every) {
  return mean_operations(arguments.agents, every, [&](std::int32_t i) {
    counting::ClearpathAlone<CountingLane, counting::ClearpathPublished, maximum_neighbors> work;
    counting::clearpath_agents<CountingLane>(arguments, i, i + 1, nullptr, work);
  });
}

}  // namespace plethos::avoidance
