#include "algorithms/avoidance/clearpath/clearpath_operations.hpp"

#define PLETHOS_KERNEL_HOST_NAMESPACE counting
#include "algorithms/avoidance/clearpath/clearpath_kernel-inl.hpp"
#include "core/lane/counting_lane.hpp"

namespace plethos::avoidance {

double count_clearpath_operations(const ClearpathArguments& arguments, int every) {
  counted_operations = 0;
  std::int64_t agents = 0;
  for (std::int32_t i = 0; i < arguments.agents; i += every, ++agents) {
    counting::clearpath_agents<CountingLane, maximum_neighbors>(arguments, i, i + 1, nullptr);
  }
  return agents > 0 ? static_cast<double>(counted_operations) / static_cast<double>(agents) : 0;
}

}  // namespace plethos::avoidance
