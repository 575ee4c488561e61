#include "algorithms/simulation/simulation.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <algorithm>
#include <cstring>
#include <limits>
#include <sstream>

#include "algorithms/avoidance/registry.hpp"
#include "algorithms/neighbors/registry.hpp"
#include "algorithms/planning/roadmap/guide.hpp"
#include "algorithms/simulation/stages.hpp"
#include "backends/execution.hpp"
#include "core/error.hpp"

namespace plethos::simulation {
namespace {

template <class Registered>
std::vector<std::string> names_of(const std::vector<Registered>& registered) {
  std::vector<std::string> names;
  for (const Registered& entry : registered) names.emplace_back(entry.name);
  return names;
}

template <class Registered>
const Registered& find(const char* kind, const std::string& name, const std::vector<Registered>& registered) {
  for (const Registered& entry : registered) {
    if (name == entry.name) return entry;
  }
  throw InputError(unknown_name_message(kind, name, names_of(registered)));
}

template <class Execution>
class SimulationOn final : public Simulation {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Vectors = typename Agents<MemorySpace>::Vectors;

  SimulationOn(const Execution& execution, const Parameters& parameters, const World& world, std::span<const AgentRecord> records,
               const Methods& methods);

  void advance(std::int64_t count) override {
    for (std::int64_t i = 0; i < count; ++i) step();
  }
  void wait() override { execution_.fence(); }
  Statistics statistics() override;
  void read(Frame& frame) override;
  std::uint64_t bytes() const override;

 private:
  void step();
  void find_neighbors();

  Execution execution_;
  Parameters parameters_;
  float largest_radius_ = 0;
  std::int64_t steps_ = 0;
  bool neighbors_are_current_ = false;
  Agents<MemorySpace> agents_, scratch_;
  Vectors goals_, candidate_;
  neighbors::Walls<MemorySpace> walls_;
  planning::Roadmap<MemorySpace> roadmap_;
  neighbors::Lists<MemorySpace> neighbors_, near_walls_;
  Counters<MemorySpace> counters_;
  Kokkos::View<float* [5], Kokkos::LayoutLeft, MemorySpace> frame_;
  typename decltype(frame_)::host_mirror_type host_frame_;
  std::unique_ptr<neighbors::Search<Execution>> search_;
  std::unique_ptr<avoidance::Avoidance<Execution>> avoidance_;
};

template <class Execution>
SimulationOn<Execution>::SimulationOn(const Execution& execution, const Parameters& parameters, const World& world,
                                      std::span<const AgentRecord> records, const Methods& methods)
    : execution_(execution), parameters_(parameters) {
  const auto& search = find("neighbors", methods.neighbors, neighbors::registered_searches<Execution>());
  const auto& avoidance = find("avoidance", methods.avoidance, avoidance::registered_avoidances<Execution>());
  for (const AgentRecord& record : records) largest_radius_ = std::max(largest_radius_, record.radius);

  const auto count = static_cast<std::int32_t>(records.size());
  agents_ = Agents<MemorySpace>(count);
  scratch_ = Agents<MemorySpace>(count);
  copy_agents(agents_, make_agents(records));
  copy_agents(scratch_, agents_);
  goals_ = Vectors("plethos::world::goals", std::max<std::size_t>(1, world.goals.size()));
  const auto host_goals = Kokkos::create_mirror_view(goals_);
  for (std::size_t i = 0; i < world.goals.size(); ++i) {
    host_goals(i, 0) = world.goals[i].x;
    host_goals(i, 1) = world.goals[i].y;
  }
  Kokkos::deep_copy(goals_, host_goals);
  const std::vector<Segment> segments = world.segments();
  walls_ = neighbors::make_walls<MemorySpace>(segments, world.bounds);
  roadmap_ = planning::make_roadmap(execution_, world, walls_, static_cast<float>(planning::clearance_share) * largest_radius_);
  candidate_ = Vectors("plethos::simulation::candidate", agents_.stride);
  neighbors_ = neighbors::Lists<MemorySpace>("plethos::neighbors", agents_.stride, parameters.neighbors);
  near_walls_ = neighbors::Lists<MemorySpace>("plethos::near_walls", agents_.stride, segments.empty() ? 0 : parameters.obstacle_neighbors);
  // The first separation to be measured opens step 0.
  Kokkos::deep_copy(counters_.step, 0xffffffffu);
  Kokkos::deep_copy(counters_.last_arrival, -1);
  Kokkos::deep_copy(counters_.minimum_separation, std::numeric_limits<float>::infinity());
  Kokkos::deep_copy(counters_.arrived,
                    static_cast<std::int32_t>(std::count_if(
                        records.begin(), records.end(), [](const AgentRecord& record) { return record.state == AgentState::arrived; })));
  frame_ = decltype(frame_)("plethos::simulation::frame", count);
  host_frame_ = Kokkos::create_mirror_view(frame_);
  search_ = search.make({parameters, world.bounds, count, largest_radius_});
  avoidance_ = avoidance.make();
}

template <class Execution>
void SimulationOn<Execution>::find_neighbors() {
  if (neighbors_are_current_) return;
  search_->build(execution_, agents_, scratch_);
  search_->query(execution_, agents_, neighbors_);
  backends::for_each(execution_, "plethos::simulation::measure_separation", agents_.working,
                     MeasureSeparation<MemorySpace>{agents_, neighbors_, counters_, largest_radius_});
  neighbors_are_current_ = true;
}

template <class Execution>
void SimulationOn<Execution>::step() {
  Kokkos::Profiling::ScopedRegion step_region("plethos::simulation::step");
  {
    Kokkos::Profiling::ScopedRegion region("plethos::simulation::hash");
    find_neighbors();
  }
  {
    Kokkos::Profiling::ScopedRegion region("plethos::simulation::simulate");
    if (roadmap_.nodes.count() > 0) {
      backends::for_each(execution_, "plethos::roadmap::guide", agents_.working,
                         planning::Guide<MemorySpace>{agents_, goals_, roadmap_, counters_.step, counters_.lost, parameters_.time_step});
    } else {
      backends::for_each(execution_, "plethos::simulation::preferred_velocity", agents_.working,
                         PreferredVelocity<MemorySpace>{agents_, goals_, parameters_.time_step});
    }
    if (near_walls_.capacity > 0) neighbors::find_walls(execution_, agents_, walls_, parameters_, near_walls_);
    avoidance_->choose(execution_, {agents_, neighbors_, walls_, near_walls_, parameters_, counters_.step.data()}, candidate_);
  }
  {
    Kokkos::Profiling::ScopedRegion region("plethos::simulation::update");
    backends::for_each(execution_, "plethos::simulation::update", agents_.working,
                       Update<MemorySpace>{agents_, goals_, candidate_, counters_, parameters_.time_step});
  }
  neighbors_are_current_ = false;
  ++steps_;
}

template <class Execution>
Statistics SimulationOn<Execution>::statistics() {
  // The positions after the last step have not been measured yet.
  find_neighbors();
  execution_.fence();
  const auto value = [](const auto& view) {
    typename std::decay_t<decltype(view)>::non_const_value_type result;
    Kokkos::deep_copy(result, view);
    return result;
  };
  Statistics statistics;
  statistics.steps = steps_;
  statistics.arrived = value(counters_.arrived);
  statistics.last_arrival = value(counters_.last_arrival);
  statistics.minimum_separation = value(counters_.minimum_separation);
  statistics.overlaps = value(counters_.overlaps);
  statistics.lost = value(counters_.lost);
  return statistics;
}

template <class Execution>
void SimulationOn<Execution>::read(Frame& frame) {
  backends::for_each(execution_, "plethos::simulation::gather", agents_.count,
                     Gather<MemorySpace>{agents_, frame_, parameters_.leave_on_arrival != 0});
  execution_.fence();
  Kokkos::deep_copy(host_frame_, frame_);
  const auto count = static_cast<std::size_t>(agents_.count);
  const float* columns = host_frame_.data();
  const auto column = [&](std::size_t k) { return std::span<const float>(columns + k * host_frame_.stride(1), count); };
  const auto assign = [](std::vector<float>& to, std::span<const float> from) { to.assign(from.begin(), from.end()); };
  assign(frame.x, column(0));
  assign(frame.y, column(1));
  assign(frame.velocity_x, column(2));
  assign(frame.velocity_y, column(3));
  frame.present.resize(count);
  std::ranges::transform(column(4), frame.present.begin(), [](float present) { return present != 0.f; });
}

template <class Execution>
std::uint64_t SimulationOn<Execution>::bytes() const {
  const auto stride = static_cast<std::uint64_t>(agents_.stride);
  return stride * (2 * Agents<MemorySpace>::bytes_per_agent + 8) + 4 * (goals_.size() + frame_.size()) + walls_.bytes() + roadmap_.bytes() +
         search_->bytes() + 4 * stride * static_cast<std::uint64_t>(2 + neighbors_.capacity + near_walls_.capacity);
}

/// What create() claims, estimated before anything is claimed so that a lack ends in a clear error.
std::uint64_t estimated_bytes(const Parameters& parameters, std::size_t agents, std::size_t segments) {
  const auto per_agent = 2 * Agents<Kokkos::HostSpace>::bytes_per_agent + 8 + 20 + 8 +
                         4 * (2 + static_cast<std::size_t>(parameters.neighbors)) + 16 +
                         (segments > 0 ? 4 * static_cast<std::size_t>(parameters.obstacle_neighbors) : 0);
  return agents * per_agent + segments * 64 + (1u << 20);
}

}  // namespace

std::vector<std::string> avoidance_names() { return names_of(avoidance::registered_avoidances<backends::HostExecution>()); }
std::vector<std::string> neighbor_names() { return names_of(neighbors::registered_searches<backends::HostExecution>()); }

std::unique_ptr<Simulation> Simulation::create(const backends::Backend& backend, const Parameters& parameters, const World& world,
                                               std::span<const AgentRecord> agents, const Methods& methods) {
  const std::uint64_t needed = estimated_bytes(parameters, agents.size(), world.segments().size()) + planning::tree_bytes(world);
  const auto lacks_memory = [&] {
    std::ostringstream message;
    message.precision(3);
    message << "out of memory: " << agents.size() << " agents need about " << static_cast<double>(needed) / (1 << 30) << " GiB on "
            << backend.name << ", " << static_cast<double>(backends::memory(backend).free) / (1 << 30) << " GiB are free";
    return MachineError(message.str());
  };
  if (agents.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()) / 8) {
    throw InputError("agents: found " + std::to_string(agents.size()) + ", expected at most " +
                     std::to_string(std::numeric_limits<std::int32_t>::max() / 8));
  }
  if (needed > backends::memory(backend).free) throw lacks_memory();
  try {
    return backends::visit(backend, [&](const auto& execution) -> std::unique_ptr<Simulation> {
      using Execution = std::decay_t<decltype(execution)>;
      return std::make_unique<SimulationOn<Execution>>(execution, parameters, world, agents, methods);
    });
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw lacks_memory();
  } catch (const std::runtime_error&) {
    // Kokkos' own exception for an allocation that failed.
    throw lacks_memory();
  }
}

std::uint64_t checksum(const Frame& frame) {
  std::vector<float> positions;
  positions.reserve(2 * frame.x.size());
  for (std::size_t i = 0; i < frame.x.size(); ++i) {
    positions.push_back(frame.x[i]);
    positions.push_back(frame.y[i]);
  }
  return XXH3_64bits(positions.data(), positions.size() * sizeof(float));
}

}  // namespace plethos::simulation
