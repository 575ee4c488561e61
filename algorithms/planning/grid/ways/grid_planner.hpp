#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "algorithms/planning/grid/map/blocked_cells.hpp"
#include "algorithms/planning/grid/map/grid_parameters.hpp"
#include "algorithms/planning/grid/ways/changing_grid.hpp"
#include "algorithms/planning/grid/ways/renew_ways.hpp"
#include "algorithms/planning/grid/ways/search_agent_ways.hpp"
#include "algorithms/planning/planner_setup.hpp"
#include "core/copy_view.hpp"
#include "core/error.hpp"

namespace plethos::planning {

/// Lets each agent search its own way in the world's grid and follow it: it heads for the furthest cell of its list that it can walk to
/// straight. It searches again when it no longer sees where it heads, when its list of the way's beginning ends, when its goal has changed,
/// and when cells have changed that its way crosses (Renew). Moving obstacles block the cells that they come near. An agent without a way
/// is lost until cells become passable. Cost: a look along a line for each agent, and a search for the few that need one. After a change of
/// the world ChangingGrid::follow(), and a look at a few words of each agent. Errors: InputError for a world without a grid, and as
/// ChangingGrid::follow().
template <class Execution, class Method>
class GridPlanner final : public Planner<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Search = typename Method::template Search<MemorySpace>;

  GridPlanner(const PlannerSetup& setup, const typename Method::Parameters& parameters) : setup_(setup), parameters_(parameters) {}

  bool prepare(const Execution& execution, const Surroundings<MemorySpace>& surroundings) override;
  void plan(const Execution& execution, const Scene<MemorySpace>& scene) override;
  bool sees_agents() const override { return false; }
  void check_grid(const WorldGrid& grid) const override { ChangingGrid<Execution, Method>::check(grid); }
  void resume(std::span<const std::uint32_t>) override {
    Kokkos::deep_copy(counts_, 0);
    resumes_ = true;
  }
  std::uint64_t bytes() const override { return grid_.bytes() + pool_.bytes() + walks_.bytes(); }
  std::vector<Counter> counters() const override {
    std::vector<Counter> counters = grid_.counters();
    counters.push_back({"renewed", element(ways_, 0), true});
    counters.push_back({"kept", element(ways_, 1), true});
    for (const Counter& counter : walks_.counters()) counters.push_back(counter);
    return counters;
  }

 private:
  void claim_slots(const Execution& execution, std::int32_t agents);
  void claim_walks(const Execution& execution, std::int32_t agents);
  void renew_ways(const Execution& execution, const Surroundings<MemorySpace>& surroundings);

  PlannerSetup setup_;
  typename Method::Parameters parameters_;
  ChangingGrid<Execution, Method> grid_;
  GridPlaces<MemorySpace> places_;
  TileFrame tiles_;
  SearchPool<MemorySpace> pool_;
  typename WalksOf<Search>::type walks_;
  std::int32_t walkers_ = 0;  ///< agents for whom walks_ was made
  Sight<MemorySpace> sight_;
  Goals<MemorySpace> goals_;
  bool resumes_ = false;
  std::uint64_t version_ = 0;
  Kokkos::View<std::int32_t[4], MemorySpace> counts_{"plethos::grid::seekers"};
  Kokkos::View<std::uint64_t[2], MemorySpace> ways_{"plethos::grid::ways"};
};

template <class Execution, class Method>
bool GridPlanner<Execution, Method>::prepare(const Execution& execution, const Surroundings<MemorySpace>& surroundings) {
  // What a saved crowd has was searched in the world of now.
  const bool renews = version_ != 0 && !resumes_;
  resumes_ = false;
  if (surroundings.version == version_) return false;
  const std::shared_ptr<const WorldGrid> map = require_grid(surroundings.world, Method::name);
  execution.fence();
  grid_.follow(execution, surroundings.world, surroundings.staying, setup_.largest_radius, parameters_);
  places_ = {grid_.graph(), *map};
  tiles_ = {map->width, map->height};
  claim_slots(execution, surroundings.agents.capacity);
  claim_walks(execution, surroundings.agents.capacity);
  if (!grid_.changes().changed().empty()) walks_.forget();
  if (renews) renew_ways(execution, surroundings);
  sight_ = {surroundings.walls};
  goals_ = surroundings.goals;
  version_ = surroundings.version;
  return true;
}

template <class Execution, class Method>
void GridPlanner<Execution, Method>::claim_slots(const Execution& execution, std::int32_t agents) {
  SlotShape shape = grid_.search().shape();
  if (pool_.slots() > 0 && pool_.shape().holds(shape)) return;
  if (grid_.is_changing()) {
    shape.nodes += shape.nodes / 8;
    shape.parents += shape.parents / 8;
  }
  renew_pool(execution, pool_, static_cast<std::uint64_t>(agents), shape, parameters_);
}

template <class Execution, class Method>
void GridPlanner<Execution, Method>::claim_walks(const Execution& execution, std::int32_t agents) {
  if constexpr (finds_parts<Search>) {
    if (walkers_ >= agents) return;
    // The memory of before is free for the new one.
    walks_ = {};
    walks_ = Method::make_walks(execution, grid_.graph(), agents, parameters_);
    walkers_ = agents;
  }
}

template <class Execution, class Method>
void GridPlanner<Execution, Method>::renew_ways(const Execution& execution, const Surroundings<MemorySpace>& surroundings) {
  const bool goals_moved = goals_.point.data() != surroundings.goals.point.data();
  const GridChanges& changes = grid_.changes();
  const bool cells_changed = !changes.changed().empty();
  if (!goals_moved && !cells_changed) return;
  // Nothing but a change that its user asks for makes ground cheaper, and then ways over it are wanted.
  const bool all = changes.cheapened() || (cells_changed && parameters_.renew == Renew::all);
  WayTiles touched;
  for (const std::int32_t cell : changes.touched()) touched.add_cell(tiles_, cell);
  backends::for_each(execution, "plethos::grid::renew_ways", surroundings.agents.owned,
                     RenewWays<MemorySpace>{surroundings.agents, surroundings.first_word, touched, all, changes.opened(),
                                            surroundings.goals, goals_, ways_});
  execution.fence();
}

template <class Execution, class Method>
void GridPlanner<Execution, Method>::plan(const Execution& execution, const Scene<MemorySpace>& scene) {
  const int agents = scene.agents.working;
  const GridFollowing<MemorySpace> following{scene, places_, sight_, static_cast<double>(setup_.largest_radius)};
  backends::for_each(execution, "plethos::grid::find_seekers", agents, FindGridSeekers<MemorySpace, Search>{following, walks_, counts_});
  // One slot runs also without agents: it clears the counts for the next step.
  for_each_slot<Search>(execution, Method::search_label, std::max(1, std::min(agents, pool_.slots())),
                        SearchAgentWays<MemorySpace, Search>{following, grid_.search(), pool_, walks_, tiles_, counts_});
  backends::for_each(execution, "plethos::grid::head", agents, HeadAlongGrid<MemorySpace>{following});
}

}  // namespace plethos::planning
