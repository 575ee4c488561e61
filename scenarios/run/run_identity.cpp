#include "scenarios/run/run_identity.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "algorithms/distribution/slabs.hpp"
#include "backends/ranks/agree.hpp"
#include "core/in_parts.hpp"
#include "core/parameters.hpp"
#include "scenarios/parts.hpp"
#include "scenarios/run/json_file.hpp"

namespace plethos::scenarios {
namespace {

/// Whether values of a type are whole in their bytes, with no padding between them: an array of them is hashed at once.
template <class Value>
constexpr bool is_flat = std::is_integral_v<Value> || std::is_same_v<Value, Vec2> || std::is_same_v<Value, AgentRecord>;
static_assert(sizeof(Vec2) == 2 * sizeof(float) && sizeof(AgentRecord) == 2 * sizeof(Vec2) + 10 * sizeof(float));

/// Hashes values one after the other.
class Digest {
 public:
  Digest() { XXH3_64bits_reset(&state_); }

  template <class First, class... Rest>
  void add(const First& first, const Rest&... rest) {
    add_one(first);
    (add_one(rest), ...);
  }
  std::uint64_t value() const { return XXH3_64bits_digest(&state_); }

 private:
  template <class Value>
  void add_one(const Value& value) {
    static_assert(std::has_unique_object_representations_v<Value> || std::is_floating_point_v<Value>);
    XXH3_64bits_update(&state_, &value, sizeof value);
  }
  void add_one(const Vec2& point) { add(point.x, point.y); }
  void add_one(const Line& line) { add(line.a, line.b); }
  void add_one(const GoalRange& range) { add(range.first, range.end); }
  void add_one(const Polygon& polygon) { add(polygon.vertices, polygon.closed, polygon.beyond); }
  void add_one(const Exit& exit) { add(exit.outlines, exit.landings); }
  void add_one(const MovingObstacle& obstacle) {
    add(obstacle.outline, obstacle.path, obstacle.speed, obstacle.start, obstacle.repeats, obstacle.from, obstacle.until);
  }
  void add_one(const WorldGrid& grid) {
    add(grid.width, grid.height, grid.origin, grid.cell_size, grid.clearance, grid.passable, grid.cost);
  }
  template <class Value>
  void add_one(const std::vector<Value>& values) {
    add(std::uint64_t{values.size()});
    if constexpr (is_flat<Value>) {
      XXH3_64bits_update(&state_, values.data(), values.size() * sizeof(Value));
    } else {
      for (const Value& value : values) add(value);
    }
  }
  template <class Value>
  void add_one(const SharedVector<Value>& values) {
    add(static_cast<const std::vector<Value>&>(values));
  }

  XXH3_state_t state_;
};

std::uint64_t world_digest(const World& world) {
  Digest digest;
  digest.add(world.polygons, world.goals, world.bounds.low, world.bounds.high, world.next_goals, world.exits, world.exit_of_goal,
             world.walkable, world.moving, world.choices);
  if (world.grid) digest.add(*world.grid);
  return digest.value();
}

/// Hashes agents in blocks of ids, so that ranks can hash their own ones.
std::uint64_t agents_digest(const Scenario& scenario, const backends::Ranks& ranks) {
  static_assert(is_flat<AgentRecord>);
  constexpr auto block = static_cast<std::size_t>(distribution::Slabs::block);
  const std::span<const AgentRecord> own = own_agents(scenario, ranks).records;
  std::vector<std::uint64_t> blocks((own.size() + block - 1) / block);
  for_each_in_parts(blocks.size(), [&](std::size_t b) {
    const auto part = own.subspan(b * block, std::min(block, own.size() - b * block));
    blocks[b] = XXH3_64bits(part.data(), part.size_bytes());
  });
  if (!scenario.part) return XXH3_64bits(blocks.data(), blocks.size() * sizeof blocks[0]);
  std::vector<std::uint64_t> all;
  backends::all_gather(ranks, std::as_bytes(std::span(blocks)), [&](std::size_t bytes) {
    all.resize(bytes / sizeof all[0]);
    return reinterpret_cast<std::byte*>(all.data());
  });
  return XXH3_64bits(all.data(), all.size() * sizeof all[0]);
}

}  // namespace

Attributes run_identity(const Scenario& scenario, const simulation::MethodChoices& methods, const backends::Ranks& ranks) {
  Attributes identity{
      {"scenario", scenario.name}, {"agents", std::to_string(scenario.count())}, {"methods", simulation::methods_text(methods)}};
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
  agents.add(agents_digest(scenario, ranks), methods.roadmap_nodes);
  identity.emplace_back("agents at the start", hexadecimal(agents.value()));
  return identity;
}

std::string identity_text(const Attributes& identity) {
  std::string text;
  for (const auto& [name, value] : identity) text += name + "\n" + value + "\n";
  return hexadecimal(XXH3_64bits(text.data(), text.size()));
}

}  // namespace plethos::scenarios
