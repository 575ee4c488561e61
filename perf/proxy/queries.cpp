#include <algorithm>
#include <cmath>
#include <memory>

#include "algorithms/planning/path_finder.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "perf/proxy/measure.hpp"
#include "scenarios/paths/path_problems.hpp"
#include "scenarios/run/interrupt.hpp"

namespace plethos::proxy {
namespace {

std::vector<scenarios::PathProblems> problems_of(const DeckSize& size) {
  std::vector<scenarios::PathProblems> problems;
  for (std::int64_t kind = 0; kind < size.kinds; ++kind) {
    problems.push_back(scenarios::make_path_problems(scenarios::map_request(size.drawn),
                                                     {.queries = size.queries, .seed = static_cast<std::uint64_t>(kind + 1)}));
  }
  return problems;
}

/// Returns the planner's parameters, with the memory of searches that run at the same time.
ParameterValues values_of(const Deck& deck, const DeckSize& size, const Place& place) {
  scenarios::ScenarioRequest request = deck.request;
  for (const auto& [key, value] : size.settings) request.settings[key] = value;
  ParameterValues values;
  scenarios::check_request(request, {});
  scenarios::apply_to_values(request, values);
  double megabytes = static_cast<double>(size.search_memory);
  if (size.search_memory == 0) {
    if (!backends::on_device(place.backend.name)) {
      throw InputError("proxy " + deck.name + " --size " + size.name + ": found backend " + place.backend.name +
                       ", expected a GPU: a CPU runs a search a thread, whatever its memory; --size node fills it");
    }
    megabytes = std::floor(1e-6 * place.share * static_cast<double>(backends::memory(place.backend).total));
  }
  values["search_memory"] = megabytes;
  return values;
}

/// How long ways are.
Json ways_json(const planning::Paths& paths) {
  std::vector<double> lengths;
  for (std::size_t query = 0; query < paths.count(); ++query) {
    if (paths.is_solved(query)) lengths.push_back(paths.length(query));
  }
  if (lengths.empty()) return Json::object();
  std::sort(lengths.begin(), lengths.end());
  double sum = 0;
  for (const double length : lengths) sum += length;
  const auto at_share = [&](double share) { return lengths[static_cast<std::size_t>(share * static_cast<double>(lengths.size() - 1))]; };
  const auto count = static_cast<double>(lengths.size());
  return {{"solved", lengths.size()},      {"length_mean", sum / count},
          {"length_p10", at_share(0.1)},   {"length_p90", at_share(0.9)},
          {"length_most", lengths.back()}, {"legs_mean", (static_cast<double>(paths.points.size()) - count) / count}};
}

}  // namespace

std::optional<Measured> measure_queries(const Deck& deck, const DeckSize& size, const Place& place, const Moved& moved) {
  require_one_rank(deck, size, place.ranks, "queries are answered in one process");
  const Watch watch;
  Measured measured;
  const std::string planner = deck.request.methods.at("planner");
  const ParameterValues values = values_of(deck, size, place);
  const std::vector<scenarios::PathProblems> problems = problems_of(size);
  const World& world = problems.front().scenario.world;
  const auto finder = planning::make_path_finder(place.backend, planner, problems.front().setup(), values);
  planning::require_memory(*finder, place.backend, planner, world, problems.front().queries.size());
  finder->prepare(world);
  finder->claim(problems.front().queries);
  measured.pieces = size.pieces;
  measured.setup_seconds = watch.seconds();

  const auto kinds = static_cast<std::size_t>(size.kinds);
  measured.sums.resize(static_cast<std::size_t>(size.pieces));
  const std::int64_t passes = size.warm_up + size.repetitions;
  const std::int64_t all = passes * size.pieces;
  planning::Paths paths;
  for (std::int64_t pass = 0; pass < passes; ++pass) {
    double seconds = 0;
    for (std::size_t piece = 0; piece < measured.sums.size(); ++piece) {
      if (scenarios::interrupted() != 0) return {};
      const Watch of_set;
      planning::Paths found = finder->find(problems[piece % kinds].queries);
      seconds += of_set.seconds();
      const std::uint64_t sum = planning::checksum(found);
      if (pass > 0 && sum != measured.sums[piece]) {
        throw MachineError("pass " + std::to_string(pass + 1) + " found other ways than the one before");
      }
      measured.sums[piece] = sum;
      if (pass == 0 && piece == 0) paths = std::move(found);
      moved(pass * size.pieces + static_cast<std::int64_t>(piece) + 1, all);
    }
    if (pass >= size.warm_up) measured.seconds.push_back(seconds);
  }
  measured.amount = static_cast<double>(size.pieces) * static_cast<double>(size.queries);
  measured.bytes = finder->bytes();
  measured.work = {
      {"map", size.drawn.name()}, {"planner", planner}, {"queries_of_a_set", size.queries}, {"in_flight", finder->in_flight()}};
  measured.work.update(ways_json(paths));
  return measured;
}

}  // namespace plethos::proxy
