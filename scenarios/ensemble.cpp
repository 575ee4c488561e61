#include "scenarios/ensemble.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <utility>

#include "algorithms/simulation/methods.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/methods.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::size_t most_seeds = 1'000'000;

/// Splits a text at each `separator`.
std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

bool same_grid(const std::shared_ptr<const WorldGrid>& a, const std::shared_ptr<const WorldGrid>& b) {
  if (a == b) return true;
  if (a == nullptr || b == nullptr) return false;
  return a->width == b->width && a->height == b->height && a->origin == b->origin && a->cell_size == b->cell_size &&
         a->clearance == b->clearance && a->passable == b->passable && a->cost == b->cost;
}

bool same_values(const Parameters& a, const Parameters& b) {
  return std::ranges::all_of(parameter_table().infos(), [&](const ParameterInfo& info) {
    return info.name == "seed" || info.name == "steps" || parameter_table().get(a, info.name) == parameter_table().get(b, info.name);
  });
}

/// Returns whether two worlds of a scenario can be simulated together.
bool can_share(const Scenario& a, const Scenario& b) {
  const World& world = a.world;
  const World& other = b.world;
  const NamedMethods& methods = a.methods;
  return world.polygons == other.polygons && world.walkable == other.walkable && world.moving == other.moving &&
         same_grid(world.grid, other.grid) && a.groups == b.groups && methods.group_values == b.methods.group_values &&
         methods.names == b.methods.names && methods.values == b.methods.values && methods.roadmap_nodes == b.methods.roadmap_nodes &&
         same_values(a.parameters, b.parameters);
}

bool same_goals(const World& a, const World& b) {
  return a.goals == b.goals && a.next_goals == b.next_goals && a.exits == b.exits && a.exit_of_goal == b.exit_of_goal &&
         a.choices == b.choices;
}

/// Adds the goals of another world behind those that are there.
void add_goals(const World& other, World& world) {
  const auto first = static_cast<std::int32_t>(world.goals.size());
  const auto first_exit = static_cast<std::int32_t>(world.exits.size());
  const auto pad = [first](std::vector<std::int32_t>& of_goals, const std::vector<std::int32_t>& others, std::int32_t offset) {
    if (others.empty()) return;
    of_goals.resize(static_cast<std::size_t>(first), -1);
    for (const std::int32_t one : others) of_goals.push_back(one < 0 ? -1 : one + offset);
  };
  pad(world.next_goals, other.next_goals, first);
  pad(world.exit_of_goal, other.exit_of_goal, first_exit);
  world.exits.insert(world.exits.end(), other.exits.begin(), other.exits.end());
  for (const Vec2 goal : other.goals) world.goals.push_back(goal);
  for (const GoalRange& choice : other.choices) world.choices.push_back({choice.first + first, choice.end + first});
}

/// Adds the agents of another world, and its goals if they are not those of the `first` world.
void add_world(const World& first, Scenario&& scenario, Scenario& all) {
  World& world = all.world;
  std::int32_t offset = 0;
  if (!same_goals(first, scenario.world)) {
    offset = static_cast<std::int32_t>(world.goals.size());
    add_goals(scenario.world, world);
  }
  world.bounds = world.bounds.include(scenario.world.bounds.low).include(scenario.world.bounds.high);
  for (AgentRecord& agent : scenario.agents) {
    if (agent.goal >= 0) agent.goal += offset;
    all.agents.push_back(agent);
  }
}

/// Joins the worlds that can share what is not their own, but for those that are to be simulated `alone`.
std::vector<EnsembleScenario> join(const ScenarioRequest& request, std::span<const std::uint64_t> seeds,
                                   const std::function<bool(const Scenario&)>& alone) {
  std::vector<EnsembleScenario> all;
  std::vector<World> first_worlds;
  for (std::size_t place = 0; place < seeds.size(); ++place) {
    ScenarioRequest of_world = request;
    of_world.seed = seeds[place];
    Scenario scenario = make_scenario(of_world);
    const bool is_alone = alone(scenario);
    const auto found =
        std::ranges::find_if(all, [&](const EnsembleScenario& made) { return !is_alone && can_share(made.scenario, scenario); });
    const bool first = found == all.end();
    EnsembleScenario& made = first ? all.emplace_back() : *found;
    made.limits.push_back(scenario.parameters.steps);
    made.places.push_back(place);
    const std::int64_t agents = scenario.count();
    if (first) {
      first_worlds.push_back(scenario.world);
      made.scenario = std::move(scenario);
    } else {
      add_world(first_worlds[static_cast<std::size_t>(found - all.begin())], std::move(scenario), made.scenario);
    }
    made.scenario.ensemble.seeds.push_back(seeds[place]);
    made.scenario.ensemble.agents.push_back(agents);
  }
  return all;
}

}  // namespace

std::vector<std::uint64_t> parse_seeds(const std::string& label, const std::string& text) {
  std::vector<std::uint64_t> seeds;
  const auto fail = [&](const std::string& found, const std::string& expected) {
    throw InputError(label + ": found " + found + ", expected " + expected);
  };
  for (const std::string& part : split(text, ',')) {
    const std::size_t dots = part.find("..");
    const std::uint64_t first = parse_seed(label, part.substr(0, dots));
    const std::uint64_t last = dots == std::string::npos ? first : parse_seed(label, part.substr(dots + 2));
    if (last < first) fail(quote_text(part), "a range from the lower to the higher seed, such as 1..256");
    if (last - first >= most_seeds - seeds.size()) fail(quote_text(text), "at most a million seeds");
    for (std::uint64_t k = 0; k <= last - first; ++k) seeds.push_back(first + k);
  }
  std::vector<std::uint64_t> sorted = seeds;
  std::ranges::sort(sorted);
  if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end()) {
    fail("seed " + std::to_string(*twice) + " twice", "each once: worlds of one seed are the same");
  }
  return seeds;
}

std::vector<std::uint64_t> seeds_from(std::uint64_t first, std::int64_t count) {
  std::vector<std::uint64_t> seeds(static_cast<std::size_t>(count));
  std::iota(seeds.begin(), seeds.end(), first);
  return seeds;
}

std::vector<EnsembleScenario> make_ensembles(const ScenarioRequest& request, std::span<const std::uint64_t> seeds) {
  return join(request, seeds,
              [&](const Scenario& scenario) { return !simulation::one_world_text(choose_methods(scenario, request)).empty(); });
}

std::vector<EnsembleScenario> join_worlds(const ScenarioRequest& request, std::span<const std::uint64_t> seeds) {
  return join(request, seeds, [](const Scenario&) { return false; });
}

void repeat_worlds(std::size_t count, EnsembleScenario& made) {
  Ensemble& ensemble = made.scenario.ensemble;
  std::vector<AgentRecord>& agents = made.scenario.agents;
  const std::size_t own = ensemble.worlds();
  const std::size_t all = agents.size();
  const std::size_t rounds = count / own;
  std::size_t rest = 0;
  for (std::size_t world = 0; world < count % own; ++world) rest += static_cast<std::size_t>(ensemble.agents[world]);
  agents.resize(rounds * all + rest);
  for (std::size_t agent = all; agent < agents.size(); ++agent) agents[agent] = agents[agent - all];
  for (std::size_t world = own; world < count; ++world) {
    ensemble.agents.push_back(ensemble.agents[world - own]);
    ensemble.seeds.push_back(ensemble.seeds[world - own]);
    made.limits.push_back(made.limits[world - own]);
    made.places.push_back(made.places[world - own]);
  }
}

}  // namespace plethos::scenarios
