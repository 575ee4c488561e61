#include "scenarios/run/run_identity.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <span>
#include <type_traits>
#include <vector>

#include "core/parameters.hpp"
#include "scenarios/run/json_file.hpp"

namespace plethos::scenarios {
namespace {

/// Hashes values one after the other.
class Digest {
 public:
  Digest() { XXH3_64bits_reset(&state_); }

  template <class Value>
  void add(const Value& value) {
    static_assert(std::has_unique_object_representations_v<Value> || std::is_floating_point_v<Value>);
    XXH3_64bits_update(&state_, &value, sizeof value);
  }
  void add(Vec2 point) {
    add(point.x);
    add(point.y);
  }
  void add(const Line& line) {
    add(line.a);
    add(line.b);
  }
  void add(const GoalRange& range) {
    add(range.first);
    add(range.end);
  }
  void add(const Polygon& polygon) {
    add(polygon.vertices);
    add(std::uint8_t{polygon.closed});
    add(polygon.beyond);
  }
  void add(const Exit& exit) {
    add(exit.outlines);
    add(exit.landings);
  }
  void add(const MovingObstacle& obstacle) {
    add(obstacle.outline);
    add(obstacle.path);
    for (const double value : {obstacle.speed, obstacle.start, obstacle.from, obstacle.until}) add(value);
    add(std::uint8_t{obstacle.repeats});
  }
  void add(const WorldGrid& grid) {
    for (const std::int32_t side : {grid.width, grid.height}) add(side);
    add(grid.origin);
    for (const float value : {grid.cell_size, grid.clearance}) add(value);
    add(grid.passable);
    add(grid.cost);
  }
  void add(const AgentRecord& agent) {
    for (const Vec2 pair : {agent.position, agent.velocity}) add(pair);
    for (const float value : {agent.radius, agent.preferred_speed, agent.maximum_speed, agent.maximum_acceleration, agent.goal_radius,
                              agent.reciprocity, agent.aggression}) {
      add(value);
    }
    add(agent.goal);
    add(agent.state);
    add(agent.group);
  }
  template <class Value>
  void add(const std::vector<Value>& values) {
    add(std::uint64_t{values.size()});
    if constexpr (std::is_integral_v<Value>) {
      XXH3_64bits_update(&state_, values.data(), values.size() * sizeof(Value));
    } else {
      for (const Value& value : values) add(value);
    }
  }
  std::uint64_t value() const { return XXH3_64bits_digest(&state_); }

 private:
  XXH3_state_t state_;
};

std::uint64_t world_digest(const World& world) {
  Digest digest;
  digest.add(world.polygons);
  digest.add(world.goals);
  digest.add(world.bounds.low);
  digest.add(world.bounds.high);
  digest.add(world.next_goals);
  digest.add(world.exits);
  digest.add(world.exit_of_goal);
  digest.add(world.walkable);
  digest.add(world.moving);
  digest.add(world.choices);
  if (world.grid) digest.add(*world.grid);
  return digest.value();
}

}  // namespace

Attributes run_identity(const Scenario& scenario, const ChosenMethods& chosen) {
  const simulation::Methods& methods = chosen.methods;
  Attributes identity{{"scenario", scenario.name},
                      {"agents", std::to_string(scenario.agents.size())},
                      {"methods", simulation::methods_text(methods)}};
  const auto add = [&](const ParameterInfo& info, double value) {
    if (!info.same_result) identity.emplace_back(info.name, value_text(info, value));
  };
  for (const ParameterInfo& info : parameter_table().infos()) {
    if (info.name != "steps" && info.name != "seed") add(info, parameter_table().get(scenario.parameters, info.name));
  }
  identity.emplace_back("seed", std::to_string(scenario.parameters.seed));
  const std::vector<ParameterInfo> infos = simulation::parameters_in_use(methods);
  for (const ParameterInfo& info : infos) {
    const auto value = methods.values.find(info.name);
    add(info, value == methods.values.end() ? info.default_value : value->second);
  }
  std::string of_groups;
  for (std::size_t group = 0; group < methods.group_values.size(); ++group) {
    for (const auto& [name, value] : methods.group_values[group]) {
      of_groups += std::to_string(group) + " " + name + " " + value_text(require_parameter(infos, name, "parameter"), value) + "; ";
    }
  }
  identity.emplace_back("values of groups", of_groups);
  identity.emplace_back("world", hexadecimal(world_digest(scenario.world)));
  Digest agents;
  agents.add(scenario.agents);
  agents.add(methods.nodes);
  identity.emplace_back("agents at the start", hexadecimal(agents.value()));
  return identity;
}

}  // namespace plethos::scenarios
