#include <cstring>
#include <span>

#include "algorithms/simulation/record_step.hpp"
#include "algorithms/simulation/simulation_on.hpp"
#include "algorithms/simulation/time_parts.hpp"
#include "backends/instantiate.hpp"
#include "core/copy_view.hpp"

namespace plethos::simulation {

/// Writes positions, velocities and presence (to state) in id order.
template <class MemorySpace>
struct Gather {
  Agents<MemorySpace> agents, frame;
  bool leave;

  KOKKOS_FUNCTION void operator()(int i) const {
    const auto at = static_cast<std::int32_t>(agents.id(i, 0));
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

template <class Execution>
void SimulationOn<Execution>::gather(Frame& frame) {
  execution_.fence();
  const Agents<MemorySpace>& agents = crowd_.agents;
  const auto id = host_view(agents.id);
  const auto position = host_view(agents.position), velocity = host_view(agents.velocity);
  const auto state = host_view(agents.state);
  std::vector<ReadAgent> own;
  own.reserve(static_cast<std::size_t>(agents.owned));
  for (std::int32_t i = 0; i < agents.owned; ++i) {
    own.push_back({id(i, 0), present(state(i), crowd_.parameters.leave_on_arrival) ? 1u : 0u, position(i, 0), position(i, 1),
                   velocity(i, 0), velocity(i, 1)});
  }
  const std::size_t count = crowd_.ranks.rank() == 0 ? all_agents_ : 0;
  for (std::vector<float>* const column : {&frame.x, &frame.y, &frame.velocity_x, &frame.velocity_y}) column->resize(count);
  frame.present.resize(count);
  crowd_.ranks.gather(std::as_bytes(std::span(own)), [&](int, std::span<const std::byte> bytes) {
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
std::vector<PlacedAgent> SimulationOn<Execution>::read_slab() {
  execution_.fence();
  const Agents<MemorySpace>& agents = crowd_.agents;
  const auto id = host_view(agents.id);
  const auto position = host_view(agents.position);
  const auto state = host_view(agents.state);
  const backends::Ranks& ranks = crowd_.ranks;
  const distribution::Slabs slabs(static_cast<std::int64_t>(all_agents_), ranks.size());
  std::vector<std::int32_t> here, rank;
  for (std::int32_t i = 0; i < agents.owned; ++i) {
    if (!present(state(i), crowd_.parameters.leave_on_arrival)) continue;
    here.push_back(i);
    rank.push_back(slabs.rank_of(id(i, 0)));
  }
  const distribution::Slots slots(rank, ranks.size());
  std::vector<PlacedAgent> sent(here.size());
  for (std::size_t k = 0; k < here.size(); ++k) {
    const std::int32_t i = here[k];
    sent[static_cast<std::size_t>(slots.slot[k])] = {id(i, 0), position(i, 0), position(i, 1)};
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

template <class Execution>
void SimulationOn<Execution>::read(Frame& frame) {
  if (distribution_) return gather(frame);
  const Agents<MemorySpace>& agents = crowd_.agents;
  // Free but for the parked agents.
  const Agents<MemorySpace>& gathered = crowd_.workspace.sorted();
  backends::for_each(execution_, "plethos::simulation::gather", agents.count,
                     Gather<MemorySpace>{agents, gathered, crowd_.parameters.leave_on_arrival});
  execution_.fence();
  const auto count = static_cast<std::size_t>(agents.count);
  const auto columns = [&](const auto& pairs, std::vector<float>& first, std::vector<float>& second) {
    const float* values = pairs.data();
    first.assign(values, values + count);
    second.assign(values + pairs.stride(1), values + pairs.stride(1) + count);
  };
  columns(host_view(gathered.position), frame.x, frame.y);
  columns(host_view(gathered.velocity), frame.velocity_x, frame.velocity_y);
  const auto present = host_view(gathered.state);
  frame.present.assign(present.data(), present.data() + count);
  backends::for_each(execution_, "plethos::simulation::restore", agents.count - agents.working,
                     CopyBehind<MemorySpace>{agents, gathered, agents.working});
}

template <class Execution>
void SimulationOn<Execution>::look_at_arrivals() {
  execution_.fence();
  ArrivalLog::Counts counts;
  copy_bytes(counts.data(), true, crowd_.counters.arrivals.data(), in_host_memory<MemorySpace>, sizeof counts);
  arrivals_.look(counts, steps_);
}

template <class Execution>
std::int64_t SimulationOn<Execution>::arrived() {
  look_at_arrivals();
  return static_cast<std::int64_t>(crowd_.ranks.sum(static_cast<std::uint64_t>(arrivals_.arrived())));
}

/// Finds what agents will know in the next step, and calls look(). The next step finds it anew, and measures separations once more.
template <class Execution>
template <class Look>
auto SimulationOn<Execution>::look_ahead(const Look& look) {
  execution_.fence();
  const auto& counters = crowd_.counters;
  const float separation = element(counters.minimum_separation);
  const std::uint64_t overlaps = counters.overlaps.value();
  perceive(execution_);
  execution_.fence();
  set_element(counters.step, static_cast<std::uint32_t>(steps_));
  auto seen = look();
  execution_.fence();
  set_element(counters.step, number_before(steps_));
  set_element(counters.minimum_separation, separation);
  counters.overlaps.set(overlaps);
  // Agents lie elsewhere now.
  recording_.reset();
  return seen;
}

template <class Execution>
Statistics SimulationOn<Execution>::statistics() {
  return look_ahead([&] { return statistics_so_far(); });
}

template <class Execution>
Statistics SimulationOn<Execution>::statistics_so_far() {
  look_at_arrivals();
  Statistics statistics;
  statistics.steps = steps_;
  const backends::Ranks& ranks = crowd_.ranks;
  std::uint64_t sums[] = {static_cast<std::uint64_t>(arrivals_.arrived()), crowd_.counters.overlaps.value(), element(crowd_.counters.lost)};
  ranks.sum(std::span(sums));
  statistics.arrived = static_cast<std::int64_t>(sums[0]);
  statistics.last_arrival = ranks.greatest(arrivals_.last());
  statistics.minimum_separation = ranks.least(element(crowd_.counters.minimum_separation));
  statistics.overlaps = sums[1];
  statistics.lost = sums[2];
  std::vector<Arrivals> arrivals;
  ranks.gather(std::as_bytes(std::span(arrivals_.arrivals())), [&](int, std::span<const std::byte> bytes) {
    const std::size_t before = arrivals.size();
    arrivals.resize(before + bytes.size() / sizeof(Arrivals));
    if (!bytes.empty()) std::memcpy(&arrivals[before], bytes.data(), bytes.size());
  });
  statistics.arrivals = merged(std::move(arrivals));
  return statistics;
}

template <class Execution>
std::vector<planning::Counter> SimulationOn<Execution>::planner_counters() {
  execution_.fence();
  std::vector<planning::Counter> counters = plan_.counters();
  for (planning::Counter& counter : counters) {
    if (counter.by_agent) counter.value = crowd_.ranks.sum(counter.value);
  }
  return counters;
}

template <class Execution>
std::optional<Work> SimulationOn<Execution>::avoidance_work() {
  return look_ahead([&] { return avoid_.method().work(avoid_.scene(crowd_)); });
}

template <class Execution>
std::vector<PartTimes> SimulationOn<Execution>::time_avoidance_parts(int repetitions) {
  return look_ahead([&] {
    return time_parts(execution_, avoid_.method().partial_forms(), avoid_.scene(crowd_), crowd_.workspace.chosen(), repetitions);
  });
}

template <class Execution>
std::vector<MemoryPart> SimulationOn<Execution>::memory() const {
  const Agents<MemorySpace>& agents = crowd_.agents;
  std::vector<MemoryPart> parts{{"agents", crowd_bytes(agents.capacity, agents.words(), crowd_.neighbors.capacity)},
                                {"obstacles", crowd_.walls.bytes()},
                                {"goals", crowd_.goals.bytes()},
                                {"neighbor lists", list_bytes(agents.capacity, crowd_.neighbors.capacity, crowd_.near_walls.capacity)}};
  if (distribution_) parts.push_back({"distribution", distribution_->bytes()});
  for (const PipelineStage<Execution>* stage : pipeline<const PipelineStage<Execution>*>(*this)) {
    for (const MemoryPart& part : stage->memory()) parts.push_back(part);
  }
  return parts;
}

template <class Execution>
void SimulationOn<Execution>::advance(StepRecord& record) {
  require_one_rank("a record of a step");
  begin_step();
  const auto stages = pipeline<PipelineStage<Execution>*>(*this);
  run(execution_, *stages.front());
  execution_.fence();
  Agents<Kokkos::HostSpace> before = host_copy(crowd_.agents);
  before.working = crowd_.agents.working;
  for (PipelineStage<Execution>* const stage : std::span(stages).subspan(1)) run(execution_, *stage);
  execution_.fence();
  record_step(before, host_copy(crowd_.agents), crowd_.neighbors, crowd_.parameters, record);
  end_steps(1);
}

#define PLETHOS_READING(Execution)                                                     \
  template void SimulationOn<Execution>::read(Frame&);                                 \
  template void SimulationOn<Execution>::gather(Frame&);                               \
  template std::vector<PlacedAgent> SimulationOn<Execution>::read_slab();              \
  template void SimulationOn<Execution>::look_at_arrivals();                           \
  template std::int64_t SimulationOn<Execution>::arrived();                            \
  template Statistics SimulationOn<Execution>::statistics();                           \
  template Statistics SimulationOn<Execution>::statistics_so_far();                    \
  template std::vector<planning::Counter> SimulationOn<Execution>::planner_counters(); \
  template std::optional<Work> SimulationOn<Execution>::avoidance_work();              \
  template std::vector<PartTimes> SimulationOn<Execution>::time_avoidance_parts(int);  \
  template std::vector<MemoryPart> SimulationOn<Execution>::memory() const;            \
  template void SimulationOn<Execution>::advance(StepRecord&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_READING);
#undef PLETHOS_READING

}  // namespace plethos::simulation
