#include "perf/study/identity.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <fstream>
#include <vector>

#include "core/parameters.hpp"
#include "scenarios/keys.hpp"
#include "scenarios/run/json_file.hpp"
#include "scenarios/run/version.hpp"

namespace plethos::study {

std::string hash_text(std::string_view text) { return scenarios::hexadecimal(XXH3_64bits(text.data(), text.size())); }

std::string hash_scenario(std::string_view text, const scenarios::Scenario& scenario) {
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  XXH3_64bits_update(&state, text.data(), text.size());
  const auto add = [&](double value) { XXH3_64bits_update(&state, &value, sizeof value); };
  const auto add_point = [&](Vec2 point) {
    add(point.x);
    add(point.y);
  };
  const ParameterTable<AgentRecord>& fields = scenarios::agent_table();
  for (const AgentRecord& agent : scenario.agents) {
    add_point(agent.position);
    add_point(agent.velocity);
    for (std::size_t row = 0; row < fields.infos().size(); ++row) add(fields.get(agent, row));
    add(agent.goal);
    add(static_cast<double>(agent.state));
  }
  for (const Vec2 goal : scenario.world.goals) add_point(goal);
  for (const std::int32_t next : scenario.world.next_goals) add(next);
  for (const GoalRange& range : scenario.world.choices) {
    add(range.first);
    add(range.end);
  }
  for (const Vec2 node : scenario.methods.roadmap_nodes) add_point(node);
  if (!scenario.methods.group_values.empty()) {
    for (const AgentRecord& agent : scenario.agents) add(agent.group);
    for (const ParameterValues& values : scenario.methods.group_values) {
      add(static_cast<double>(values.size()));
      for (const auto& [name, value] : values) {
        XXH3_64bits_update(&state, name.data(), name.size());
        add(value);
      }
    }
  }
  for (const Segment& segment : scenario.world.segments()) {
    add_point(segment.a);
    add_point(segment.b);
  }
  for (const std::int32_t exit : scenario.world.exit_of_goal) add(exit);
  for (const Exit& exit : scenario.world.exits) {
    for (const std::vector<Vec2>& outline : exit.outlines) {
      add(static_cast<double>(outline.size()));
      for (const Vec2 point : outline) add_point(point);
    }
    for (const Line& landing : exit.landings) {
      add_point(landing.a);
      add_point(landing.b);
    }
  }
  for (const std::vector<Vec2>& outline : scenario.world.walkable) {
    for (const Vec2 point : outline) add_point(point);
  }
  if (const WorldGrid* grid = scenario.world.grid.get()) {
    add(grid->width);
    add(grid->height);
    add_point(grid->origin);
    add(grid->cell_size);
    XXH3_64bits_update(&state, grid->passable.data(), grid->passable.size());
    XXH3_64bits_update(&state, grid->cost.data(), grid->cost.size() * sizeof(std::int32_t));
  }
  for (const ParameterInfo& info : parameter_table().infos()) add(parameter_table().get(scenario.parameters, info.name));
  return scenarios::hexadecimal(XXH3_64bits_digest(&state));
}

std::string program_identity() {
  const std::string commit = scenarios::commit();
  if (commit != "unknown" && commit.find('-') == std::string::npos) return scenarios::version();
  static const std::string program = [] {
    std::ifstream file("/proc/self/exe", std::ios::binary);
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    std::vector<char> part(1 << 20);
    do {
      file.read(part.data(), static_cast<std::streamsize>(part.size()));
      XXH3_64bits_update(&state, part.data(), static_cast<std::size_t>(file.gcount()));
    } while (file);
    return scenarios::hexadecimal(XXH3_64bits_digest(&state));
  }();
  return scenarios::version() + " " + program;
}

}  // namespace plethos::study
