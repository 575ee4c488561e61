#include "algorithms/simulation/change.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "algorithms/obstacles/placement.hpp"
#include "algorithms/simulation/named_agents.hpp"
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

/// Changes the obstacles and goals of a world. It moves nothing yet.
void change_world(const WorldChange& change, World& world) {
  for (const auto& [index, obstacle] : change.obstacles) world.moving[static_cast<std::size_t>(index)] = obstacle;
  world.moving.insert(world.moving.end(), change.new_obstacles.begin(), change.new_obstacles.end());
  for (const auto& [goal, point] : change.goals) world.goals.own()[static_cast<std::size_t>(goal)] = point;
}

bool changes_agents(const WorldChange& change) {
  return !change.places_of_agents.empty() || !change.goals_of_agents.empty() || !change.groups_of_agents.empty() ||
         !change.leaving.empty() || !change.joining.empty();
}

/// What a change of agents has to fit.
struct AgentLimits {
  std::size_t agents, goals, groups;
  float largest_radius;  // m, that the simulation was made for
};

/// Edits the agents that a change names, in any order, one by one. `ids` are theirs, in rising order, and `reciprocity` that of all agents,
/// as in Crowd.
class AgentEditor {
 public:
  using HostAgents = Agents<Kokkos::HostSpace>;

  AgentEditor(const AgentLimits& limits, std::span<const std::uint32_t> ids, const HostAgents& agents, std::span<const float> reciprocity)
      : limits_(limits), ids_(ids), agents_(agents), reciprocity_(reciprocity) {}

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

  /// Returns the time in which the agent moves as far as it is wide, in s.
  float put(std::int64_t id, const Place& place) {
    const std::int32_t i = present(id);
    check_place("agent " + std::to_string(id), place.position, place.velocity);
    set_field(agents_.position, i, place.position);
    set_field(agents_.velocity, i, place.velocity);
    forget(i);
    return agents_.radius(i) / std::hypot(place.velocity.x, place.velocity.y);
  }

  void check_group_of(std::int64_t id, std::int32_t group) const {
    present(id);
    check_group("agent " + std::to_string(id), group);
  }

  /// Returns the id that the agent has now.
  std::uint32_t join(const AgentRecord& record) {
    const std::string place = "agent that joins";
    while (free_ < agents_.count && agents_.state(free_) != absent_state) ++free_;
    if (free_ == agents_.count) {
      fail(place, std::to_string(limits_.agents) + " agents that are there", "a free id, of an agent that is absent");
    }
    check_place(place, record.position, record.velocity);
    if (!(record.radius > 0 && record.radius <= limits_.largest_radius)) {
      fail(place + ": radius", number_text(record.radius),
           "more than 0 m, and at most the largest at the start, " + number_text(limits_.largest_radius) + " m");
    }
    if (record.state != AgentState::active && record.state != AgentState::passive) {
      fail(place + ": state", "one that has arrived or is absent", "active or passive");
    }
    if (record.state == AgentState::active) check_goal(place, record.goal);
    check_group(place, record.group);
    for_each_column(AgentColumns<HostAgents>(), agents_, [&](const auto& view, auto column) {
      if constexpr (column.has_field) set_field(view, free_, record.*column.field);
    });
    if (record.state != AgentState::active) agents_.reciprocity(free_) = 0;
    forget(free_);
    return ids_[static_cast<std::size_t>(free_)];
  }

 private:
  /// Returns the place of an agent that is there.
  std::int32_t present(std::int64_t id) const {
    if (id < 0 || static_cast<std::size_t>(id) >= limits_.agents) fail("agent", std::to_string(id), range_of(limits_.agents));
    const auto i = static_cast<std::int32_t>(std::lower_bound(ids_.begin(), ids_.end(), id) - ids_.begin());
    if (agents_.state(i) == absent_state) fail("agent " + std::to_string(id), "one that is absent", "one that is there");
    return i;
  }
  static void check_place(const std::string& who, Vec2 position, Vec2 velocity) {
    if (!is_in_range(position)) fail(who + ": position", point_text(position), expected_in_range);
    if (!is_finite(velocity)) fail(who + ": velocity", point_text(velocity), "finite numbers");
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
  /// Nothing that the agent remembers is of use any more.
  void forget(std::int32_t i) {
    for (std::int32_t k = 0; k < agents_.words(); ++k) agents_.memory(i, k) = 0;
    for (int k = 0; k < 2; ++k) {
      agents_.lacked(i, k) = 0;
      agents_.preferred_velocity(i, k) = 0;
    }
  }

  AgentLimits limits_;
  std::span<const std::uint32_t> ids_;
  const HostAgents& agents_;
  std::span<const float> reciprocity_;
  std::int32_t free_ = 0;
};

/// Returns the ids of the agents that a change may concern, in rising order: those that it names, and of `absent` as many of the lowest as
/// agents join.
std::vector<std::uint32_t> ids_of(const WorldChange& change, std::size_t agents, std::vector<std::uint32_t> absent) {
  const std::size_t joining = std::min(change.joining.size(), absent.size());
  std::nth_element(absent.begin(), absent.begin() + static_cast<std::ptrdiff_t>(joining), absent.end());
  std::vector<std::uint32_t> ids(absent.begin(), absent.begin() + static_cast<std::ptrdiff_t>(joining));
  const auto add = [&](std::int64_t id) {
    if (id >= 0 && static_cast<std::size_t>(id) < agents) ids.push_back(static_cast<std::uint32_t>(id));
  };
  for (const std::int64_t id : change.leaving) add(id);
  for (const auto& [id, place] : change.places_of_agents) add(id);
  for (const auto& [id, goal] : change.goals_of_agents) add(id);
  for (const auto& [id, group] : change.groups_of_agents) add(id);
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

/// Returns how many agents have arrived or are absent.
std::int64_t count_standing(const Agents<Kokkos::HostSpace>& agents) {
  std::int64_t standing = 0;
  for (std::int32_t i = 0; i < agents.count; ++i) standing += present(agents.state(i), true) ? 0 : 1;
  return standing;
}

/// The agents that a change names, changed on the host, and not yet in the crowd.
template <class Execution>
class ChangedAgents {
 public:
  using MemorySpace = typename Execution::memory_space;

  /// Throws InputError if the change does not fit.
  ChangedAgents(const WorldChange& change, Steps<Execution>& steps)
      : change_(change),
        ids_(ids_of(change, count(steps), change.joining.empty() ? std::vector<std::uint32_t>() : absent(steps))),
        named_(steps.execution(), steps.crowd().agents, ids_) {
    const Crowd<MemorySpace>& crowd = steps.crowd();
    const std::int64_t before = count_standing(named_.on_host());
    AgentEditor editor({count(steps), crowd.world.goals.size(), steps.groups(), crowd.largest_radius}, ids_, named_.on_host(),
                       crowd.reciprocity);
    for (const std::int64_t id : change.leaving) editor.leave(id);
    for (const auto& [id, place] : change.places_of_agents) least_time_ = std::min(least_time_, editor.put(id, place));
    for (const auto& [id, goal] : change.goals_of_agents) editor.head_for(id, goal);
    for (const auto& [id, group] : change.groups_of_agents) editor.check_group_of(id, group);
    for (const AgentRecord& record : change.joining) joined_.push_back(editor.join(record));
    more_standing_ = count_standing(named_.on_host()) - before;
  }

  /// How many more agents than before have arrived or are absent.
  std::int64_t more_standing() const { return more_standing_; }
  /// Changes them in the crowd, all of whose agents are working ones then.
  void put_into(Crowd<MemorySpace>& crowd) const {
    named_.put_back();
    const auto put_into_group = [&](std::size_t id, std::int32_t group) {
      if (crowd.groups.empty() && group == 0) return;
      crowd.groups.resize(static_cast<std::size_t>(crowd.agents.count), 0);
      crowd.groups[id] = group;
    };
    for (const auto& [id, group] : change_.groups_of_agents) put_into_group(static_cast<std::size_t>(id), group);
    for (std::size_t k = 0; k < joined_.size(); ++k) {
      const AgentRecord& record = change_.joining[k];
      crowd.reciprocity[joined_[k]] = record.reciprocity;
      put_into_group(joined_[k], record.group);
      const float least_time = record.radius / distribution::greatest_speed(record);
      crowd.stops_at_walls = crowd.stops_at_walls || may_pass_walls(least_time, crowd.parameters.time_step);
    }
    crowd.stops_at_walls = crowd.stops_at_walls || may_pass_walls(least_time_, crowd.parameters.time_step);
    for (auto* const both : {&crowd.agents, &crowd.workspace.sorted()}) both->working = both->owned;
  }

 private:
  static std::size_t count(Steps<Execution>& steps) { return static_cast<std::size_t>(steps.crowd().agents.count); }
  static std::vector<std::uint32_t> absent(Steps<Execution>& steps) {
    // No step is under way.
    return absent_ids(steps.execution(), steps.crowd().agents, steps.crowd().workspace.planning());
  }

  const WorldChange& change_;
  std::vector<std::uint32_t> ids_;
  NamedAgents<Execution> named_;
  std::vector<std::uint32_t> joined_;
  std::int64_t more_standing_ = 0;
  float least_time_ = no_extent;  // s
};

}  // namespace

template <class Execution>
void apply_change(Steps<Execution>& steps, const WorldChange& change) {
  auto& crowd = steps.crowd();
  World& world = crowd.world;
  check_change(change, world);
  steps.require_one_world("a change of the world");
  if (changes_agents(change)) steps.require_one_rank("a change of agents");
  CostChange costs;
  if (!change.cells.empty()) costs = crowd.cell_costs.find(change.cells, *world.grid);
  if (!costs.cells.empty()) steps.planner().check_costs(*world.grid, costs.range);
  steps.execution().fence();
  std::optional<ChangedAgents<Execution>> agents;
  if (changes_agents(change)) agents.emplace(change, steps);
  change_world(change, world);
  crowd.cell_costs.change(costs.cells, world.grid);
  if (!costs.cells.empty()) ++crowd.world_version;
  steps.place_obstacles();
  if (!change.goals.empty()) {
    crowd.goals = planning::Goals<typename Execution::memory_space>(world);
    ++crowd.world_version;
  }
  if (!agents) return steps.prepare_anew(costs);
  agents->put_into(crowd);
  const Statistics statistics = steps.statistics();
  steps.go_on(statistics, steps.standing(statistics) + agents->more_standing(), costs);
}

#define PLETHOS_CHANGE(Execution) template void apply_change(Steps<Execution>&, const WorldChange&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_CHANGE);
#undef PLETHOS_CHANGE

}  // namespace plethos::simulation
