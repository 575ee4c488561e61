#include "algorithms/planning/grid/ways/grid_planner.hpp"

#include <algorithm>

#include "algorithms/planning/grid/map/blocked_cells.hpp"
#include "algorithms/planning/grid/search/search_traits.hpp"
#include "algorithms/planning/grid/ways/find_grid_seekers.hpp"
#include "algorithms/planning/grid/ways/renew_ways.hpp"
#include "backends/instantiate.hpp"
#include "core/copy_view.hpp"

namespace plethos::planning {

template <class Execution>
void GridSearches<Execution>::find_seekers(const Execution& execution, const GridFollowing<MemorySpace>& following,
                                           const SeekerCounts<MemorySpace>& counts) const {
  find_grid_seekers(execution, following, NoWalks(), counts);
}
PLETHOS_INSTANTIATE(GridSearches);

namespace {

template <class Execution>
class GridPlanner final : public Planner<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;

  GridPlanner(const PlannerSetup& setup, std::unique_ptr<GridSearches<Execution>> searches)
      : radius_(setup.largest_radius), searches_(std::move(searches)) {}

  bool prepare(const Execution& execution, const Surroundings<MemorySpace>& surroundings) override;
  void plan(const Execution& execution, const PlanningScene<MemorySpace>& scene) override;
  bool sees_agents() const override { return false; }
  void check_costs(const GridMap& map, const CostRange& range) const override {
    require_fitting_costs(map, range);
    searches_->check_costs(range);
  }
  void resume(std::span<const std::uint32_t>) override {
    Kokkos::deep_copy(counts_, 0);
    resumes_ = true;
  }
  std::uint64_t bytes() const override { return searches_->bytes() + buffers_.bytes() + pool_.bytes(); }
  std::vector<Counter> counters() const override {
    std::vector<Counter> counters{{"repairs", repairs_},
                                  {"cells", cells_},
                                  {"blocks", blocks_},
                                  {"renewed", element(ways_, 0), true},
                                  {"kept", element(ways_, 1), true}};
    for (const Counter& counter : searches_->walk_counters()) counters.push_back(counter);
    return counters;
  }

 private:
  void follow_grid(const Execution& execution, const Surroundings<MemorySpace>& surroundings);
  void claim_slots(const Execution& execution, std::int32_t agents);
  void renew_ways(const Execution& execution, const Surroundings<MemorySpace>& surroundings);

  float radius_;  ///< m, of the largest agent
  std::unique_ptr<GridSearches<Execution>> searches_;
  std::shared_ptr<const WorldGrid> map_;
  GridChanges changes_;
  GridGraph<MemorySpace> graph_;
  ChangeBuffers<MemorySpace> buffers_;
  bool is_changing_ = false;  ///< whether cells have changed, or will
  std::uint64_t repairs_ = 0, cells_ = 0, blocks_ = 0;
  GridPlaces<MemorySpace> places_;
  TileFrame tiles_;
  SearchPool<MemorySpace> pool_;
  Sight<MemorySpace> sight_;
  Goals<MemorySpace> goals_;
  bool resumes_ = false;
  std::uint64_t version_ = 0;
  SeekerCounts<MemorySpace> counts_{"plethos::grid::seekers"};
  Kokkos::View<std::uint64_t[2], MemorySpace> ways_{"plethos::grid::ways"};
};

template <class Execution>
bool GridPlanner<Execution>::prepare(const Execution& execution, const Surroundings<MemorySpace>& surroundings) {
  // What a saved crowd has was searched in the world of now.
  const bool renews = version_ != 0 && !resumes_;
  resumes_ = false;
  if (surroundings.version == version_) return false;
  const std::shared_ptr<const WorldGrid> map = require_grid(surroundings.world, searches_->name());
  execution.fence();
  follow_grid(execution, surroundings);
  places_ = {graph_, *map};
  tiles_ = {map->width, map->height};
  claim_slots(execution, surroundings.agents.capacity);
  searches_->claim_walks(execution, graph_, surroundings.agents.capacity);
  if (renews) renew_ways(execution, surroundings);
  sight_ = {surroundings.walls};
  goals_ = surroundings.goals;
  version_ = surroundings.version;
  return true;
}

/// Makes graph and searches those of the world as it is now.
template <class Execution>
void GridPlanner<Execution>::follow_grid(const Execution& execution, const Surroundings<MemorySpace>& surroundings) {
  const World& world = surroundings.world;
  const bool first = map_ == nullptr;
  map_ = world.grid;
  if (first) {
    graph_ = make_grid_graph(execution, *map_, searches_->parameters().connectivity);
    // What an obstacle covers now may be free later.
    searches_->check_costs({static_cast<std::int32_t>(graph_.cheapest), static_cast<std::int32_t>(graph_.dearest)});
  } else if (!surroundings.costs.cells.empty()) {
    fit_costs(*map_, surroundings.costs.range, graph_);
  }
  changes_.follow(world, surroundings.staying, radius_, surroundings.costs.cells);
  change_grid_graph(execution, changes_.changed(), changes_.touched(), graph_, buffers_);
  is_changing_ = !first || !world.moving.empty();
  if (first) {
    searches_->make(execution, graph_);
  } else if (!changes_.changed().empty()) {
    blocks_ += searches_->repair(execution, graph_, changes_.changed());
    ++repairs_;
    cells_ += changes_.changed().size();
  }
  // A step claims no memory.
  searches_->grow_fully();
}

template <class Execution>
void GridPlanner<Execution>::claim_slots(const Execution& execution, std::int32_t agents) {
  SlotShape shape = searches_->shape();
  if (pool_.slots() > 0 && pool_.shape().holds(shape)) return;
  if (is_changing_) {
    shape.nodes += shape.nodes / 8;
    shape.parents += shape.parents / 8;
  }
  renew_pool(execution, pool_, static_cast<std::uint64_t>(agents), shape, searches_->parameters());
}

template <class Execution>
void GridPlanner<Execution>::renew_ways(const Execution& execution, const Surroundings<MemorySpace>& surroundings) {
  const bool goals_moved = goals_.point.data() != surroundings.goals.point.data();
  const bool cells_changed = !changes_.changed().empty();
  if (!goals_moved && !cells_changed) return;
  // Nothing but a change that its user asks for makes ground cheaper, and then ways over it are wanted.
  const bool all = changes_.cheapened() || (cells_changed && searches_->parameters().renew == Renew::all);
  WayTiles touched;
  for (const std::int32_t cell : changes_.touched()) touched.add_cell(tiles_, cell);
  backends::for_each(execution, "plethos::grid::renew_ways", surroundings.agents.owned,
                     RenewWays<MemorySpace>{surroundings.agents, surroundings.first_word, touched, all, changes_.opened(),
                                            surroundings.goals, goals_, ways_});
  execution.fence();
}

template <class Execution>
void GridPlanner<Execution>::plan(const Execution& execution, const PlanningScene<MemorySpace>& scene) {
  const int agents = scene.agents.working;
  const GridFollowing<MemorySpace> following{scene, places_, sight_, static_cast<double>(radius_)};
  searches_->find_seekers(execution, following, counts_);
  // One slot runs also without agents: it clears the counts for the next step.
  searches_->search_for_agents(execution, std::max(1, std::min(agents, pool_.slots())), following, pool_, tiles_, counts_);
  backends::for_each(execution, "plethos::grid::head", agents, HeadAlongGrid<MemorySpace>{following});
}

}  // namespace

template <class Execution>
std::unique_ptr<Planner<Execution>> make_grid_planner(const PlannerSetup& setup, std::unique_ptr<GridSearches<Execution>> searches) {
  return std::make_unique<GridPlanner<Execution>>(setup, std::move(searches));
}

#define PLETHOS_MAKE_GRID_PLANNER(Execution) \
  template std::unique_ptr<Planner<Execution>> make_grid_planner(const PlannerSetup&, std::unique_ptr<GridSearches<Execution>>)
PLETHOS_FOR_EXECUTIONS(PLETHOS_MAKE_GRID_PLANNER);
#undef PLETHOS_MAKE_GRID_PLANNER

}  // namespace plethos::planning
