#include "algorithms/avoidance/rvo/rvo_arguments.hpp"

#define PLETHOS_KERNEL_HOST_NAMESPACE counting
#include "algorithms/avoidance/rvo/rvo_kernel-inl.hpp"
#include "core/lane/counting_lane.hpp"

namespace plethos::avoidance {

double count_rvo_operations(const RvoArguments& arguments, int every) {
  return arguments.with_variant([&](const auto& variant) {
    return mean_operations(arguments.agents, every, [&](std::int32_t i) {
      counting::rvo_agents<CountingLane, maximum_neighbors>(arguments, variant, i, i + 1, nullptr);
    });
  });
}

}  // namespace plethos::avoidance
