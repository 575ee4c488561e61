#include "algorithms/simulation/frames.hpp"

#include <algorithm>
#include <cstring>
#include <span>

#include "algorithms/simulation/agent_rows.hpp"
#include "algorithms/simulation/position_sum.hpp"
#include "backends/instantiate.hpp"
#include "core/copy_view.hpp"
#include "core/second_column.hpp"
#include "core/to_view.hpp"

namespace plethos::simulation {

/// Writes positions, velocities and presence (to state) in order of the worlds that are asked for, and of ids.
template <class MemorySpace>
struct Gather {
  Agents<MemorySpace> agents, frame;
  bool leave;
  AgentRows<MemorySpace> rows;

  KOKKOS_FUNCTION void operator()(int i) const {
    const std::int32_t at = rows.of(agents, i);
    if (at < 0) return;
    for (int k = 0; k < 2; ++k) {
      frame.position(at, k) = agents.position(i, k);
      frame.velocity(at, k) = agents.velocity(i, k);
    }
    frame.state(at) = present(agents.state(i), leave) ? 1 : 0;
  }
};

/// What a rank tells of one of its agents.
struct ReadAgent {
  std::uint32_t id, present;
  float x, y, velocity_x, velocity_y;
};

/// Gathers the frame of several ranks.
template <class MemorySpace>
void gather(const Crowd<MemorySpace>& crowd, Frame& frame) {
  const Agents<MemorySpace>& agents = crowd.agents;
  const auto id = host_view(agents.id);
  const auto position = host_view(agents.position), velocity = host_view(agents.velocity);
  const auto state = host_view(agents.state);
  std::vector<ReadAgent> own;
  own.reserve(static_cast<std::size_t>(agents.owned));
  for (std::int32_t i = 0; i < agents.owned; ++i) {
    own.push_back({id(i), present(state(i), crowd.parameters.leave_on_arrival) ? 1u : 0u, position(i, 0), position(i, 1), velocity(i, 0),
                   velocity(i, 1)});
  }
  const std::size_t count = crowd.ranks.rank() == 0 ? static_cast<std::size_t>(crowd.all_agents) : 0;
  for (std::vector<float>* const column : {&frame.x, &frame.y, &frame.velocity_x, &frame.velocity_y}) column->resize(count);
  frame.present.resize(count);
  crowd.ranks.gather(std::as_bytes(std::span(own)), [&](int, std::span<const std::byte> bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(ReadAgent)) {
      ReadAgent agent;
      std::memcpy(&agent, bytes.data() + at, sizeof agent);
      frame.x[agent.id] = agent.x;
      frame.y[agent.id] = agent.y;
      frame.velocity_x[agent.id] = agent.velocity_x;
      frame.velocity_y[agent.id] = agent.velocity_y;
      frame.present[agent.id] = static_cast<std::uint8_t>(agent.present);
    }
  });
}

template <class Execution>
std::vector<PlacedAgent> read_slab(Steps<Execution>& steps) {
  steps.execution().fence();
  const auto& crowd = steps.crowd();
  const auto& agents = crowd.agents;
  const auto id = host_view(agents.id);
  const auto position = host_view(agents.position);
  const auto state = host_view(agents.state);
  const backends::Ranks& ranks = crowd.ranks;
  const distribution::Slabs slabs(crowd.all_agents, ranks.size());
  std::vector<std::int32_t> here, rank;
  for (std::int32_t i = 0; i < agents.owned; ++i) {
    if (!present(state(i), crowd.parameters.leave_on_arrival)) continue;
    here.push_back(i);
    rank.push_back(slabs.rank_of(id(i)));
  }
  const distribution::Slots slots(rank, ranks.size());
  std::vector<PlacedAgent> sent(here.size());
  for (std::size_t k = 0; k < here.size(); ++k) {
    const std::int32_t i = here[k];
    sent[static_cast<std::size_t>(slots.slot[k])] = {id(i), position(i, 0), position(i, 1)};
  }
  std::vector<PlacedAgent> come;
  ranks.exchange(slots.parts(std::span<const PlacedAgent>(sent)), [&](std::size_t bytes) {
    come.resize(bytes / sizeof(PlacedAgent));
    return reinterpret_cast<std::byte*>(come.data());
  });
  constexpr std::uint32_t nobody = ~0u;
  const distribution::RowRange own = slabs.of(ranks.rank());
  std::vector<PlacedAgent> slab(static_cast<std::size_t>(own.size()), PlacedAgent{nobody, 0, 0});
  for (const PlacedAgent& agent : come) slab[agent.id - static_cast<std::size_t>(own.first)] = agent;
  std::erase_if(slab, [](const PlacedAgent& agent) { return agent.id == nobody; });
  return slab;
}

/// Reads the agents of worlds whose agents begin at `first` in the frame; `count` in all.
template <class Execution>
void read_agents(Steps<Execution>& steps, const std::vector<std::int32_t>& first, std::size_t count, Frame& frame) {
  using MemorySpace = typename Execution::memory_space;
  const Execution& execution = steps.execution();
  Crowd<MemorySpace>& crowd = steps.crowd();
  const Agents<MemorySpace>& agents = crowd.agents;
  // Free but for the parked agents.
  const Agents<MemorySpace>& gathered = crowd.workspace.sorted();
  backends::for_each(
      execution, "plethos::simulation::gather", agents.count,
      Gather<MemorySpace>{
          agents, gathered, crowd.parameters.leave_on_arrival, {to_view<MemorySpace>("plethos::simulation::first_of_worlds", first)}});
  execution.fence();
  constexpr bool in_host = in_host_memory<MemorySpace>;
  const auto copy = [count](auto& values, const auto* column) {
    values.resize(count);
    copy_bytes(values.data(), true, column, in_host, count * sizeof values[0]);
  };
  copy(frame.x, gathered.position.data());
  copy(frame.y, second_column(gathered.position));
  copy(frame.velocity_x, gathered.velocity.data());
  copy(frame.velocity_y, second_column(gathered.velocity));
  std::vector<std::int32_t> present;
  copy(present, gathered.state.data());
  frame.present.assign(present.begin(), present.end());
  backends::for_each(execution, "plethos::simulation::restore", agents.count - agents.working,
                     CopyBehind<MemorySpace>{agents, gathered, agents.working});
}

template <class Execution>
void read_frame(Steps<Execution>& steps, Frame& frame) {
  const auto& crowd = steps.crowd();
  if (!crowd.ranks.alone()) {
    steps.execution().fence();
    return gather(crowd, frame);
  }
  read_agents(steps, first_rows(crowd), static_cast<std::size_t>(crowd.agents.count), frame);
}

/// Rank 0 sums up positions in order of ids, and gets those of so many ids at a time.
std::int64_t ids_at_a_time(std::int64_t agents) { return std::clamp<std::int64_t>(agents / 16, 1024, std::int64_t{1} << 22); }

template <class Execution>
std::uint64_t checksum_of(Steps<Execution>& steps) {
  const auto& crowd = steps.crowd();
  if (crowd.ranks.alone()) {
    Frame frame;
    read_frame(steps, frame);
    return checksum(frame);
  }
  steps.execution().fence();
  const auto& agents = crowd.agents;
  const auto id = host_view(agents.id);
  const auto position = host_view(agents.position);
  const std::int64_t at_a_time = ids_at_a_time(crowd.all_agents);
  const auto rounds = static_cast<std::size_t>((crowd.all_agents + at_a_time - 1) / at_a_time);
  const auto round_of = [&](std::int32_t i) { return static_cast<std::size_t>(id(i) / at_a_time); };
  // The agents of a round are listed from end[round - 1] up to end[round].
  std::vector<std::int32_t> end(rounds + 1, 0), listed(static_cast<std::size_t>(agents.owned));
  for (std::int32_t i = 0; i < agents.owned; ++i) ++end[round_of(i) + 1];
  for (std::size_t round = 1; round <= rounds; ++round) end[round] += end[round - 1];
  for (std::int32_t i = 0; i < agents.owned; ++i) listed[static_cast<std::size_t>(end[round_of(i)]++)] = i;

  PositionSum sum;
  std::vector<PlacedAgent> own;
  std::vector<Vec2> positions;
  for (std::size_t round = 0; round < rounds; ++round) {
    own.clear();
    for (std::int32_t k = round == 0 ? 0 : end[round - 1]; k < end[round]; ++k) {
      const std::int32_t i = listed[static_cast<std::size_t>(k)];
      own.push_back({id(i), position(i, 0), position(i, 1)});
    }
    const std::int64_t first = static_cast<std::int64_t>(round) * at_a_time;
    positions.resize(static_cast<std::size_t>(std::min(at_a_time, crowd.all_agents - first)));
    crowd.ranks.gather(std::as_bytes(std::span(own)), [&](int, std::span<const std::byte> bytes) {
      for (std::size_t at = 0; at < bytes.size(); at += sizeof(PlacedAgent)) {
        PlacedAgent agent;
        std::memcpy(&agent, bytes.data() + at, sizeof agent);
        positions[static_cast<std::size_t>(agent.id - first)] = {agent.x, agent.y};
      }
    });
    if (crowd.ranks.rank() == 0) sum.add(positions);
  }
  return crowd.ranks.rank() == 0 ? sum.value() : 0;
}

template <class Execution>
void read_worlds(Steps<Execution>& steps, std::span<const std::size_t> worlds, Frame& frame) {
  const auto& crowd = steps.crowd();
  std::vector<std::int32_t> first(crowd.counters.worlds(), -1);
  std::int64_t count = 0;
  for (const std::size_t world : worlds) {
    first.at(world) = static_cast<std::int32_t>(count);
    count += crowd.ids.first(world + 1) - crowd.ids.first(world);
  }
  read_agents(steps, first, static_cast<std::size_t>(count), frame);
}

#define PLETHOS_FRAMES(Execution)                                                     \
  template void read_frame(Steps<Execution>&, Frame&);                                \
  template std::uint64_t checksum_of(Steps<Execution>&);                              \
  template void read_worlds(Steps<Execution>&, std::span<const std::size_t>, Frame&); \
  template std::vector<PlacedAgent> read_slab(Steps<Execution>&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_FRAMES);
#undef PLETHOS_FRAMES

}  // namespace plethos::simulation
