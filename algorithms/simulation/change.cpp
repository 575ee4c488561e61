#include "algorithms/simulation/change.hpp"

#include <algorithm>
#include <string>

#include "algorithms/obstacles/placement.hpp"
#include "algorithms/simulation/record_step.hpp"
#include "algorithms/simulation/wall_stop.hpp"
#include "backends/instantiate.hpp"
#include "core/error.hpp"
#include "core/point_text.hpp"
#include "core/present.hpp"

namespace plethos::simulation {
namespace {

[[noreturn]] void fail(const std::string& place, const std::string& found, const std::string& expected) {
  throw InputError("change: " + place + ": found " + found + ", expected " + expected);
}

void check_obstacle(const std::string& place, const MovingObstacle& obstacle) {
  if (const auto fault = obstacles::find_fault(obstacle)) fail(place + ": " + fault->field, fault->found, fault->expected);
}

std::string range_of(std::size_t count) { return "a number below " + std::to_string(count); }

/// Throws InputError if a change names what the world does not have, or brings an obstacle or a goal that cannot be.
void check_change(const WorldChange& change, const World& world) {
  const auto has = [](std::int64_t index, std::size_t count) { return index >= 0 && static_cast<std::uint64_t>(index) < count; };
  for (const auto& [index, obstacle] : change.obstacles) {
    if (!has(index, world.moving.size())) fail("moving obstacle", std::to_string(index), range_of(world.moving.size()));
    check_obstacle("moving obstacle " + std::to_string(index), obstacle);
  }
  for (const MovingObstacle& obstacle : change.new_obstacles) check_obstacle("new obstacle", obstacle);
  for (const auto& [index, cost] : change.cells) {
    if (!world.grid) fail("cell " + std::to_string(index), "a world without a grid", "a world with one");
    const std::vector<std::uint8_t>& passable = world.grid->passable;
    if (!has(index, passable.size())) fail("cell", std::to_string(index), range_of(passable.size()));
    const std::string place = "cell " + std::to_string(index);
    if (passable[static_cast<std::size_t>(index)] == 0) fail(place, "a blocked cell", "a passable one; obstacles that move block and free");
    if (cost < 1) fail(place + ": cost", std::to_string(cost), "at least 1");
  }
  for (const auto& [goal, point] : change.goals) {
    if (!has(goal, world.goals.size())) fail("goal", std::to_string(goal), range_of(world.goals.size()));
    if (world.exit(goal) != nullptr) fail("goal " + std::to_string(goal), "an exit", "a goal that is a point");
    if (!is_in_range(point)) fail("goal " + std::to_string(goal), point_text(point), expected_in_range);
  }
}

/// Returns the world's grid with the costs of a change that fits. Without any it is the same one.
std::shared_ptr<const WorldGrid> change_cells(const WorldChange& change, const World& world) {
  if (change.cells.empty()) return world.grid;
  auto grid = std::make_shared<WorldGrid>(*world.grid);
  grid->cost.resize(grid->passable.size(), 1);
  for (const auto& [index, cost] : change.cells) grid->cost[static_cast<std::size_t>(index)] = cost;
  return grid;
}

/// Changes the obstacles and goals of a world. It moves nothing yet.
void change_world(const WorldChange& change, World& world) {
  for (const auto& [index, obstacle] : change.obstacles) world.moving[static_cast<std::size_t>(index)] = obstacle;
  world.moving.insert(world.moving.end(), change.new_obstacles.begin(), change.new_obstacles.end());
  for (const auto& [goal, point] : change.goals) world.goals.own()[static_cast<std::size_t>(goal)] = point;
}

bool changes_agents(const WorldChange& change) {
  return !change.goals_of_agents.empty() || !change.groups_of_agents.empty() || !change.leaving.empty() || !change.joining.empty();
}

/// What a change of agents has to fit.
struct AgentLimits {
  std::size_t goals, groups;
  float largest_radius;  // m, that the simulation was made for
};

/// Edits agents, in any order, one by one. `reciprocity` and `groups` are as in Crowd.
class AgentEditor {
 public:
  using HostAgents = Agents<Kokkos::HostSpace>;

  AgentEditor(const AgentLimits& limits, const HostAgents& agents, std::span<float> reciprocity, std::vector<std::int32_t>& groups)
      : limits_(limits), agents_(agents), reciprocity_(reciprocity), groups_(groups), places_(static_cast<std::size_t>(agents.count)) {
    for (std::int32_t i = 0; i < agents.count; ++i) places_[agents.id(i)] = i;
  }

  void leave(std::int64_t id) {
    const std::int32_t i = present(id);
    agents_.state(i) = absent_state;
    agents_.reciprocity(i) = 0;
    set_field(agents_.velocity, i, Vec2{0, 0});
    forget(i);
  }

  void head_for(std::int64_t id, std::int32_t goal) {
    const std::int32_t i = present(id);
    const std::string place = "agent " + std::to_string(id);
    if (agents_.state(i) == passive_state) fail(place, "a passive agent", "one that heads for a goal");
    check_goal(place, goal);
    agents_.goal(i) = goal;
    agents_.state(i) = active_state;
    agents_.reciprocity(i) = reciprocity_[static_cast<std::size_t>(id)];
    forget(i);
  }

  void join_group(std::int64_t id, std::int32_t group) {
    present(id);
    check_group("agent " + std::to_string(id), group);
    put_into(group, static_cast<std::size_t>(id));
  }

  void join(const AgentRecord& record) {
    const std::string place = "agent that joins";
    while (free_ < places_.size() && agents_.state(places_[free_]) != absent_state) ++free_;
    if (free_ == places_.size()) {
      fail(place, std::to_string(places_.size()) + " agents that are there", "a free id, of an agent that is absent");
    }
    if (!is_in_range(record.position)) fail(place + ": position", point_text(record.position), expected_in_range);
    if (!is_finite(record.velocity)) fail(place + ": velocity", point_text(record.velocity), "finite numbers");
    if (!(record.radius > 0 && record.radius <= limits_.largest_radius)) {
      fail(place + ": radius", number_text(record.radius),
           "more than 0 m, and at most the largest at the start, " + number_text(limits_.largest_radius) + " m");
    }
    if (record.state != AgentState::active && record.state != AgentState::passive) {
      fail(place + ": state", "one that has arrived or is absent", "active or passive");
    }
    if (record.state == AgentState::active) check_goal(place, record.goal);
    check_group(place, record.group);
    const std::int32_t i = places_[free_];
    for_each_column(AgentColumns<HostAgents>(), agents_, [&](const auto& view, auto column) {
      if constexpr (column.has_field) set_field(view, i, record.*column.field);
    });
    if (record.state != AgentState::active) agents_.reciprocity(i) = 0;
    reciprocity_[free_] = record.reciprocity;
    put_into(record.group, free_);
    forget(i);
  }

 private:
  /// Returns the place of an agent that is there.
  std::int32_t present(std::int64_t id) const {
    if (id < 0 || static_cast<std::size_t>(id) >= places_.size()) fail("agent", std::to_string(id), range_of(places_.size()));
    const std::int32_t i = places_[static_cast<std::size_t>(id)];
    if (agents_.state(i) == absent_state) fail("agent " + std::to_string(id), "one that is absent", "one that is there");
    return i;
  }
  void check_goal(const std::string& place, std::int32_t goal) const {
    if (goal < 0 || static_cast<std::size_t>(goal) >= limits_.goals) {
      fail(place + ": goal", std::to_string(goal), range_of(limits_.goals));
    }
  }
  void check_group(const std::string& place, std::int32_t group) const {
    if (group < 0 || static_cast<std::size_t>(group) >= limits_.groups) {
      fail(place + ": group", std::to_string(group), range_of(limits_.groups));
    }
  }
  void put_into(std::int32_t group, std::size_t id) {
    if (groups_.empty() && group == 0) return;
    groups_.resize(places_.size(), 0);
    groups_[id] = group;
  }
  /// Nothing that the agent remembers is of use any more.
  void forget(std::int32_t i) {
    for (std::int32_t k = 0; k < agents_.words(); ++k) agents_.memory(i, k) = 0;
    for (int k = 0; k < 2; ++k) {
      agents_.lacked(i, k) = 0;
      agents_.preferred_velocity(i, k) = 0;
    }
  }

  const AgentLimits& limits_;
  const HostAgents& agents_;
  std::span<float> reciprocity_;
  std::vector<std::int32_t>& groups_;
  std::vector<std::int32_t> places_;  // by id
  std::size_t free_ = 0;
};

/// Changes all agents of a simulation. They may be changed in part when something does not fit.
void change_agents(const WorldChange& change, const AgentLimits& limits, const Agents<Kokkos::HostSpace>& agents,
                   std::span<float> reciprocity, std::vector<std::int32_t>& groups) {
  AgentEditor editor(limits, agents, reciprocity, groups);
  for (const std::int64_t id : change.leaving) editor.leave(id);
  for (const auto& [id, goal] : change.goals_of_agents) editor.head_for(id, goal);
  for (const auto& [id, group] : change.groups_of_agents) editor.join_group(id, group);
  for (const AgentRecord& record : change.joining) editor.join(record);
}

/// Returns how many agents have arrived or are absent.
std::int64_t count_standing(const Agents<Kokkos::HostSpace>& agents) {
  std::int64_t standing = 0;
  for (std::int32_t i = 0; i < agents.count; ++i) standing += present(agents.state(i), true) ? 0 : 1;
  return standing;
}

}  // namespace

template <class Execution>
void apply_change(Steps<Execution>& steps, const WorldChange& change) {
  auto& crowd = steps.crowd();
  World& world = crowd.world;
  check_change(change, world);
  if (changes_agents(change)) steps.require_one_rank("a change of agents");
  const std::shared_ptr<const WorldGrid> grid = change_cells(change, world);
  if (grid != world.grid) steps.planner().check_grid(*grid);
  Agents<Kokkos::HostSpace> agents;
  std::vector<float> reciprocity = crowd.reciprocity;
  std::vector<std::int32_t> groups = crowd.groups;
  if (changes_agents(change)) {
    steps.execution().fence();
    agents = host_copy(crowd.agents);
    change_agents(change, {world.goals.size(), steps.groups(), crowd.largest_radius}, agents, reciprocity, groups);
    for (const AgentRecord& agent : change.joining) {
      const float least_time = agent.radius / distribution::greatest_speed(agent);
      crowd.stops_at_walls = crowd.stops_at_walls || may_pass_walls(least_time, crowd.parameters.time_step);
    }
  }
  steps.execution().fence();
  crowd.reciprocity = std::move(reciprocity);
  crowd.groups = std::move(groups);
  change_world(change, world);
  if (grid != world.grid) {
    world.grid = grid;
    ++crowd.world_version;
  }
  steps.place_obstacles();
  if (!change.goals.empty()) {
    crowd.goals = planning::Goals<typename Execution::memory_space>(world);
    ++crowd.world_version;
  }
  if (!changes_agents(change)) return steps.prepare_anew();
  for (auto* const both : {&crowd.agents, &crowd.workspace.sorted()}) {
    copy_agents(*both, agents);
    both->working = both->owned;
  }
  steps.go_on(steps.statistics(), count_standing(agents));
}

#define PLETHOS_CHANGE(Execution) template void apply_change(Steps<Execution>&, const WorldChange&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_CHANGE);
#undef PLETHOS_CHANGE

}  // namespace plethos::simulation
