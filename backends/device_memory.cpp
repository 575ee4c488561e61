#include <string>

#include "backends/instantiate.hpp"
#include "core/agents.hpp"

// Types of core that hold device memory are compiled here, because core knows no devices.
namespace plethos {

template <class MemorySpace>
Agents<MemorySpace>::Agents(std::int32_t agents, std::int32_t words)
    : count(agents), working(agents), owned(agents), capacity(agents), stride(padded(agents)) {
  for_each_column(AgentColumns<Agents>(), *this, [&]<class View>(View& view, auto column) {
    const std::string label = std::string("plethos::agents::") + column.name;
    if constexpr (View::rank_dynamic == 2) {
      view = View(label, stride, words);
    } else {
      view = View(label, stride);
    }
  });
}

#define PLETHOS_AGENTS(EXECUTION) template Agents<EXECUTION::memory_space>::Agents(std::int32_t, std::int32_t)
PLETHOS_FOR_EXECUTIONS(PLETHOS_AGENTS);
#undef PLETHOS_AGENTS

}  // namespace plethos
