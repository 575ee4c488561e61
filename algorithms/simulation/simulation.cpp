#include "algorithms/simulation/simulation.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>

#include "algorithms/avoidance/registry.hpp"
#include "algorithms/distribution/slabs.hpp"
#include "algorithms/distribution/start.hpp"
#include "algorithms/planning/registry.hpp"
#include "algorithms/planning/roadmap/roadmap.hpp"
#include "algorithms/simulation/searches.hpp"
#include "algorithms/simulation/simulation_on.hpp"
#include "algorithms/simulation/wall_stop.hpp"
#include "backends/instantiate.hpp"
#include "backends/out_of_memory.hpp"
#include "backends/ranks/agree.hpp"
#include "core/in_parts.hpp"
#include "core/point_text.hpp"

namespace plethos::simulation {
namespace {

/// Planners have tables by group.
constexpr std::int32_t most_groups = 1 << 20;

/// Throws InputError if a place is out of range. `name()` says what lies there.
template <class Name>
void require_in_range(Vec2 place, const Name& name) {
  if (!is_in_range(place)) throw InputError(name() + ": found " + point_text(place) + ", expected " + expected_in_range);
}

/// Throws InputError if something of the world lies out of range, where walks along walls and over cells may come to no end.
void check_world(const World& world) {
  const auto check_all = [](std::span<const Vec2> places, const auto& name) {
    for_each_in_parts(places.size(), [&](std::size_t i) { require_in_range(places[i], name); });
  };
  const auto numbered = [](const char* what, std::size_t i) { return [what, i] { return what + std::to_string(i); }; };
  for (std::size_t i = 0; i < world.polygons.size(); ++i) check_all(world.polygons[i].vertices, numbered("obstacle ", i));
  for (std::size_t i = 0; i < world.moving.size(); ++i) {
    check_all(world.moving[i].outline.vertices, numbered("moving obstacle ", i));
    check_all(world.moving[i].path, numbered("path of moving obstacle ", i));
  }
  for_each_in_parts(world.goals.size(),
                    [&, goals = world.goals.data()](std::size_t i) { require_in_range(goals[i], numbered("goal ", i)); });
  for (std::size_t i = 0; i < world.walkable.size(); ++i) check_all(world.walkable[i], numbered("walkable outline ", i));
  for (std::size_t i = 0; i < world.exits.size(); ++i) {
    for (const std::vector<Vec2>& outline : world.exits[i].outlines) check_all(outline, numbered("exit ", i));
    for (const Line& landing : world.exits[i].landings) check_all(std::array{landing.a, landing.b}, numbered("exit ", i));
  }
  check_all(std::array{world.bounds.low, world.bounds.high}, [] { return std::string("bounds"); });
}

/// Checks that nothing outside of memory would be read. Errors: see the messages. scenarios/validation.hpp looks at scenarios more closely.
void check_agents(const World& world, const AgentRange& agents, const Parameters& parameters) {
  for_each_in_parts(agents.records.size(), [&](std::size_t i) {
    const AgentRecord& agent = agents.records[i];
    const auto place = [&] { return "agent " + std::to_string(agents.first + static_cast<std::int64_t>(i)) + ": "; };
    require_in_range(agent.position, [&] { return place() + "position"; });
    if (agent.state != AgentState::absent && 2 * agent.radius > parameters.neighbor_distance) {
      throw InputError(place() + "radius: found " + number_text(agent.radius) + " m with a neighbor_distance of " +
                       number_text(parameters.neighbor_distance) + " m, expected one of at least " + number_text(2 * agent.radius) +
                       " m, between centers: agents would not see whom they touch");
    }
    if (agent.group < 0 || agent.group > most_groups) {
      throw InputError(place() + "group: found " + std::to_string(agent.group) + ", expected a number from 0 to " +
                       std::to_string(most_groups));
    }
    if (agent.state == AgentState::passive || agent.state == AgentState::absent) return;
    if (agent.goal >= 0 && static_cast<std::size_t>(agent.goal) < world.goals.size()) return;
    throw InputError(place() + "goal: found " + std::to_string(agent.goal) + ", expected the index of one of " +
                     std::to_string(world.goals.size()) + " goals");
  });
}

/// Returns the agents of a rank's slab. Errors: InputError if one is missing.
AgentRange slab_of(const AgentRange& agents, const backends::Ranks& ranks) {
  const distribution::RowRange slab = distribution::Slabs(agents.all, ranks.size()).of(ranks.rank());
  if (agents.holds(slab.first, slab.end)) return agents.part(slab.first, slab.end);
  throw InputError("agents: found those from " + std::to_string(agents.first) + " on, " + std::to_string(agents.records.size()) +
                   " of them, expected those from " + std::to_string(slab.first) + " up to " + std::to_string(slab.end));
}

/// Checks that what the agents of a world decide for all of them is the same in all worlds: how far from walls planners keep, and whether
/// steps look for walls between two places.
void check_same_worlds(const Ensemble& ensemble, std::span<const AgentRecord> records, const World& world, const Parameters& parameters) {
  if (world.most_segments() == 0 && world.grid == nullptr) return;
  std::optional<distribution::CrowdAtStart> first;
  std::size_t before = 0;
  for (std::size_t k = 0; k < ensemble.worlds(); ++k) {
    const auto count = static_cast<std::size_t>(ensemble.agents[k]);
    const auto crowd = distribution::crowd_at_start(backends::self(), AgentRange(records.subspan(before, count)));
    before += count;
    if (count == 0) continue;
    if (!first) first = crowd;
    const std::string place = "ensemble: world " + std::to_string(k) + ": ";
    if (crowd.largest_radius != first->largest_radius) {
      throw InputError(place + "found a largest radius of " + number_text(crowd.largest_radius) + " m, expected " +
                       number_text(first->largest_radius) + " m as in the first: planners keep so far from walls");
    }
    const auto stops = [&](const distribution::CrowdAtStart& at_start) {
      return may_pass_walls(at_start.least_time, parameters.time_step);
    };
    if (stops(crowd) != stops(*first)) {
      throw InputError(place + "found " + (stops(crowd) ? "an agent that" : "no agent that") +
                       " may go farther than its radius in a step, " +
                       "expected it as in the first: steps then look for walls between two places");
    }
  }
}

/// Checks that the worlds of an ensemble share out the agents. Errors: see the messages.
void check_ensemble(const Ensemble& ensemble, const AgentRange& agents, const World& world, const Parameters& parameters,
                    const MethodChoices& methods, const backends::Ranks& ranks) {
  check_worlds(methods, ensemble.worlds());
  if (ensemble.agents.size() != ensemble.seeds.size()) {
    throw InputError("ensemble: found the agents of " + std::to_string(ensemble.agents.size()) + " worlds and " +
                     std::to_string(ensemble.seeds.size()) + " seeds, expected as many");
  }
  if (ensemble.worlds() == 0) return;
  if (!ranks.alone()) {
    throw InputError("ensemble: found " + std::to_string(ensemble.worlds()) + " worlds on " + std::to_string(ranks.size()) +
                     " ranks, expected one rank; ranks can have an ensemble each");
  }
  std::int64_t sum = 0;
  for (const std::int64_t of_world : ensemble.agents) {
    if (of_world < 0) throw InputError("ensemble: found a world of " + std::to_string(of_world) + " agents, expected 0 or more");
    sum += of_world;
  }
  if (sum != agents.all) {
    throw InputError("ensemble: found worlds of " + std::to_string(sum) + " agents together, expected " + std::to_string(agents.all));
  }
  check_same_worlds(ensemble, agents.records, world, parameters);
  const EnsembleIds ids(ensemble);
  if (ids.count() > static_cast<std::int64_t>(most_agents)) {
    throw InputError("ensemble: found " + std::to_string(ensemble.worlds()) + " worlds with room for " +
                     std::to_string(std::int64_t{1} << ids.shift()) + " agents each, expected at most " + std::to_string(most_agents) +
                     " together; several smaller ensembles give the same");
  }
}

/// Checks that choices are ranges of the world's goals, in order.
void check_ranges(const World& world) {
  std::int32_t before = 0;
  for (const GoalRange& range : world.choices) {
    if (before <= range.first && range.first < range.end && static_cast<std::size_t>(range.end) <= world.goals.size()) {
      before = range.end;
      continue;
    }
    throw InputError("choices: found goals from " + std::to_string(range.first) + " up to " + std::to_string(range.end) +
                     ", expected a range that begins at " + std::to_string(before) + " or later, of " + std::to_string(world.goals.size()) +
                     " goals");
  }
}

}  // namespace

const std::vector<Stage>& stages() {
  using Execution = backends::HostExecution;
  static const std::vector<Stage> all{Perceive<Execution>::info(), Plan<Execution>::info(), Steer<Execution>::info(),
                                      Avoid<Execution>::info(), Move<Execution>::info()};
  return all;
}

std::uint64_t estimated_bytes(const Parameters& parameters, const World& world, std::size_t agents, const MethodChoices& methods) {
  std::uint64_t of_methods = 0;
  std::int32_t words = 0;
  for (const MethodFamily& family : method_families()) {
    const MethodInfo& method = family.find(methods.*family.chosen);
    of_methods += method.bytes_per_agent;
    words += method.words_per_agent;
  }
  const std::size_t segments = world.most_segments();
  const bool hold = skin_of(methods.neighbors, methods.values, parameters.neighbor_distance) > 0;
  const auto count = static_cast<std::int32_t>(std::min(agents, most_agents));
  // A wall and its index, which is smallest in a small grid.
  constexpr std::size_t bytes_per_segment = 88;
  constexpr std::size_t small_structures = 1 << 17;
  return crowd_bytes(count, words, parameters.neighbors) +
         list_bytes(count, parameters.neighbors, wall_capacity(parameters, segments), hold, hold) + agents * of_methods +
         (sizeof(Vec2) + (world.next_goals.empty() ? 0 : 4) + (world.choices.empty() ? 0 : sizeof(GoalRange))) * world.goals.size() +
         bytes_per_segment * segments +
         (methods.planner == planning::RoadmapMethod::info().name ? planning::tree_bytes(world, methods.roadmap_nodes.size()) : 0) +
         small_structures;
}

std::vector<std::string> avoidance_part_names() {
  std::vector<std::string> names;
  for (const MethodInfo& method : avoidance::Registry::infos()) {
    if (!avoidance::Registry::can_make<avoidance::Family, backends::HostExecution>(method.name)) continue;
    for (const auto& form : avoidance::make<backends::HostExecution>(method.name, {})->partial_forms()) {
      if (std::find(names.begin(), names.end(), form.part) == names.end()) names.emplace_back(form.part);
    }
  }
  return names;
}

std::unique_ptr<Simulation> Simulation::create(const backends::Backend& backend, const Parameters& parameters, const World& world,
                                               const AgentRange& agents, const MethodChoices& methods, const Sharing& sharing,
                                               const Ensemble& ensemble) {
  check_methods(methods);
  check_ranks(methods, sharing.ranks.size());
  const auto all = static_cast<std::size_t>(agents.all);
  const std::uint64_t needed = estimated_bytes(parameters, world, all / static_cast<std::size_t>(sharing.ranks.size()), methods);
  const auto lacks_memory = [&] { return backends::lack_of_memory(std::to_string(all) + " agents", needed, backend); };
  const std::size_t here = (all + static_cast<std::size_t>(sharing.ranks.size()) - 1) / static_cast<std::size_t>(sharing.ranks.size());
  if (all > most_agents_of_all) {
    throw InputError("agents: found " + std::to_string(all) + ", expected at most " + std::to_string(most_agents_of_all));
  }
  if (here > most_agents) {
    throw InputError("agents: found " + std::to_string(here) + " on a rank, expected at most " + std::to_string(most_agents) +
                     "; on more ranks each has fewer");
  }
  // Ranks of a host share its memory. A GPU has one rank.
  const std::uint64_t sharers = backend.scheduler ? static_cast<std::uint64_t>(sharing.ranks.ranks_on_host()) : 1;
  if (needed > backends::memory(backend).free / sharers) throw lacks_memory();
  const AgentRange slab = slab_of(agents, sharing.ranks);
  backends::agree(sharing.ranks, [&] { check_agents(world, slab, parameters); });
  check_world(world);
  check_ranges(world);
  check_choices(world, methods);
  check_ensemble(ensemble, agents, world, parameters, methods, sharing.ranks);
  try {
    return backends::visit(backend, [&](const auto& execution) -> std::unique_ptr<Simulation> {
      using Execution = std::decay_t<decltype(execution)>;
      return std::make_unique<SimulationOn<Execution>>(execution, parameters, world, slab, methods, sharing, ensemble);
    });
  } catch (const std::exception& error) {
    if (backends::is_out_of_memory(error)) throw lacks_memory();
    throw;
  }
}

std::uint64_t Simulation::bytes() const {
  std::uint64_t sum = 0;
  for (const MemoryPart& part : memory()) sum += part.bytes;
  return sum;
}

SavedSlab Checkpointing::save_slab() {
  SavedSlab saved;
  saved.crowd = save([&](std::int64_t first, std::span<const std::uint32_t> rows) {
    if (saved.rows.empty()) saved.first = first;
    saved.rows.insert(saved.rows.end(), rows.begin(), rows.end());
  });
  return saved;
}

void Checkpointing::load_slab(const SavedSlab& saved) {
  const std::int64_t words = words_of(saved.crowd.fields);
  load(saved.crowd, [&](std::int64_t first, std::span<std::uint32_t> rows) {
    std::copy_n(saved.rows.begin() + (first - saved.first) * words, rows.size(), rows.begin());
  });
}

}  // namespace plethos::simulation
