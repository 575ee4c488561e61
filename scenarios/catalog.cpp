#include "scenarios/catalog.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <new>

#include "backends/ranks/agree.hpp"
#include "core/error.hpp"
#include "scenarios/builders/builder.hpp"
#include "scenarios/embedded_text.hpp"
#include "scenarios/io/nearby_file.hpp"
#include "scenarios/io/toml_scenario.hpp"
#include "scenarios/methods.hpp"
#include "scenarios/validation.hpp"

namespace plethos::scenarios {
namespace {

/// Memory while a scenario is made: for each agent its record and the tables that look for overlaps, and for each of all agents its goal
/// and what a builder needs to choose it.
constexpr double bytes_per_record = sizeof(AgentRecord) + 16;
constexpr double bytes_per_agent = sizeof(Vec2) + 12;

std::string gigabytes(double bytes) { return number_text(std::ceil(bytes / 1e8) / 10) + " GB"; }

/// `records`: that the ranks of this host make together, which are so many.
void require_memory(std::int64_t agents, double records, int ranks) {
  const double needed = records * bytes_per_record + ranks * static_cast<double>(agents) * bytes_per_agent;
  const double present = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  if (needed > present) {
    throw MachineError("out of memory: " + std::to_string(agents) + " agents need " + gigabytes(needed) +
                       " to be placed, and this machine has " + gigabytes(present));
  }
}

bool is_path(const std::string& name) { return name.ends_with(".toml") || name.find('/') != std::string::npos; }

Scenario make_from_builder(const Builder& builder, const ScenarioRequest& request, const Making& making) {
  Scenario scenario = build(builder, builder_input(builder, request), making);
  apply_to_values(request, scenario.methods.values);
  if (scenario.part) {
    backends::agree(making.ranks, [&] { validate(scenario); });
  } else {
    validate(scenario);
  }
  return scenario;
}

Scenario make(const ScenarioRequest& request, const Making& making) {
  if (is_path(request.name)) return read_toml_scenario(request.name, request);
  if (const Builder* builder = find_builder(request.name)) return make_from_builder(*builder, request, making);
  for (const EmbeddedText& entry : library_texts()) {
    if (entry.name == request.name) return parse_toml_scenario(entry.text, request.name + ".toml", request);
  }
  throw InputError(unknown_file_message("scenario", request.name, scenario_names()));
}

/// Computes the length in metres of the way from a goal by all that follow it, once around if they repeat. It computes a length when it is
/// asked for.
class WayOn {
 public:
  explicit WayOn(const World& world) : world_(world) {
    if (world.next_goals.empty()) return;
    length_.resize(world.goals.size(), -1);
    seen_.resize(world.goals.size(), -1);
  }

  double operator()(std::int32_t goal) {
    if (length_.empty()) return 0;
    double& result = length_[static_cast<std::size_t>(goal)];
    if (result >= 0) return result;
    result = 0;
    std::int32_t next = world_.next_goal(goal);
    for (std::int32_t at = goal; next >= 0 && seen_[static_cast<std::size_t>(at)] != goal; at = next, next = world_.next_goal(at)) {
      seen_[static_cast<std::size_t>(at)] = goal;
      result += static_cast<double>(length(place(next) - place(at)));
    }
    return result;
  }

 private:
  Vec2 place(std::int32_t goal) const { return world_.goals[static_cast<std::size_t>(goal)]; }

  const World& world_;
  std::vector<double> length_;
  std::vector<std::int32_t> seen_;  // by the last goal that was asked for
};

/// Steps in which every agent can go three times as far as its straight way, ten times where a planner leads it around; at least 100.
std::int32_t enough_steps(const Scenario& scenario, const std::string& planner, const backends::Ranks& ranks) {
  double seconds = 0;
  WayOn way_on(scenario.world);
  for (const AgentRecord& agent : scenario.agents) {
    if (agent.state != AgentState::active || agent.preferred_speed <= 0) continue;
    const Vec2 way = scenario.world.goal_from(agent.goal, agent.position) - agent.position;
    const double metres = static_cast<double>(length(way)) + way_on(agent.goal);
    seconds = std::max(seconds, metres / static_cast<double>(agent.preferred_speed));
  }
  if (scenario.part) seconds = ranks.greatest(seconds);
  return static_cast<std::int32_t>(
      std::clamp((planner == simulation::default_method("planner") ? 3 : 10) * seconds / static_cast<double>(scenario.parameters.time_step),
                 100.0, 1e9));
}

}  // namespace

std::vector<std::string> scenario_names() {
  std::vector<std::string> names;
  for (const Builder& builder : builders()) names.emplace_back(builder.name);
  for (const EmbeddedText& entry : library_texts()) names.emplace_back(entry.name);
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<ScenarioEntry> list_scenarios() {
  std::vector<ScenarioEntry> entries;
  for (const Builder& builder : builders()) entries.push_back({builder.name, builder.description, builder.agents, builder.keys});
  for (const EmbeddedText& entry : library_texts()) {
    const Scenario scenario = parse_toml_scenario(entry.text, std::string(entry.name) + ".toml");
    entries.push_back({std::string(entry.name), scenario.description, static_cast<std::int64_t>(scenario.agents.size()), {}});
  }
  std::sort(entries.begin(), entries.end(), [](const ScenarioEntry& a, const ScenarioEntry& b) { return a.name < b.name; });
  return entries;
}

std::string scenario_text(const std::string& name) {
  if (is_path(name)) return read_scenario_text(name);
  for (const EmbeddedText& entry : library_texts()) {
    if (entry.name == name) return std::string(entry.text);
  }
  return {};
}

Scenario make_scenario(const ScenarioRequest& request, const Making& making) {
  if (request.agents) {
    const Builder* const builder = find_builder(request.name);
    const int on_host = making.ranks.ranks_on_host();
    const double part = builder != nullptr && builder->reach != nullptr ? 1. / making.ranks.size() : 1;
    const double here = (making.needs_all ? 1 : part) + (on_host - 1) * part;
    require_memory(*request.agents, here * static_cast<double>(*request.agents), on_host);
  }
  try {
    Scenario scenario = make(request, making);
    if (scenario.parameters.steps == 0) {
      scenario.parameters.steps = enough_steps(scenario, choose_methods(scenario.methods, request.methods).planner, making.ranks);
    }
    return scenario;
  } catch (const std::bad_alloc&) {
    throw MachineError("out of memory while the scenario '" + request.name + "' was made" +
                       (request.agents ? " with " + std::to_string(*request.agents) + " agents" : ""));
  }
}

}  // namespace plethos::scenarios
