#include "scenarios/study/identity.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <fstream>
#include <iterator>
#include <vector>

#include "core/parameters.hpp"
#include "scenarios/keys.hpp"
#include "scenarios/run/json_file.hpp"
#include "scenarios/run/version.hpp"

namespace plethos::study {

std::string hash_text(std::string_view text) { return scenarios::hexadecimal(XXH3_64bits(text.data(), text.size())); }

std::string hash_scenario(std::string_view text, const scenarios::Scenario& scenario) {
  std::vector<double> numbers;
  const auto add = [&](Vec2 point) { numbers.insert(numbers.end(), {point.x, point.y}); };
  for (const AgentRecord& agent : scenario.agents) {
    add(agent.position);
    add(agent.velocity);
    for (const scenarios::ScenarioKey& key : scenarios::agent_keys()) numbers.push_back(agent.*scenarios::agent_member(key.name));
    numbers.insert(numbers.end(), {static_cast<double>(agent.goal), static_cast<double>(agent.state)});
  }
  for (const Vec2 goal : scenario.world.goals) add(goal);
  for (const Vec2 node : scenario.world.nodes) add(node);
  for (const Segment& segment : scenario.world.segments()) {
    add(segment.a);
    add(segment.b);
  }
  for (const ParameterInfo& info : parameter_table()) numbers.push_back(get_parameter(scenario.parameters, info.name));
  return hash_text(hash_text(text) + hash_text({reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)}));
}

std::string program_identity() {
  const std::string commit = scenarios::commit();
  if (commit != "unknown" && !commit.ends_with("-dirty")) return scenarios::version();
  static const std::string program = [] {
    std::ifstream file("/proc/self/exe", std::ios::binary);
    return hash_text(std::string(std::istreambuf_iterator<char>(file), {}));
  }();
  return scenarios::version() + " " + program;
}

}  // namespace plethos::study
