#include "scenarios/run/advance.hpp"

#include <algorithm>
#include <chrono>

#include "algorithms/verify/behavior.hpp"
#include "core/in_parts.hpp"
#include "scenarios/parts.hpp"
#include "scenarios/run/interrupt.hpp"

namespace plethos::scenarios {

std::int64_t count_travelers(const Scenario& scenario, const backends::Ranks& ranks) {
  const std::span<const AgentRecord> agents = own_agents(scenario, ranks).records;
  const auto travels = [&](std::size_t i) { return agents[i].state != AgentState::passive; };
  return sum_of_parts(scenario, ranks, static_cast<std::int64_t>(counted_in_parts(agents.size(), travels)));
}

std::int64_t count_endless(const Scenario& scenario, const backends::Ranks& ranks) {
  if (scenario.world.next_goals.empty()) return 0;
  const auto is_endless = [&](const AgentRecord& agent) {
    return agent.state != AgentState::passive && verify::leads_back(scenario.world, agent.goal);
  };
  return sum_of_parts(scenario, ranks, std::ranges::count_if(own_agents(scenario, ranks).records, is_endless));
}

std::int64_t advance(simulation::Simulation& simulation, std::int64_t done, std::int64_t limit, std::span<const std::int64_t> marks,
                     const std::function<bool(const Stretch&)>& after, const backends::Ranks& ranks) {
  using Clock = std::chrono::steady_clock;
  while (done < limit && ranks.greatest(std::int64_t{interrupted()}) == 0) {
    std::int64_t end = limit;
    for (const std::int64_t mark : marks) end = std::min(end, (done / mark + 1) * mark);
    const Clock::time_point start = Clock::now();
    simulation.advance(end - done);
    simulation.wait();
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    const Stretch stretch{end - done, end, seconds};
    done = end;
    if (!after(stretch)) break;
  }
  return done;
}

}  // namespace plethos::scenarios
