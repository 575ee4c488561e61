#include "scenarios/paths/path_pass.hpp"

#include <algorithm>
#include <chrono>
#include <span>

namespace plethos::scenarios {
namespace {

/// Queries of the first batch for each thread of a CPU, and of every batch for a GPU. All threads work until shortly before a batch ends.
constexpr std::size_t first_of_thread = 256;
constexpr std::size_t least_of_device = 65536;
/// The next batch takes about so long, and is at most so many times the last one.
constexpr double milliseconds_of_batch = 300;
constexpr double fastest_growth = 4;

double milliseconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

PathSearch::PathSearch(const PathProblems& problems, const backends::Backend& backend, const std::string& planner,
                       const ParameterValues& values)
    : problems_(problems),
      device_(backend.scheduler == nullptr),
      threads_(static_cast<std::size_t>(std::max(1, backend.threads))),
      finder_(planning::make_path_finder(backend, planner, problems.setup(), values)) {
  planning::require_memory(*finder_, backend, planner, problems.scenario.world, problems.queries.size());
  prepare();
}

void PathSearch::prepare() {
  offline_ms_ = milliseconds_of([&] { finder_->prepare(problems_.scenario.world); });
}

PathPass PathSearch::find() {
  PathPass pass;
  pass.offline_ms = offline_ms_;
  pass.online_ms = milliseconds_of([&] { pass.paths = finder_->find(problems_.queries); });
  pass.bytes = finder_->bytes();
  pass.states = finder_->states();
  pass.in_flight = finder_->in_flight();
  return pass;
}

PathPass PathSearch::find_after(const World& world, std::size_t staying) {
  bool repaired = false;
  offline_ms_ = milliseconds_of([&] { repaired = finder_->follow(world, staying, problems_.setup().largest_radius); });
  PathPass pass = find();
  pass.repaired = repaired;
  return pass;
}

PathPass PathSearch::find_in_batches(const AfterBatch& after) {
  PathPass pass;
  pass.offline_ms = offline_ms_;
  const std::span<const planning::PathQuery> queries = problems_.queries;
  const std::size_t least = device_ ? least_of_device : 1;
  std::size_t batch = device_ ? least_of_device : first_of_thread * threads_;
  while (after(pass.paths.count()) && pass.paths.count() < queries.size()) {
    const std::size_t answered = pass.paths.count();
    const std::size_t count = std::min(batch, queries.size() - answered);
    planning::Paths ways;
    const double ms = milliseconds_of([&] { ways = finder_->find(queries.subspan(answered, count)); });
    pass.paths.append(ways);
    pass.online_ms += ms;
    pass.in_flight = std::max(pass.in_flight, finder_->in_flight());
    const double growth = std::min(milliseconds_of_batch / std::max(ms, 1e-3), fastest_growth);
    batch = std::max(least, static_cast<std::size_t>(growth * static_cast<double>(count)));
  }
  pass.bytes = finder_->bytes();
  pass.states = finder_->states();
  return pass;
}

}  // namespace plethos::scenarios
