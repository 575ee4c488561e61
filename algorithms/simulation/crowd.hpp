#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/distribution/start.hpp"
#include "algorithms/neighbors/lists.hpp"
#include "algorithms/neighbors/near_walls/held_walls.hpp"
#include "algorithms/neighbors/verlet/verlet_lists.hpp"
#include "algorithms/obstacles/placement.hpp"
#include "algorithms/obstacles/walls.hpp"
#include "algorithms/planning/goals.hpp"
#include "algorithms/planning/headings.hpp"
#include "algorithms/simulation/cell_costs.hpp"
#include "algorithms/simulation/counters.hpp"
#include "algorithms/simulation/first_agents.hpp"
#include "algorithms/simulation/hold_period.hpp"
#include "algorithms/simulation/memory.hpp"
#include "algorithms/simulation/workspace.hpp"
#include "backends/execution.hpp"
#include "backends/ranks/ranks.hpp"
#include "core/agents.hpp"
#include "core/box.hpp"
#include "core/copy_view.hpp"
#include "core/ensemble.hpp"
#include "core/in_parts.hpp"
#include "core/parameters.hpp"
#include "core/world.hpp"

namespace plethos::simulation {

/// The agents that a rank owns at the start, how many it has room for, and what is true of all.
struct Start {
  std::span<const AgentRecord> records;
  std::optional<std::span<const std::uint32_t>> ids;  ///< of the records; without it, 0, 1, ...
  std::int32_t capacity;
  const distribution::CrowdAtStart& crowd;
  const Ensemble& ensemble;
};

/// Calls visit(id, agent) for each agent of an ensemble, where `agent` is its place among all.
template <class Visit>
void for_each_of_worlds(const Ensemble& ensemble, const Visit& visit) {
  const EnsembleIds ids(ensemble);
  for (std::size_t world = 0; world < ensemble.worlds(); ++world) {
    for (std::int64_t k = 0; k < ensemble.agents[world]; ++k) visit(ids.id(world, k), static_cast<std::size_t>(ids.first(world) + k));
  }
}

template <class MemorySpace>
void begin_agents(const Start& start, Agents<MemorySpace>& agents) {
  if (!start.ids && start.ensemble.worlds() == 0) {
    return begin_agents(agents, start.records, [](std::size_t i) { return static_cast<std::uint32_t>(i); });
  }
  std::vector<std::uint32_t> of_worlds;
  if (!start.ids) for_each_of_worlds(start.ensemble, [&](std::uint32_t id, std::size_t) { of_worlds.push_back(id); });
  begin_agents(agents, start.records, [ids = start.ids.value_or(of_worlds)](std::size_t i) { return ids[i]; });
}

inline std::vector<std::int32_t> groups_by_id(const Start& start) {
  const std::vector<std::int32_t>& groups = start.crowd.groups;
  if (start.ensemble.worlds() == 0 || groups.empty()) return groups;
  std::vector<std::int32_t> by_id(static_cast<std::size_t>(EnsembleIds(start.ensemble).count()), 0);
  for_each_of_worlds(start.ensemble, [&](std::uint32_t id, std::size_t agent) { by_id[id] = groups[agent]; });
  return by_id;
}

template <class MemorySpace>
WorldSeeds<MemorySpace> seeds_of(const Ensemble& ensemble) {
  const WorldSeeds<MemorySpace> seeds("plethos::simulation::seeds", ensemble.worlds());
  std::vector<std::int32_t> words(2 * ensemble.worlds());
  for (std::size_t world = 0; world < ensemble.worlds(); ++world) {
    words[world] = static_cast<std::int32_t>(static_cast<std::uint32_t>(ensemble.seeds[world]));
    words[ensemble.worlds() + world] = static_cast<std::int32_t>(static_cast<std::uint32_t>(ensemble.seeds[world] >> 32));
  }
  copy_bytes(seeds.data(), in_host_memory<MemorySpace>, words.data(), true, words.size() * sizeof words[0]);
  return seeds;
}

template <class MemorySpace>
struct Crowd;

/// Returns where the agents of each world begin, all worlds one after the other; nothing for one world (AgentRows).
template <class MemorySpace>
std::vector<std::int32_t> first_rows(const Crowd<MemorySpace>& crowd) {
  std::vector<std::int32_t> first;
  const std::size_t worlds = crowd.counters.worlds();
  for (std::size_t world = 0; worlds > 1 && world < worlds; ++world) first.push_back(static_cast<std::int32_t>(crowd.ids.first(world)));
  return first;
}

/// What the stages of a step work on: the agents, what they know, and the world around them.
template <class MemorySpace>
struct Crowd {
  const backends::Ranks& ranks;
  Parameters parameters;
  World world;                      // as it is now: the polygons that stay, and then the moving ones that are there
  std::size_t staying = 0;          // of world.polygons
  std::uint64_t world_version = 1;  // grows when the world changes
  CellCosts cell_costs;             // of the world's grid
  float largest_radius = 0;         // m
  float most_speed = no_extent;     // m/s; ranks rely on it
  /// Whether the stage `move` looks for walls between an agent's old and new place, because a step may be longer than the agent is wide or
  /// the avoidance method minds no walls.
  bool stops_at_walls = false;
  std::int32_t planner_words;        // the first of Agents::memory
  std::int64_t all_agents;           // of all ranks
  EnsembleIds ids;                   // of the agents of an ensemble
  std::vector<std::int32_t> groups;  // AgentRecord::group of each agent of all ranks, by id; empty: all are in group 0
  std::vector<float> reciprocity;    // by id: what agents have before they arrive; empty on several ranks, where agents do not change
  Agents<MemorySpace> agents;
  Workspace<MemorySpace> workspace;
  planning::Goals<MemorySpace> goals;
  obstacles::Walls<MemorySpace> walls;
  neighbors::Lists<MemorySpace> neighbors, near_walls;
  neighbors::VerletLists<MemorySpace> verlet;    // of `neighbors`
  neighbors::HeldWalls<MemorySpace> held_walls;  // of `near_walls`
  Counters<MemorySpace> counters;
  WorldSeeds<MemorySpace> seeds;  // of an ensemble

  /// Where agents head, from the stage `plan` to the stage `steer`.
  planning::Headings<MemorySpace> headings() const { return workspace.headings(agents, counters.lost); }

  using WallIndexFor = std::function<obstacles::WallIndex(std::size_t segments)>;

  /// The planner remembers `words_of_planner` words of each agent, and others `more_words`. With a `skin` in m, lists of neighbors hold for
  /// several steps. `index` says what so many walls are looked up in.
  template <class Execution>
  Crowd(const Execution& execution, const backends::Ranks& all_ranks, const Parameters& parameters_of_run, const World& world_of_run,
        const Start& start, std::int32_t words_of_planner, std::int32_t more_words, float skin, WallIndexFor index)
      : ranks(all_ranks),
        parameters(parameters_of_run),
        world(world_of_run),
        staying(world.polygons.size()),
        largest_radius(start.crowd.largest_radius),
        planner_words(words_of_planner),
        all_agents(start.crowd.agents),
        ids(start.ensemble),
        groups(groups_by_id(start)),
        agents(start.capacity, words_of_planner + more_words),
        counters(std::max<std::size_t>(1, start.ensemble.worlds())),
        seeds(seeds_of<MemorySpace>(start.ensemble)),
        wall_index_(std::move(index)) {
    begin_agents(start, agents);
    agents.world_shift = ids.shift();
    if (!start.ids) {
      reciprocity.resize(start.records.size());
      for_each_in_parts(reciprocity.size(), [&](std::size_t i) { reciprocity[i] = start.records[i].reciprocity; });
    }
    workspace = Workspace<MemorySpace>(agents);
    goals = planning::Goals<MemorySpace>(world);
    obstacles::place_moving(world, staying, 0);
    verlet.skin = skin;
    place_walls(execution);
    if (verlet.can_hold()) verlet.period = HoldPeriod::first;
    make_lists();
  }

  /// Makes room for so many agents. Agents stay at their places, and lists are empty then. Waits.
  template <class Execution>
  void grow(const Execution& execution, std::int32_t capacity) {
    Agents<MemorySpace> more(capacity, agents.words());
    more.hold_as(agents);
    workspace = {};
    backends::for_each(execution, "plethos::simulation::grow", agents.count, CopyBehind<MemorySpace>{agents, more, 0});
    execution.fence();
    agents = more;
    workspace = Workspace<MemorySpace>(agents);
    make_lists();
    make_wall_lists(near_walls.capacity);
  }

  /// Does so if there is no room for so many agents.
  template <class Execution>
  void reserve(const Execution& execution, std::int32_t agents_to_hold) {
    if (agents_to_hold > agents.capacity) grow(execution, agents_to_hold + agents_to_hold / 8);
  }

  /// Puts the moving obstacles where they are at a time, in s. If that changes the world, it moves their walls; returns whether it does.
  /// Waits.
  template <class Execution>
  bool place_obstacles(const Execution& execution, double time) {
    if (!obstacles::place_moving(world, staying, time)) return false;
    place_walls(execution);
    ++world_version;
    return true;
  }

 private:
  /// Makes lists of neighbors that hold nothing.
  void make_lists() {
    const std::int32_t columns = verlet.can_hold() ? neighbors::most_candidates(parameters.neighbors) : 0;
    neighbors = neighbors::Lists<MemorySpace>("plethos::neighbors", agents.stride, parameters.neighbors, columns);
    if (verlet.can_hold()) verlet = neighbors::VerletLists<MemorySpace>(agents.stride, verlet.skin, verlet.period);
  }
  /// Makes the walls of the world as it is now. Cost: obstacles::move_walls(), and if there is no room for them, obstacles::make_walls().
  template <class Execution>
  void place_walls(const Execution& execution) {
    const std::span<const Polygon> there = std::span<const Polygon>(world.polygons).subspan(staying);
    std::size_t count = static_cast<std::size_t>(walls.staying.count);
    for (const Polygon& polygon : there) count += polygon.segments();
    if (near_walls.count.size() == 0 || count > most_walls_) make_room();
    const std::vector<Segment> moving = walls_of(there, walls.staying.count);
    obstacles::move_walls(execution, moving, world.bounds, index_, walls);
  }
  /// Makes room for the walls of all moving obstacles.
  void make_room() {
    const std::vector<Segment> segments = walls_of(std::span<const Polygon>(world.polygons).first(staying));
    std::size_t most = segments.size();
    for (const MovingObstacle& obstacle : world.moving) most += obstacle.outline.segments();
    most_walls_ = most;
    index_ = wall_index_(most);
    walls = obstacles::make_walls<MemorySpace>(segments, world.bounds, index_, most - segments.size());
    // Without walls there are lists that hold nothing.
    walls_hold_ = walls_hold(segments, parameters.neighbor_distance, verlet.skin);
    make_wall_lists(wall_capacity(parameters, most));
  }
  /// Makes lists of walls that hold nothing, so that the next step has to search.
  void make_wall_lists(std::int32_t capacity) {
    near_walls = neighbors::Lists<MemorySpace>("plethos::near_walls", agents.stride, capacity);
    if (walls_hold_ && capacity > 0) held_walls = neighbors::HeldWalls<MemorySpace>(agents.stride, capacity);
    verlet.age = 0;
  }

  WallIndexFor wall_index_;
  std::size_t most_walls_ = 0;
  bool walls_hold_ = false;  // for several steps, as lists of neighbors do
  obstacles::WallIndex index_ = obstacles::WallIndex::grid;
};

}  // namespace plethos::simulation
