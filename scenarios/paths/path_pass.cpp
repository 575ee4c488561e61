#include "scenarios/paths/path_pass.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <span>
#include <utility>

namespace plethos::scenarios {
namespace {

/// Queries of the first batch for each thread of a CPU, and of every batch for a GPU. All threads work until shortly before a batch ends.
constexpr std::size_t first_of_thread = 256;
/// And the goals of these queries on a CPU: what a planner makes for a goal may take a tenth of a second, and queries with one goal share
/// it.
constexpr std::size_t first_goals_of_thread = 4;
constexpr std::size_t least_of_device = 65536;
/// The next batch takes about so long, and is at most so many times the last one.
constexpr double milliseconds_of_batch = 300;
constexpr double fastest_growth = 4;

double milliseconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

struct Batch {
  std::size_t queries, goals;
};

/// Returns how many of the first queries, and of goals that differ, are within both bounds.
Batch next_batch(std::span<const planning::PathQuery> queries, Batch most) {
  const std::size_t count = std::min(most.queries, queries.size());
  if (most.goals >= count) return {count, count};
  std::set<std::pair<float, float>> goals;
  for (std::size_t q = 0; q < count; ++q) {
    goals.emplace(queries[q].to.x, queries[q].to.y);
    if (goals.size() > most.goals) return {q, most.goals};
  }
  return {count, goals.size()};
}

}  // namespace

PathSearch::PathSearch(const PathProblems& problems, const backends::Backend& backend, const std::string& planner,
                       const ParameterValues& values)
    : problems_(problems), device_(backend.scheduler == nullptr), threads_(static_cast<std::size_t>(std::max(1, backend.threads))) {
  for (std::size_t place = 0; place < problems.places(); ++place) {
    finders_.push_back(planning::make_path_finder(backend, planner, problems.setup(place), values));
    planning::require_memory(*finders_.back(), backend, planner, problems.at(place).world, problems.queries.size());
  }
  prepare();
}

void PathSearch::prepare() {
  offline_ms_ = milliseconds_of([&] {
    for (std::size_t place = 0; place < finders_.size(); ++place) finders_[place]->prepare(problems_.at(place).world);
  });
}

void PathSearch::share(std::size_t first, std::size_t count, const Work& work) {
  const std::span<const planning::PathQuery> queries = std::span(problems_.queries).subspan(first, count);
  if (finders_.size() == 1) return work(*finders_.front(), queries);
  for (std::size_t place = 0; place < finders_.size(); ++place) {
    std::vector<planning::PathQuery> own;
    for (std::size_t k = 0; k < count; ++k) {
      if (problems_.place_of(first + k) == place) own.push_back(queries[k]);
    }
    work(*finders_[place], own);
  }
}

double PathSearch::claim(std::size_t first, std::size_t count) {
  if (count <= claimed_) return 0;
  claimed_ = count;
  return milliseconds_of([&] {
    share(first, count, [](planning::PathFinder& finder, std::span<const planning::PathQuery> queries) { finder.claim(queries); });
  });
}

planning::Paths PathSearch::answer(std::size_t first, std::size_t count) {
  std::vector<planning::Paths> found;
  share(first, count,
        [&](planning::PathFinder& finder, std::span<const planning::PathQuery> queries) { found.push_back(finder.find(queries)); });
  if (found.size() == 1) return std::move(found.front());
  planning::Paths paths;
  std::vector<std::size_t> next(finders_.size(), 0);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t place = problems_.place_of(first + k);
    paths.add(found[place].way(next[place]++));
  }
  return paths;
}

std::int64_t PathSearch::in_flight() const {
  std::int64_t most = 0;
  for (const auto& finder : finders_) most = std::max(most, finder->in_flight());
  return most;
}

void PathSearch::describe(PathPass& pass) const {
  for (const auto& finder : finders_) {
    pass.bytes += finder->bytes();
    pass.states += finder->states();
  }
}

PathPass PathSearch::find() {
  PathPass pass;
  pass.offline_ms = offline_ms_;
  pass.claim_ms = claim(0, problems_.queries.size());
  pass.online_ms = milliseconds_of([&] { pass.paths = answer(0, problems_.queries.size()); });
  pass.in_flight = in_flight();
  describe(pass);
  return pass;
}

PathPass PathSearch::find_after(const World& world, std::size_t staying) {
  bool repaired = true;
  offline_ms_ = 0;
  const auto first_mover = world.polygons.begin() + static_cast<std::ptrdiff_t>(staying);
  for (std::size_t place = 0; place < finders_.size(); ++place) {
    const World& own = problems_.at(place).world;
    const std::size_t own_staying = place == 0 ? staying : own.polygons.size();
    World changed = place == 0 ? World() : own;
    if (place > 0) changed.polygons.insert(changed.polygons.end(), first_mover, world.polygons.end());
    const float clearance = problems_.setup(place).largest_radius;
    offline_ms_ +=
        milliseconds_of([&] { repaired = finders_[place]->follow(place == 0 ? world : changed, own_staying, clearance) && repaired; });
  }
  PathPass pass = find();
  pass.repaired = repaired;
  return pass;
}

std::vector<planning::Counter> PathSearch::counters() const {
  std::vector<planning::Counter> sums = finders_.front()->counters();
  for (std::size_t place = 1; place < finders_.size(); ++place) {
    const std::vector<planning::Counter> more = finders_[place]->counters();
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k].value += more[k].value;
  }
  return sums;
}

PathPass PathSearch::find_in_batches(const AfterBatch& after) {
  PathPass pass;
  pass.offline_ms = offline_ms_;
  const std::size_t queries = problems_.queries.size();
  const Batch least{device_ ? least_of_device : first_of_thread * threads_, device_ ? least_of_device : first_goals_of_thread * threads_};
  Batch most = least;
  while (after(pass.paths.count()) && pass.paths.count() < queries) {
    const std::size_t answered = pass.paths.count();
    const auto [count, goals] = next_batch(std::span(problems_.queries).subspan(answered), most);
    pass.claim_ms += claim(answered, count);
    planning::Paths ways;
    const double ms = milliseconds_of([&] { ways = answer(answered, count); });
    pass.paths.append(ways);
    pass.online_ms += ms;
    pass.in_flight = std::max(pass.in_flight, in_flight());
    const double growth = std::min(milliseconds_of_batch / std::max(ms, 1e-3), fastest_growth);
    const auto grown = [&](std::size_t size) { return static_cast<std::size_t>(growth * static_cast<double>(size)); };
    most = {std::max(least.queries, grown(count)), std::max(least.goals, grown(goals))};
  }
  describe(pass);
  return pass;
}

}  // namespace plethos::scenarios
