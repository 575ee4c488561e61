#include "algorithms/simulation/steps.hpp"

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <algorithm>
#include <bit>
#include <limits>

#include "algorithms/avoidance/registry.hpp"
#include "algorithms/neighbors/registry.hpp"
#include "algorithms/planning/registry.hpp"
#include "algorithms/simulation/record_step.hpp"
#include "algorithms/simulation/searches.hpp"
#include "algorithms/simulation/wall_stop.hpp"
#include "algorithms/steering/registry.hpp"
#include "backends/instantiate.hpp"
#include "backends/on_lanes.hpp"
#include "backends/teams.hpp"
#include "core/copy_view.hpp"
#include "core/frame_rate.hpp"
#include "core/to_view.hpp"

namespace plethos::simulation {

namespace {

/// Does a part of what ranks exchange in a step, as the region plethos::simulation::exchange.
template <class Part>
void exchange(const Part& part) {
  Kokkos::Profiling::ScopedRegion region("plethos::simulation::exchange");
  part();
}

/// Returns the words that a method of a family remembers of each agent.
std::int32_t words_of(const std::string& family, const MethodChoices& methods) {
  const MethodFamily& all = method_family(family);
  return all.find(methods.*all.chosen).words_per_agent;
}

/// Returns the search to make. One that tells worlds apart is named by the user.
std::string name_of_search(const std::string& name, std::int64_t agents, std::size_t worlds) {
  return worlds > 1 ? name : search_for(name, static_cast<std::size_t>(agents));
}

template <class MemorySpace>
planning::PlannerSetup planner_setup(const Crowd<MemorySpace>& crowd, const MethodChoices& methods) {
  return {static_cast<std::int32_t>(crowd.all_agents),
          crowd.largest_radius,
          crowd.parameters.minimum_distance,
          methods.roadmap_nodes,
          methods.group_values,
          crowd.groups,
          crowd.parameters.leave_on_arrival};
}

/// Returns the statistics of each world before the first step.
std::vector<Statistics> statistics_at_start(const Ensemble& ensemble, std::span<const AgentRecord> records, std::int64_t arrived) {
  Statistics none;
  none.minimum_separation = std::numeric_limits<float>::infinity();
  std::vector<Statistics> all(std::max<std::size_t>(1, ensemble.worlds()), none);
  if (ensemble.worlds() == 0) all.front().arrived = arrived;
  std::size_t first = 0;
  for (std::size_t world = 0; world < ensemble.worlds(); ++world) {
    const auto agents = static_cast<std::size_t>(ensemble.agents[world]);
    all[world].arrived = count_arrived(records.subspan(first, agents));
    first += agents;
  }
  return all;
}

}  // namespace

/// As measured on a processor with AVX-512 and on a GPU (perf/RESULTS.md, lists of neighbors that hold).
template <class Execution>
HoldCosts hold_costs(const Execution& execution, std::int32_t agents, std::int32_t neighbors) {
  const backends::Concurrency concurrency = backends::concurrency(execution);
  if (neighbors::lists_by_warps(concurrency, agents, neighbors)) return {0.5, 0.1, 0.2};
  if (concurrency.device) return {1.1, 0.25, 1.4};
  if (!backends::runs_on_lanes(execution)) return {1., 0.35, 1.};
  return concurrency.width >= 16 ? HoldCosts{1.5, 0.4, 3.} : HoldCosts{2.4, 0.45, 4.};
}

template <class Execution>
Beginning<Execution>::Beginning(const Parameters& parameters, const World& world, const AgentRange& agents, const Sharing& sharing,
                                const Ensemble& worlds)
    : ensemble(worlds),
      records(agents.records),
      capacity(static_cast<std::int32_t>(agents.records.size())),
      crowd(distribution::crowd_at_start(sharing.ranks, agents)) {
  if (sharing.ranks.alone()) return;
  const distribution::GpuPath path = distribution::choose_path<Execution>(sharing.ranks, sharing.between_gpus);
  distribution =
      std::make_unique<distribution::Distribution<Execution>>(sharing.ranks, sharing.balance, path, world, agents, crowd, parameters);
  own = distribution->own_at_start(agents);
  records = own->records;
  capacity = distribution->first_capacity(records.size());
}

template <class Execution>
Steps<Execution>::Steps(const Execution& execution, const Parameters& parameters, const World& world, Beginning<Execution>&& start,
                        const MethodChoices& methods, const backends::Ranks& ranks)
    : execution_(execution),
      distribution_(std::move(start.distribution)),
      replay_(methods.replay && !Kokkos::Tools::profileLibraryLoaded()),
      regroup_(methods.regroup),
      neighbors_(methods.neighbors),
      values_(methods.values),
      steps_per_second_(frame_rate(parameters.time_step, 1)),
      idle_(start.crowd.absent),
      // On several ranks, agents remember their ghosts elsewhere, too.
      crowd_(execution, ranks, parameters, world, start.of_crowd(), words_of("planner", methods),
             words_of("steering", methods) + (distribution_ ? 1 : 0),
             skin_of(name_of_search(methods.neighbors, start.crowd.agents, start.ensemble.worlds()), methods.values,
                     parameters.neighbor_distance),
             [name = methods.neighbors, on_lanes = backends::runs_on_lanes(execution)](std::size_t segments) {
               return wall_index(name, segments, on_lanes);
             }),
      tally_(crowd_.counters, ranks),
      groups_(planner_setup(crowd_, methods).group_count()),
      // Between a step and the next search, nobody reads the lists.
      regrouping_(distribution_
                      ? Regrouping<MemorySpace>()
                      : Regrouping<MemorySpace>(crowd_.agents.count, typename Agents<MemorySpace>::Integers(
                                                                         crowd_.neighbors.index.data(), crowd_.neighbors.index.size()))),
      // Ranks open a step earlier, and plan while they wait for each other.
      perceive_(make_search(), distribution_ == nullptr),
      plan_(planning::make<Execution>(methods.planner, planner_setup(crowd_, methods), methods.values), 0),
      steer_(steering::make<Execution>(methods.steering, methods.values), words_of("planner", methods)),
      avoid_(avoidance::make<Execution>(methods.avoidance, methods.values)),
      hold_period_(hold_costs(execution, crowd_.agents.count, parameters.neighbors)) {
  crowd_.stops_at_walls = !avoid_.method().avoids_walls() || may_pass_walls(start.crowd.least_time, parameters.time_step);
  tally_.restart(statistics_at_start(start.ensemble, start.records, start.crowd.arrived));
  if (distribution_) {
    crowd_.most_speed = distribution_->most_speed();
    distribution_->see(std::max(parameters.neighbor_distance + crowd_.verlet.skin, plan_.planner().sight()));
    arrange();
  }
  prepare();
}

template <class Execution>
std::unique_ptr<neighbors::Search<Execution>> Steps<Execution>::make_search() const {
  const Bounds bounds = distribution_ ? distribution_->area() : crowd_.world.bounds;
  const std::size_t worlds = crowd_.counters.worlds();
  return neighbors::make<Execution>(name_of_search(neighbors_, crowd_.all_agents, worlds),
                                    {.parameters = crowd_.parameters,
                                     .bounds = bounds,
                                     .agents = crowd_.agents.capacity,
                                     .largest_radius = crowd_.largest_radius,
                                     .step = crowd_.counters.step.data(),
                                     .expected = crowd_.agents.owned,
                                     .worlds = static_cast<std::int32_t>(worlds)},
                                    values_);
}

template <class Execution>
void Steps<Execution>::advance(std::int64_t count) {
  const std::int64_t end = done_ + count;
  while (done_ < end) {
    begin_step();
    std::int64_t together = steps_to_replay(end - done_);
    if (together > 1) {
      replay(static_cast<std::int32_t>(together));
    } else {
      together = 1;
      step(execution_);
    }
    end_steps(together);
  }
}

template <class Execution>
void Steps<Execution>::begin_step() {
  const bool changed = crowd_.place_obstacles(execution_, time_of(done_));
  if (changed) recordings_.clear();
  if (changed || done_ % 2 == 0) prepare();
}

template <class Execution>
void Steps<Execution>::end_steps(std::int64_t count) {
  done_ += count;
  if (done_ % steps_between_regroupings != 0) return;
  execution_.fence();
  tally_.look(done_);
  choose_period();
  if (distribution_) {
    arrange();
  } else if (regroup_) {
    regroup();
  }
}

template <class Execution>
void Steps<Execution>::run(const Execution& execution, PipelineStage<Execution>& stage) {
  Kokkos::Profiling::ScopedRegion region(stage.region());
  stage.run(execution, crowd_);
}

template <class MemorySpace>
struct OpenStep {
  Counters<MemorySpace> counters;
  KOKKOS_FUNCTION void operator()(int) const { ++counters.step(); }
};

/// Finds what agents know of their surroundings. Ranks see each other's agents by then. Meanwhile they sort their own, and call
/// `meanwhile`.
template <class Execution>
template <class Meanwhile>
void Steps<Execution>::perceive(const Execution& execution, const Meanwhile& meanwhile) {
  if (!distribution_) return run(execution, perceive_);
  exchange([&] { distribution_->post(execution, crowd_.agents); });
  perceive_.sort(execution, crowd_);
  exchange([&] { distribution_->start(); });
  meanwhile();
  exchange([&] { distribution_->receive(execution, crowd_.agents); });
  Kokkos::Profiling::ScopedRegion region(perceive_.region());
  perceive_.find(execution, crowd_);
}

template <class Execution>
void Steps<Execution>::perceive(const Execution& execution) {
  perceive(execution, [] {});
}

template <class Execution>
void Steps<Execution>::step(const Execution& execution) {
  if (distribution_) {
    share_step(execution);
  } else {
    for (PipelineStage<Execution>* stage : pipeline<PipelineStage<Execution>*>(*this)) run(execution, *stage);
  }
  age_lists();
}

/// The lists of neighbors are a step older.
template <class Execution>
void Steps<Execution>::age_lists() {
  neighbors::VerletLists<MemorySpace>& verlet = crowd_.verlet;
  if (verlet.searches()) exchanged_ = !exchanged_;
  verlet.age = (verlet.age + 1) % verlet.period;
}

/// Between steps, looks how well the lists of neighbors have held.
template <class Execution>
void Steps<Execution>::choose_period() {
  neighbors::VerletLists<MemorySpace>& verlet = crowd_.verlet;
  // Often soon after the start, when agents gain speed, and seldom later: a look takes as long as a step of a small crowd.
  constexpr std::int64_t soon = 4 * steps_between_regroupings, seldom = 8 * steps_between_regroupings;
  if (!verlet.can_hold() || (done_ > soon && done_ % seldom != 0)) return;
  const std::int32_t working = crowd_.agents.working;
  if (working == 0) return;
  std::vector<std::int64_t> again;
  if (verlet.hold()) again = verlet.collected_again(execution_, working);
  const std::int32_t next = hold_period_.next(verlet.period, again, working, done_ < soon);
  if (next == verlet.period) return;
  verlet.period = next;
  search_anew();
}

/// Lets the next step search, as agents lie elsewhere, or others are present. Voids what was recorded.
template <class Execution>
void Steps<Execution>::search_anew() {
  crowd_.verlet.age = 0;
  recordings_.clear();
}

/// A step in which ranks tell each other twice of agents near their borders. What the agents prefer goes out as early as it is known, so
/// that others have it when they have found their neighbors.
template <class Execution>
void Steps<Execution>::share_step(const Execution& execution) {
  const bool sends = avoid_.method().sees_preferred();
  bool planned = false;
  const auto plan = [&] {
    run(execution, plan_);
    run(execution, steer_);
    if (sends) exchange([&] { distribution_->post_preferred(execution, crowd_.agents); });
    planned = true;
  };
  const bool early = !steer_.needs_neighbors() && !plan_.planner().sees_agents();
  perceive(execution, [&] {
    backends::for_each(execution, "plethos::simulation::open_step", 1, OpenStep<MemorySpace>{crowd_.counters});
    if (early) plan();
  });
  if (!planned) plan();
  if (sends) {
    exchange([&] {
      distribution_->start_preferred();
      distribution_->receive_preferred(execution, crowd_.agents);
    });
  }
  run(execution, avoid_);
  run(execution, move_);
}

template <class Execution>
void Steps<Execution>::prepare(const CostChange& costs) {
  if (plan_.prepare(execution_, crowd_, done_, costs)) recordings_.clear();
}

/// Returns how many of the next `count` steps to replay at once: a power of two, or 0 if they cannot be recorded.
template <class Execution>
std::int64_t Steps<Execution>::steps_to_replay(std::int64_t count) const {
  if (!Recording<Execution>::possible || !replay_ || distribution_ || crowd_.agents.working == 0) return 0;
  const std::int64_t until_look = steps_between_regroupings - done_ % steps_between_regroupings;
  // The planner may want to prepare before each even step.
  const std::int64_t most = plan_.planner().prepares_often() ? (done_ % 2 == 0 ? 2 : 1) : most_steps_to_replay;
  std::int64_t together = std::min({count, until_look, most});
  together = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(together)));
  while (together > 1 && !obstacles::rest_between(crowd_.world, time_of(done_), time_of(done_ + together - 1))) together /= 2;
  return together > 1 ? together : 0;
}

template <class Execution>
void Steps<Execution>::replay(std::int32_t steps) {
  const RecordedSteps key{crowd_.verlet.age, steps, exchanged_};
  auto found = recordings_.find(key);
  if (found == recordings_.end()) {
    found = recordings_.try_emplace(key, execution_).first;
    for (std::int32_t i = 0; i < steps; ++i) step(found->second.execution());
  } else {
    // What the recorded steps did on the host.
    const bool before = exchanged_;
    for (std::int32_t i = 0; i < steps; ++i) age_lists();
    if (exchanged_ != before) std::swap(crowd_.agents, crowd_.workspace.sorted());
  }
  found->second.replay();
}

template <class Execution>
void Steps<Execution>::regroup() {
  const std::int64_t parked = crowd_.agents.owned - crowd_.agents.working;
  if ((tally_.arrived() + idle_ - parked) * least_share_to_regroup < crowd_.agents.working) return;
  regrouping_.run(execution_, crowd_.agents, crowd_.workspace.sorted());
  perceive_.park(execution_, crowd_);
  search_anew();
}

template <class Execution>
void Steps<Execution>::require_one_rank(const std::string& what) const {
  if (!distribution_) return;
  throw InputError(what + ": found a simulation on " + std::to_string(crowd_.ranks.size()) + " ranks, expected one rank");
}

template <class Execution>
void Steps<Execution>::require_one_world(const std::string& what) const {
  if (crowd_.counters.worlds() == 1) return;
  throw InputError(what + ": found an ensemble of " + std::to_string(crowd_.counters.worlds()) + " worlds, expected one world");
}

template <class Execution>
void Steps<Execution>::advance(StepRecord& record) {
  require_one_rank("a record of a step");
  require_one_world("a record of a step");
  begin_step();
  const auto stages = pipeline<PipelineStage<Execution>*>(*this);
  run(execution_, *stages.front());
  execution_.fence();
  Agents<Kokkos::HostSpace> before = host_copy(crowd_.agents);
  before.working = crowd_.agents.working;
  for (PipelineStage<Execution>* const stage : std::span(stages).subspan(1)) run(execution_, *stage);
  execution_.fence();
  record_step(before, host_copy(crowd_.agents), crowd_.neighbors, crowd_.parameters, record);
  age_lists();
  end_steps(1);
}

template <class Execution>
void Steps<Execution>::go_back(std::int64_t steps, std::span<const std::uint32_t> remembered) {
  done_ = steps;
  crowd_.place_obstacles(execution_, time_of(std::max<std::int64_t>(0, steps - 1)));
  plan_.planner().resume(remembered);
}

template <class Execution>
void Steps<Execution>::go_on(const Statistics& statistics, std::int64_t standing, const CostChange& costs) {
  idle_ = standing - statistics.arrived;
  if (distribution_) arrange();
  prepare_anew(costs);
  tally_.restart(std::span(&statistics, 1));
  if (distribution_) return;
  perceive_.park(execution_, crowd_);
  if (regroup_) regroup();
}

template <class Execution>
void Steps<Execution>::prepare_anew(const CostChange& costs) {
  search_anew();
  prepare(costs);
}

template <class Execution>
std::int64_t Steps<Execution>::arrived() {
  execution_.fence();
  return tally_.all_arrived(done_);
}

template <class Execution>
Statistics Steps<Execution>::statistics() {
  execution_.fence();
  return tally_.statistics(done_);
}

template <class Execution>
std::vector<std::int64_t> Steps<Execution>::arrived_of_worlds() {
  execution_.fence();
  tally_.look(done_);
  std::vector<std::int64_t> arrived;
  for (std::size_t world = 0; world < crowd_.counters.worlds(); ++world) arrived.push_back(tally_.arrived(world));
  return arrived;
}

template <class Execution>
std::vector<Statistics> Steps<Execution>::statistics_of_worlds() {
  execution_.fence();
  tally_.look(done_);
  return tally_.of_worlds(done_);
}

/// Takes the agents of worlds that have ended from the scene.
template <class MemorySpace>
struct LeaveScene {
  Agents<MemorySpace> agents;
  Kokkos::View<std::uint8_t*, MemorySpace> ended;  // by world
  Kokkos::View<std::int32_t, MemorySpace> waited;  // those that had not arrived

  KOKKOS_FUNCTION void operator()(int i) const {
    std::int32_t& state = agents.state(i);
    if (ended(agents.world(i)) == 0 || state == absent_state) return;
    if (state != arrived_state && state != settled_state) Kokkos::atomic_add(&waited(), 1);
    state = absent_state;
    agents.reciprocity(i) = 0;
    for (int k = 0; k < 2; ++k) agents.velocity(i, k) = 0;
  }
};

template <class Execution>
void Steps<Execution>::leave(std::span<const std::size_t> worlds) {
  std::vector<std::uint8_t> ended(crowd_.counters.worlds(), 0);
  for (const std::size_t world : worlds) ended.at(world) = 1;
  const Kokkos::View<std::int32_t, MemorySpace> waited("plethos::simulation::waited");
  const LeaveScene<MemorySpace> leave{crowd_.agents, to_view<MemorySpace>("plethos::simulation::ended", ended), waited};
  backends::for_each(execution_, "plethos::simulation::leave", crowd_.agents.owned, leave);
  execution_.fence();
  idle_ += element(waited);
  const Agents<MemorySpace>& agents = crowd_.agents;
  backends::for_each(execution_, "plethos::simulation::restore", agents.owned - agents.working,
                     CopyBehind<MemorySpace>{agents, crowd_.workspace.sorted(), agents.working});
  // Lists of neighbors stay as they are: the other worlds do not see who left.
  perceive_.park(execution_, crowd_);
  if (regroup_) regroup();
}

template <class Execution>
std::vector<MemoryPart> Steps<Execution>::memory() const {
  const Agents<MemorySpace>& agents = crowd_.agents;
  std::vector<MemoryPart> parts{{"agents", crowd_bytes(agents.capacity, agents.words(), crowd_.neighbors.capacity)},
                                {"obstacles", crowd_.walls.bytes()},
                                {"goals", crowd_.goals.bytes()},
                                {"neighbor lists", list_bytes(agents.capacity, crowd_.neighbors.capacity, crowd_.near_walls.capacity,
                                                              crowd_.verlet.can_hold(), crowd_.held_walls.can_hold())}};
  if (distribution_) parts.push_back({"distribution", distribution_->bytes()});
  for (const PipelineStage<Execution>* stage : pipeline<const PipelineStage<Execution>*>(*this)) {
    for (const MemoryPart& part : stage->memory()) parts.push_back(part);
  }
  return parts;
}

/// Lets agents migrate between steps.
template <class Execution>
void Steps<Execution>::arrange() {
  execution_.fence();
  if (crowd_.ranks.greatest(std::int64_t{element(crowd_.counters.too_fast)}) != 0) {
    throw MachineError("ranks: found an agent faster than " + number_text(distribution_->most_speed()) +
                       " m/s, expected none faster than the fastest at the start: ranks may not have seen each other's agents in time");
  }
  search_anew();
  const std::int32_t capacity = crowd_.agents.capacity;
  const auto reserve = [&](std::int32_t agents) { crowd_.reserve(execution_, agents); };
  const auto done = distribution_->arrange(execution_, done_, regroup_, crowd_.agents, crowd_.workspace.sorted(), reserve, carried());
  const bool searches_anew = done.regions || crowd_.agents.capacity != capacity;
  if (searches_anew) perceive_.take(make_search());
  if (searches_anew || done.places) perceive_.park(execution_, crowd_);
  perceive_.expect_ghosts(crowd_, distribution_->core());
  // A rank without agents has opened no steps, and may have got some now.
  set_element(crowd_.counters.step, number_before(done_));
}

#define PLETHOS_STEPS(Execution)        \
  template struct Beginning<Execution>; \
  template class Steps<Execution>
PLETHOS_FOR_EXECUTIONS(PLETHOS_STEPS);
#undef PLETHOS_STEPS

}  // namespace plethos::simulation
