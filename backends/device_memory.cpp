#include "backends/instantiate.hpp"
#include "core/agents.hpp"

// Types of core that hold device memory are compiled here, because core knows no devices.
namespace plethos {

template <class MemorySpace>
Agents<MemorySpace>::Agents(std::int32_t agents, std::int32_t words)
    : count(agents),
      working(agents),
      owned(agents),
      capacity(agents),
      stride(padded(agents)),
      id("plethos::agents::id", stride),
      position("plethos::agents::position", stride),
      velocity("plethos::agents::velocity", stride),
      preferred_velocity("plethos::agents::preferred_velocity", stride),
      radius("plethos::agents::radius", stride),
      preferred_speed("plethos::agents::preferred_speed", stride),
      maximum_speed("plethos::agents::maximum_speed", stride),
      maximum_acceleration("plethos::agents::maximum_acceleration", stride),
      goal_radius("plethos::agents::goal_radius", stride),
      reciprocity("plethos::agents::reciprocity", stride),
      aggression("plethos::agents::aggression", stride),
      goal("plethos::agents::goal", stride),
      state("plethos::agents::state", stride),
      lacked("plethos::agents::lacked", stride),
      memory("plethos::agents::memory", stride, words) {}

#define PLETHOS_AGENTS(EXECUTION) template Agents<EXECUTION::memory_space>::Agents(std::int32_t, std::int32_t)
PLETHOS_FOR_EXECUTIONS(PLETHOS_AGENTS);
#undef PLETHOS_AGENTS

}  // namespace plethos
