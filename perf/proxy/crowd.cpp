#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "algorithms/simulation/simulation.hpp"
#include "core/error.hpp"
#include "perf/proxy/measure.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/ensemble.hpp"
#include "scenarios/methods.hpp"
#include "scenarios/run/advance.hpp"
#include "scenarios/run/interrupt.hpp"
#include "scenarios/run/worlds.hpp"

namespace plethos::proxy {
namespace {

using simulation::Simulation;

/// Agents whose places are copied from the backend together.
constexpr std::int64_t most_read_at_once = 1 << 24;
/// Bytes of main memory that an agent takes while a crowd is made: its record, and its goal, which may be its own.
constexpr double bytes_of_making = sizeof(AgentRecord) + sizeof(Vec2);

scenarios::ScenarioRequest request_of(const Deck& deck, const DeckSize& size) {
  scenarios::ScenarioRequest request = deck.request;
  for (const auto& [key, value] : size.settings) request.settings[key] = value;
  request.agents = size.agents;
  return request;
}

std::unique_ptr<Simulation> make(const scenarios::Scenario& scenario, const scenarios::ScenarioRequest& request, const Place& place) {
  return Simulation::create(place.backend, scenario.parameters, scenario.world, scenario.range(),
                            scenarios::choose_methods(scenario, request), {place.ranks}, scenario.ensemble);
}

/// Returns so many worlds, of the seeds 1 to `kinds` and then again from 1 on.
scenarios::EnsembleScenario worlds_of(const Deck& deck, const DeckSize& size, std::int64_t count) {
  std::vector<scenarios::EnsembleScenario> made =
      scenarios::join_worlds(request_of(deck, size), scenarios::seeds_from(1, std::min(size.kinds, count)));
  if (made.size() > 1) throw InputError("deck " + deck.name + ": found worlds that differ in walls or the like, expected the same in all");
  scenarios::repeat_worlds(static_cast<std::size_t>(count), made.front());
  return std::move(made.front());
}

/// Returns how many worlds a share of the memory has room for, by what few worlds take.
std::int64_t worlds_of_share(const Deck& deck, const DeckSize& size, const Place& place, std::string& limit) {
  const auto bytes_of = [&](std::int64_t count) {
    const scenarios::EnsembleScenario few = worlds_of(deck, size, count);
    return static_cast<double>(make(few.scenario, request_of(deck, size), place)->bytes());
  };
  const std::int64_t some = std::max<std::int64_t>(2, size.kinds);
  const double of_some = bytes_of(some), of_twice = bytes_of(2 * some);
  const double piece = (of_twice - of_some) / static_cast<double>(some);
  const std::int64_t room = pieces_of_share(deck, size, place, std::max(0., of_some - static_cast<double>(some) * piece), piece,
                                            bytes_of_making * static_cast<double>(size.agents));
  const EnsembleIds ids(worlds_of(deck, size, some).ensemble());
  const auto most = static_cast<std::int64_t>(simulation::most_agents >> ids.shift());
  if (room <= most) return room;
  limit = "one process has " + std::to_string(simulation::most_agents) + " agents at most, of which a world counts as " +
          std::to_string(std::int64_t{1} << ids.shift());
  return most;
}

/// Returns the checksums of all worlds; nothing on ranks that have no frame.
std::vector<std::uint64_t> checksums(Simulation& simulation, const Ensemble& ensemble, const backends::Ranks& ranks) {
  if (ensemble.worlds() == 0) {
    const std::uint64_t sum = simulation.checksum();
    return ranks.rank() == 0 ? std::vector{sum} : std::vector<std::uint64_t>();
  }
  std::vector<std::size_t> worlds(ensemble.worlds());
  std::iota(worlds.begin(), worlds.end(), std::size_t{0});
  std::vector<std::uint64_t> sums;
  for (std::size_t first = 0; first < worlds.size();) {
    std::size_t end = first;
    for (std::int64_t agents = 0; end < worlds.size() && (end == first || agents + ensemble.agents[end] <= most_read_at_once); ++end) {
      agents += ensemble.agents[end];
    }
    for (const std::uint64_t sum : scenarios::world_checksums(simulation, ensemble, std::span(worlds).subspan(first, end - first))) {
      sums.push_back(sum);
    }
    first = end;
  }
  return sums;
}

}  // namespace

std::optional<Measured> measure_crowd(const Deck& deck, const DeckSize& size, const Place& place, const Moved& moved) {
  const Watch watch;
  Measured measured;
  const scenarios::ScenarioRequest request = request_of(deck, size);
  const bool one_world = size.pieces == 1;
  if (!one_world) require_one_rank(deck, size, place.ranks, "its worlds lie in one process, and each has its own sum");
  measured.pieces = size.pieces > 0 ? size.pieces : worlds_of_share(deck, size, place, measured.limit);
  scenarios::Scenario scenario =
      one_world ? scenarios::make_scenario(request, {place.ranks}) : worlds_of(deck, size, measured.pieces).scenario;
  const auto simulation = make(scenario, request, place);
  const Ensemble ensemble = scenario.ensemble;
  const std::int64_t agents = scenario.count();
  scenario = {};
  measured.setup_seconds = watch.seconds();

  const std::int64_t all = size.warm_up + size.repetitions * size.steps;
  const std::int64_t done = scenarios::advance(
      *simulation, 0, all, std::span(&size.steps, 1),
      [&](const scenarios::Stretch& stretch) {
        if (stretch.end > size.warm_up) measured.seconds.push_back(stretch.seconds);
        moved(stretch.end, all);
        return true;
      },
      place.ranks);
  if (done < all) return {};
  measured.amount = static_cast<double>(agents) * static_cast<double>(size.steps);
  measured.bytes = place.ranks.sum(simulation->bytes());
  measured.sums = checksums(*simulation, ensemble, place.ranks);
  const simulation::Statistics statistics = simulation->statistics();
  measured.work = {{"agents", agents},
                   {"agents_of_a_world", size.agents},
                   {"steps_of_a_repetition", size.steps},
                   {"arrived", statistics.arrived},
                   {"bytes_per_agent", static_cast<double>(measured.bytes) / static_cast<double>(agents)}};
  return measured;
}

}  // namespace plethos::proxy
