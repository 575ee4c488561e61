#include "scenarios/parts.hpp"

#include "algorithms/distribution/slabs.hpp"

namespace plethos::scenarios {

AgentRange own_agents(const Scenario& scenario, const backends::Ranks& ranks) {
  if (!scenario.part) return scenario.range();
  const distribution::RowRange slab = distribution::Slabs(scenario.part->all, ranks.size()).of(ranks.rank());
  return scenario.range().part(slab.first, slab.end);
}

std::int64_t sum_of_parts(const Scenario& scenario, const backends::Ranks& ranks, std::int64_t count) {
  return scenario.part ? static_cast<std::int64_t>(ranks.sum(static_cast<std::uint64_t>(count))) : count;
}

}  // namespace plethos::scenarios
