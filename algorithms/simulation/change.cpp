#include "algorithms/simulation/change.hpp"

#include <algorithm>
#include <string>

#include "algorithms/obstacles/placement.hpp"
#include "core/error.hpp"
#include "core/point_text.hpp"

namespace plethos::simulation {
namespace {

[[noreturn]] void fail(const std::string& place, const std::string& found, const std::string& expected) {
  throw InputError("change: " + place + ": found " + found + ", expected " + expected);
}

void check_obstacle(const std::string& place, const MovingObstacle& obstacle) {
  if (const auto fault = obstacles::find_fault(obstacle)) fail(place + ": " + fault->field, fault->found, fault->expected);
}

std::string range_of(std::size_t count) { return "a number below " + std::to_string(count); }

}  // namespace

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

std::shared_ptr<const WorldGrid> change_cells(const WorldChange& change, const World& world) {
  if (change.cells.empty()) return world.grid;
  auto grid = std::make_shared<WorldGrid>(*world.grid);
  grid->cost.resize(grid->passable.size(), 1);
  for (const auto& [index, cost] : change.cells) grid->cost[static_cast<std::size_t>(index)] = cost;
  return grid;
}

void change_world(const WorldChange& change, World& world) {
  for (const auto& [index, obstacle] : change.obstacles) world.moving[static_cast<std::size_t>(index)] = obstacle;
  world.moving.insert(world.moving.end(), change.new_obstacles.begin(), change.new_obstacles.end());
  for (const auto& [goal, point] : change.goals) world.goals.own()[static_cast<std::size_t>(goal)] = point;
}

bool changes_agents(const WorldChange& change) {
  return !change.goals_of_agents.empty() || !change.groups_of_agents.empty() || !change.leaving.empty() || !change.joining.empty();
}

namespace {

/// Edits a snapshot's agents one by one.
class AgentEditor {
 public:
  AgentEditor(std::size_t goals, std::size_t groups, float largest_radius, std::span<float> reciprocity, Snapshot& snapshot)
      : goals_(goals), groups_(groups), largest_radius_(largest_radius), reciprocity_(reciprocity), snapshot_(snapshot) {}

  void leave(std::int64_t id) {
    AgentRecord& agent = present(id);
    agent.state = AgentState::absent;
    agent.velocity = {0, 0};
    forget(static_cast<std::size_t>(id));
  }

  void head_for(std::int64_t id, std::int32_t goal) {
    AgentRecord& agent = present(id);
    const std::string place = "agent " + std::to_string(id);
    if (agent.state == AgentState::passive) fail(place, "a passive agent", "one that heads for a goal");
    check_goal(place, goal);
    agent.goal = goal;
    agent.state = AgentState::active;
    agent.reciprocity = reciprocity_[static_cast<std::size_t>(id)];
    forget(static_cast<std::size_t>(id));
  }

  void join_group(std::int64_t id, std::int32_t group) {
    AgentRecord& agent = present(id);
    check_group("agent " + std::to_string(id), group);
    agent.group = group;
  }

  void join(const AgentRecord& record) {
    const std::string place = "agent that joins";
    while (free_ < snapshot_.agents.size() && snapshot_.agents[free_].state != AgentState::absent) ++free_;
    if (free_ == snapshot_.agents.size()) {
      fail(place, std::to_string(snapshot_.agents.size()) + " agents that are there", "a free id, of an agent that is absent");
    }
    if (!is_in_range(record.position)) fail(place + ": position", point_text(record.position), expected_in_range);
    if (!is_finite(record.velocity)) fail(place + ": velocity", point_text(record.velocity), "finite numbers");
    if (!(record.radius > 0 && record.radius <= largest_radius_)) {
      fail(place + ": radius", number_text(record.radius),
           "more than 0 m, and at most the largest at the start, " + number_text(largest_radius_) + " m");
    }
    if (record.state != AgentState::active && record.state != AgentState::passive) {
      fail(place + ": state", "one that has arrived or is absent", "active or passive");
    }
    if (record.state == AgentState::active) check_goal(place, record.goal);
    check_group(place, record.group);
    snapshot_.agents[free_] = record;
    reciprocity_[free_] = record.reciprocity;
    forget(free_);
  }

 private:
  AgentRecord& present(std::int64_t id) {
    if (id < 0 || static_cast<std::size_t>(id) >= snapshot_.agents.size())
      fail("agent", std::to_string(id), range_of(snapshot_.agents.size()));
    AgentRecord& agent = snapshot_.agents[static_cast<std::size_t>(id)];
    if (agent.state == AgentState::absent) fail("agent " + std::to_string(id), "one that is absent", "one that is there");
    return agent;
  }
  void check_goal(const std::string& place, std::int32_t goal) const {
    if (goal < 0 || static_cast<std::size_t>(goal) >= goals_) fail(place + ": goal", std::to_string(goal), range_of(goals_));
  }
  void check_group(const std::string& place, std::int32_t group) const {
    if (group < 0 || static_cast<std::size_t>(group) >= groups_) fail(place + ": group", std::to_string(group), range_of(groups_));
  }
  /// Nothing that the agent remembers is of use any more.
  void forget(std::size_t at) {
    const std::size_t words = snapshot_.remembered.size() / snapshot_.agents.size();
    std::fill_n(snapshot_.remembered.begin() + static_cast<std::ptrdiff_t>(at * words), words, 0u);
    snapshot_.lacked[at] = 0;
    snapshot_.preferred_velocities[at] = {0, 0};
  }

  std::size_t goals_, groups_;
  float largest_radius_;
  std::span<float> reciprocity_;
  Snapshot& snapshot_;
  std::size_t free_ = 0;
};

}  // namespace

void change_agents(const WorldChange& change, std::size_t goals, std::size_t groups, float largest_radius, std::span<float> reciprocity,
                   Snapshot& snapshot) {
  AgentEditor editor(goals, groups, largest_radius, reciprocity, snapshot);
  for (const std::int64_t id : change.leaving) editor.leave(id);
  for (const auto& [id, goal] : change.goals_of_agents) editor.head_for(id, goal);
  for (const auto& [id, group] : change.groups_of_agents) editor.join_group(id, group);
  for (const AgentRecord& record : change.joining) editor.join(record);
}

std::int64_t count_idle(std::span<const AgentRecord> agents, std::int64_t arrived) {
  return count_absent(agents) + count_arrived(agents) - arrived;
}

}  // namespace plethos::simulation
