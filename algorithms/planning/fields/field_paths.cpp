#include "algorithms/planning/fields/field_paths.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/planning/grid/map/blocked_cells.hpp"
#include "backends/instantiate.hpp"
#include "backends/teams.hpp"
#include "backends/zero.hpp"

namespace plethos::planning {
namespace {

template <class Execution>
class FieldPaths final : public PathFinder {
 public:
  using MemorySpace = typename Execution::memory_space;

  FieldPaths(const Execution& execution, std::unique_ptr<Fields<Execution>> fields) : execution_(execution), fields_(std::move(fields)) {}

  void prepare(const World& world) override;
  bool follow(const World& world, std::size_t staying, float clearance) override;
  void claim(std::span<const PathQuery> queries) override;
  Paths find(std::span<const PathQuery> queries) override;
  std::uint64_t bytes() const override { return graph_.bytes() + buffers_.bytes() + fields_->bytes(); }
  std::int64_t states() const override { return fields_->states(graph_); }
  std::vector<Counter> counters() const override {
    std::vector<Counter> counters{{"repairs", repairs_}, {"cells", cells_}};
    for (const Counter& counter : fields_->counters()) counters.push_back(counter);
    return counters;
  }
  std::int64_t in_flight() const override { return in_flight_; }
  AbstractGraph abstract_graph() const override {
    AbstractGraph graph;
    graph.squares = fields_->squares();
    return graph;
  }
  GoalField field(Vec2 goal) override;
  std::uint64_t least_bytes(const World& world, std::size_t queries) const override;

 private:
  using Numbers = Kokkos::View<std::int32_t*, MemorySpace>;
  /// Most ways list fewer places.
  static constexpr std::int32_t room = 128;

  /// Queries that end in the same cell, in the order of `asked_`.
  struct Goal {
    std::int32_t cell;
    std::size_t first, count;
  };

  /// Copies queries to the backend, and finds the cells that they lead from and to.
  std::vector<Goal> ask(std::span<const PathQuery> queries);
  std::vector<Goal> sort_by_goal(std::size_t queries);
  std::size_t fields_at_a_time() const;
  /// Returns the number of a goal's field among `sources_`, or -1.
  std::int32_t field_of(const Goal& goal) const;
  void make_fields(std::span<const Goal> goals);
  AskedQueries<MemorySpace> gather(std::span<const Goal> goals);
  /// Computes fields until the values that queries need are final, or those up to `most`.
  void spread(const AskedQueries<MemorySpace>& asked, std::int32_t most);
  void list(AskedQueries<MemorySpace> asked);
  void answer(std::span<const Goal> goals);

  Execution execution_;
  std::shared_ptr<const WorldGrid> grid_;
  GridGraph<MemorySpace> graph_;
  std::unique_ptr<Fields<Execution>> fields_;
  GridChanges changes_;
  ChangeBuffers<MemorySpace> buffers_;
  std::vector<FieldSource> sources_;  ///< of the fields that are there, by cell
  bool is_whole_ = false;             ///< whether these are the fields of all goals of the last find()
  bool is_repaired_ = false;          ///< whether they are those of the world as it is now, and have been repaired since then
  std::vector<std::int32_t> asked_;   ///< the queries that have both ends, by goal
  Kokkos::View<PathQuery*, MemorySpace> queries_;
  GridWays<MemorySpace> ways_;
  GridAnswers<MemorySpace> answers_;
  std::int64_t listed_ = 0;  ///< places of GridWays::cells that are taken
  Numbers batch_, field_of_;
  Kokkos::View<std::int32_t, MemorySpace> farthest_;
  std::int64_t in_flight_ = 0;
  std::uint64_t repairs_ = 0, cells_ = 0;
};

template <class Execution>
void FieldPaths<Execution>::prepare(const World& world) {
  grid_ = require_grid(world, fields_->settings().name);
  fields_->check(*grid_, cost_range(*grid_));
  renew_grid_graph(execution_, *grid_, fields_->settings().connectivity, graph_);
  fields_->prepare(execution_, graph_);
  changes_ = {};
  is_whole_ = is_repaired_ = false;
}

template <class Execution>
bool FieldPaths<Execution>::follow(const World& world, std::size_t staying, float clearance) {
  changes_.follow(world, staying, clearance);
  const std::span<const CellChange> changed = changes_.changed();
  change_grid_graph(execution_, changed, changes_.touched(), graph_, buffers_);
  cells_ += changed.size();
  if (!is_whole_) {
    fields_->prepare(execution_, graph_);
    return false;
  }
  if (!changed.empty()) {
    RepairTimes parts;
    fields_->change(execution_, graph_, changes_, parts);
    // A wave leads nowhere from a cell that the obstacle covers, and no query asks for its field.
    fields_->begin(execution_, sources_);
    ++repairs_;
  }
  is_repaired_ = true;
  return true;
}

template <class Execution>
std::uint64_t FieldPaths<Execution>::least_bytes(const World& world, std::size_t queries) const {
  const std::shared_ptr<const WorldGrid> grid = require_grid(world, fields_->settings().name);
  return GridGraph<MemorySpace>::bytes_of(*grid) + fields_->least_bytes(*grid) +
         queries * (sizeof(PathQuery) + GridWays<MemorySpace>::bytes_per_query + GridAnswers<MemorySpace>::bytes_per_query);
}

template <class Execution>
std::vector<typename FieldPaths<Execution>::Goal> FieldPaths<Execution>::sort_by_goal(std::size_t queries) {
  const std::pair<std::size_t, std::size_t> all(0, queries);
  const auto from = host_view(Kokkos::subview(ways_.from, all));
  const auto to = host_view(Kokkos::subview(ways_.to, all));
  asked_.clear();
  for (std::size_t q = 0; q < queries; ++q) {
    if (from(q) >= 0 && to(q) >= 0) asked_.push_back(static_cast<std::int32_t>(q));
  }
  const auto goal = [&](std::int32_t q) { return to(static_cast<std::size_t>(q)); };
  std::sort(asked_.begin(), asked_.end(), [&](std::int32_t a, std::int32_t b) { return std::pair(goal(a), a) < std::pair(goal(b), b); });
  std::vector<Goal> goals;
  for (std::size_t k = 0; k < asked_.size(); ++k) {
    if (goals.empty() || goals.back().cell != goal(asked_[k])) goals.push_back({goal(asked_[k]), k, 0});
    ++goals.back().count;
  }
  return goals;
}

template <class Execution>
std::size_t FieldPaths<Execution>::fields_at_a_time() const {
  const std::uint64_t memory = fields_->settings().search_memory > 0 ? static_cast<std::uint64_t>(fields_->settings().search_memory * 1e6f)
                                                                     : (backends::memory(execution_).free + fields_->bytes()) / 2;
  // More fields at a time than threads can work on save nothing.
  const std::uint64_t most = std::max(64, backends::concurrency(execution_).threads / backends::warp_size);
  return std::clamp<std::uint64_t>(memory / fields_->bytes_per_field(*grid_), 1, most);
}

template <class Execution>
std::vector<typename FieldPaths<Execution>::Goal> FieldPaths<Execution>::ask(std::span<const PathQuery> queries) {
  const std::size_t count = queries.size();
  if (queries_.size() < count) {
    queries_ = {};
    ways_ = {};
    queries_ = unset_view<decltype(queries_)>("plethos::fields::queries", count);
    ways_ = GridWays<MemorySpace>(count);
    answers_.claim(count);
    farthest_ = Kokkos::View<std::int32_t, MemorySpace>("plethos::fields::farthest");
  }
  copy_bytes(queries_.data(), in_host_memory<MemorySpace>, queries.data(), true, queries.size_bytes());
  backends::for_each(execution_, "plethos::grid::find_query_cells", static_cast<int>(count),
                     FindQueryCells<MemorySpace>{queries_, GridFrame(*grid_), graph_.passable, ways_});
  backends::for_each(execution_, "plethos::fields::clear_ways", static_cast<int>(count), backends::Zero<Numbers>{ways_.count});
  execution_.fence();
  listed_ = 0;
  return sort_by_goal(count);
}

template <class Execution>
void FieldPaths<Execution>::claim(std::span<const PathQuery> queries) {
  if (queries.empty()) return;
  const std::vector<Goal> goals = ask(queries);
  const std::span<const Goal> some = std::span(goals).first(std::min(fields_at_a_time(), goals.size()));
  is_whole_ = is_repaired_ = false;
  if (!some.empty() && !fields_->stops()) {
    fields_->make(execution_, graph_, static_cast<std::int32_t>(some.size()));
  } else if (!some.empty()) {
    make_fields(some);
    const AskedQueries<MemorySpace> asked = gather(some);
    spread(asked, 0);
    // No cell is reached then, and no way is listed.
    fields_->make(execution_, graph_, static_cast<std::int32_t>(some.size()));
    list(asked);
  }
  fields_->paths(execution_, answers_, queries_, *grid_, ways_, queries.size());
}

template <class Execution>
Paths FieldPaths<Execution>::find(std::span<const PathQuery> queries) {
  const std::size_t count = queries.size();
  in_flight_ = 0;
  if (count == 0) return {};
  const std::vector<Goal> goals = ask(queries);
  const std::size_t fields = std::max<std::size_t>(1, std::min(fields_at_a_time(), goals.size()));
  const auto is_there = [&](const Goal& goal) { return field_of(goal) >= 0; };
  if (is_repaired_ && std::all_of(goals.begin(), goals.end(), is_there)) {
    answer(goals);
  } else {
    for (std::size_t first = 0; first < goals.size(); first += fields) {
      const std::span<const Goal> some = std::span(goals).subspan(first, std::min(fields, goals.size() - first));
      make_fields(some);
      answer(some);
    }
    is_whole_ = !goals.empty() && fields >= goals.size();
  }
  is_repaired_ = false;
  return fields_->paths(execution_, answers_, queries_, *grid_, ways_, count);
}

template <class Execution>
GoalField FieldPaths<Execution>::field(Vec2 goal) {
  const GridCell cell = grid_->cell_at(goal);
  if (!grid_->is_passable(cell.x, cell.y)) return {};
  const Goal alone{static_cast<std::int32_t>(grid_->index(cell.x, cell.y)), 0, 0};
  make_fields(std::span(&alone, 1));
  fields_->spread(execution_, [] { return unreached; });
  is_whole_ = is_repaired_ = false;
  const auto costs = unset_view<Kokkos::View<float*, MemorySpace>>("plethos::fields::costs", grid_->passable.size());
  const float length = grid_->cell_size / static_cast<float>(fields_->unit());
  fields_->copy_field(execution_, graph_.cells(), length, costs);
  execution_.fence();
  const auto host = host_view(costs);
  return {goal, {host.data(), host.data() + host.size()}};
}

template <class Execution>
std::int32_t FieldPaths<Execution>::field_of(const Goal& goal) const {
  const auto before = [](const FieldSource& source, std::int32_t cell) { return source.cell < cell; };
  const auto found = std::lower_bound(sources_.begin(), sources_.end(), goal.cell, before);
  return found != sources_.end() && found->cell == goal.cell ? found->field : -1;
}

template <class Execution>
void FieldPaths<Execution>::make_fields(std::span<const Goal> goals) {
  sources_.clear();
  for (const Goal& goal : goals) sources_.push_back({static_cast<std::int32_t>(sources_.size()), goal.cell});
  fields_->make(execution_, graph_, static_cast<std::int32_t>(goals.size()));
  fields_->begin(execution_, sources_);
}

template <class Execution>
AskedQueries<typename Execution::memory_space> FieldPaths<Execution>::gather(std::span<const Goal> goals) {
  std::vector<std::int32_t> batch, field_of_query;
  for (const Goal& goal : goals) {
    const auto first = asked_.begin() + static_cast<std::ptrdiff_t>(goal.first);
    batch.insert(batch.end(), first, first + static_cast<std::ptrdiff_t>(goal.count));
    field_of_query.insert(field_of_query.end(), goal.count, field_of(goal));
  }
  return {ways_, refill_view("plethos::fields::batch", std::span<const std::int32_t>(batch), batch_),
          refill_view("plethos::fields::field_of", std::span<const std::int32_t>(field_of_query), field_of_)};
}

template <class Execution>
void FieldPaths<Execution>::spread(const AskedQueries<MemorySpace>& asked, std::int32_t most) {
  fields_->spread(execution_, [&] {
    set_element(farthest_, 0);
    fields_->find_farthest_query(execution_, static_cast<int>(asked.query.size()), asked, farthest_);
    execution_.fence();
    return std::min(most, element(farthest_));
  });
}

template <class Execution>
void FieldPaths<Execution>::list(AskedQueries<MemorySpace> asked) {
  const auto count = static_cast<int>(asked.query.size());
  const auto list_more = [&](std::int64_t places, std::int32_t each) {
    const std::int64_t begin = listed_;
    listed_ += places;
    const auto needed = static_cast<std::size_t>(listed_);
    if (ways_.cells.size() < needed) resize_view(ways_.cells, std::max(needed, 2 * ways_.cells.size()));
    set_element(ways_.counts, WayCounts{begin});
    asked.ways = ways_;
    fields_->list_places(execution_, count, asked, begin, each);
    execution_.fence();
  };
  list_more(std::int64_t{room} * count, room);
  if (const WayCounts counts = element(ways_.counts); counts.lack > 0) list_more(counts.lacking, 0);
}

template <class Execution>
void FieldPaths<Execution>::answer(std::span<const Goal> goals) {
  const AskedQueries<MemorySpace> asked = gather(goals);
  in_flight_ = std::max(in_flight_, static_cast<std::int64_t>(asked.query.size()));
  spread(asked, unreached);
  list(asked);
}

}  // namespace

template <class Execution>
std::unique_ptr<PathFinder> make_field_paths(const Execution& execution, std::unique_ptr<Fields<Execution>> fields) {
  return std::make_unique<FieldPaths<Execution>>(execution, std::move(fields));
}

#define PLETHOS_MAKE_FIELD_PATHS(Execution) \
  template std::unique_ptr<PathFinder> make_field_paths(const Execution&, std::unique_ptr<Fields<Execution>>)
PLETHOS_FOR_EXECUTIONS(PLETHOS_MAKE_FIELD_PATHS);
#undef PLETHOS_MAKE_FIELD_PATHS

}  // namespace plethos::planning
