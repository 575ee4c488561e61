#include "algorithms/simulation/simulation_on.hpp"
#include "algorithms/simulation/snapshot_columns.hpp"
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

template <class Execution>
void SimulationOn<Execution>::read(Frame& frame) {
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

template <class View>
auto value_of(const View& view) {
  typename View::non_const_value_type result;
  Kokkos::deep_copy(result, view);
  return result;
}

template <class Execution>
std::int64_t SimulationOn<Execution>::arrived() {
  execution_.fence();
  return value_of(crowd_.counters.arrived);
}

template <class Execution>
Statistics SimulationOn<Execution>::statistics() {
  // The positions after the last step have not been measured yet.
  run(execution_, perceive_);
  execution_.fence();
  return statistics_so_far();
}

template <class Execution>
Statistics SimulationOn<Execution>::statistics_so_far() {
  Statistics statistics;
  statistics.steps = steps_;
  statistics.arrived = value_of(crowd_.counters.arrived);
  statistics.last_arrival = value_of(crowd_.counters.last_arrival);
  statistics.minimum_separation = value_of(crowd_.counters.minimum_separation);
  statistics.overlaps = crowd_.counters.overlaps.value();
  statistics.lost = value_of(crowd_.counters.lost);
  return statistics;
}

template <class Execution>
std::optional<Work> SimulationOn<Execution>::avoidance_work() {
  run(execution_, perceive_);
  execution_.fence();
  return avoid_.method().work(avoid_.scene(crowd_));
}

template <class Execution>
std::vector<PartTimes> SimulationOn<Execution>::time_avoidance_parts(int repetitions) {
  run(execution_, perceive_);
  return time_parts(execution_, avoid_.method().partial_forms(), avoid_.scene(crowd_), crowd_.workspace.chosen(), repetitions);
}

template <class Execution>
std::vector<MemoryPart> SimulationOn<Execution>::memory() const {
  const Agents<MemorySpace>& agents = crowd_.agents;
  std::vector<MemoryPart> parts{{"agents", crowd_bytes(agents.count, agents.words(), crowd_.neighbors.capacity)},
                                {"obstacles", crowd_.walls.bytes()},
                                {"goals", crowd_.goals.bytes()},
                                {"neighbor lists", list_bytes(agents.count, crowd_.neighbors.capacity, crowd_.near_walls.capacity)}};
  for (const PipelineStage<Execution>* stage : pipeline<const PipelineStage<Execution>*>(*this)) {
    for (const MemoryPart& part : stage->memory()) parts.push_back(part);
  }
  return parts;
}

template <class Execution>
void SimulationOn<Execution>::advance(StepRecord& record) {
  begin_step();
  run(execution_, perceive_);
  execution_.fence();
  Agents<Kokkos::HostSpace> before = host_copy(crowd_.agents);
  before.working = crowd_.agents.working;
  step(execution_);
  execution_.fence();
  record_step(before, host_copy(crowd_.agents), crowd_.neighbors, crowd_.parameters, record);
  end_steps(1);
}

#define PLETHOS_READING(Execution)                                                    \
  template void SimulationOn<Execution>::read(Frame&);                                \
  template std::int64_t SimulationOn<Execution>::arrived();                           \
  template Statistics SimulationOn<Execution>::statistics();                          \
  template Statistics SimulationOn<Execution>::statistics_so_far();                   \
  template std::optional<Work> SimulationOn<Execution>::avoidance_work();             \
  template std::vector<PartTimes> SimulationOn<Execution>::time_avoidance_parts(int); \
  template std::vector<MemoryPart> SimulationOn<Execution>::memory() const;           \
  template void SimulationOn<Execution>::advance(StepRecord&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_READING);
#undef PLETHOS_READING

}  // namespace plethos::simulation
