#include "scenarios/paths/path_pass.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <span>

#include "algorithms/planning/path_finder.hpp"

namespace plethos::scenarios {
namespace {

using planning::PathFinder;

/// Queries of the first batch for each thread of a CPU, and for a GPU. All threads work until shortly before a batch ends.
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

std::unique_ptr<PathFinder> prepare(const PathProblems& problems, const backends::Backend& backend, const std::string& planner,
                                    const ParameterValues& values, PathPass& pass) {
  std::unique_ptr<PathFinder> finder = planning::make_path_finder(backend, planner, problems.setup(), values);
  pass.offline_ms = milliseconds_of([&] { finder->prepare(problems.scenario.world); });
  return finder;
}

}  // namespace

PathPass find_paths(const PathProblems& problems, const backends::Backend& backend, const std::string& planner,
                    const ParameterValues& values) {
  PathPass pass;
  const std::unique_ptr<PathFinder> finder = prepare(problems, backend, planner, values, pass);
  pass.online_ms = milliseconds_of([&] { pass.paths = finder->find(problems.queries); });
  pass.bytes = finder->bytes();
  pass.in_flight = finder->in_flight();
  return pass;
}

PathPass find_paths_in_batches(const PathProblems& problems, const backends::Backend& backend, const std::string& planner,
                               const ParameterValues& values, const AfterBatch& after, planning::AbstractGraph* graph) {
  PathPass pass;
  const std::unique_ptr<PathFinder> finder = prepare(problems, backend, planner, values, pass);
  if (graph != nullptr) *graph = finder->abstract_graph();
  const std::span<const planning::PathQuery> queries = problems.queries;
  const std::size_t least = backend.scheduler ? 1 : least_of_device;
  std::size_t batch = backend.scheduler ? first_of_thread * static_cast<std::size_t>(std::max(1, backend.threads)) : least_of_device;
  for (std::size_t answered = 0; answered < queries.size() && after(answered);) {
    const std::size_t count = std::min(batch, queries.size() - answered);
    planning::Paths ways;
    const double ms = milliseconds_of([&] { ways = finder->find(queries.subspan(answered, count)); });
    if (count == queries.size()) {
      pass.paths = std::move(ways);
    } else {
      pass.paths.add(ways);
    }
    pass.online_ms += ms;
    pass.in_flight = std::max(pass.in_flight, finder->in_flight());
    answered += count;
    const double growth = std::min(milliseconds_of_batch / std::max(ms, 1e-3), fastest_growth);
    batch = std::max(least, static_cast<std::size_t>(growth * static_cast<double>(count)));
  }
  pass.bytes = finder->bytes();
  after(pass.paths.count());
  return pass;
}

}  // namespace plethos::scenarios
