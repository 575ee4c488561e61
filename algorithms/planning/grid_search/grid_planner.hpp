#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "algorithms/planning/grid_search/blocked_cells.hpp"
#include "algorithms/planning/grid_search/changing_grid.hpp"
#include "algorithms/planning/grid_search/grid_parameters.hpp"
#include "algorithms/planning/grid_search/grid_places.hpp"
#include "algorithms/planning/grid_search/grid_ways.hpp"
#include "algorithms/planning/grid_search/renew_ways.hpp"
#include "algorithms/planning/grid_search/search_pool.hpp"
#include "algorithms/planning/grid_search/search_traits.hpp"
#include "algorithms/planning/grid_search/way_list.hpp"
#include "algorithms/planning/planner.hpp"
#include "algorithms/planning/planner_setup.hpp"
#include "backends/append.hpp"
#include "core/copy_view.hpp"
#include "core/error.hpp"

namespace plethos::planning {

/// An agent looks in one of so many steps.
inline constexpr std::uint32_t look_interval = 8;

/// What the kernels of a step share: how agents follow their ways.
template <class MemorySpace>
struct GridFollowing {
  Scene<MemorySpace> scene;
  GridPlaces<MemorySpace> places;
  Sight<MemorySpace> sight;
  double reach;  ///< m, what agents keep from walls where they cut corners

  KOKKOS_INLINE_FUNCTION WayList<MemorySpace> list(int i) const { return {scene.agents.memory, scene.first_word, i}; }
  KOKKOS_INLINE_FUNCTION Point position(int i) const { return {scene.agents.position(i, 0), scene.agents.position(i, 1)}; }
  /// Where the agent's way ends: its goal, or the nearest place of an exit by a straight line.
  KOKKOS_INLINE_FUNCTION Point goal(int i) const {
    const std::int32_t number = scene.agents.goal(i);
    const std::int32_t exit = scene.goals.exit(number);
    if (exit >= 0) return scene.goals.exits.nearest(exit, scene.agents.position(i, 0), scene.agents.position(i, 1));
    return {scene.goals.point(number, 0), scene.goals.point(number, 1)};
  }
  KOKKOS_INLINE_FUNCTION bool ends(const WayList<MemorySpace>& way, std::int32_t k) const { return way.whole() && k + 1 == way.count(); }
  KOKKOS_INLINE_FUNCTION Point place(int i, const WayList<MemorySpace>& way, std::int32_t k) const {
    return ends(way, k) ? goal(i) : places.center(way.cell(k));
  }

  /// Whether it costs the agent more to walk straight to the place after the k-th of its list than by way of the k-th.
  KOKKOS_INLINE_FUNCTION bool is_dearer(int i, const WayList<MemorySpace>& way, std::int32_t k) const {
    if (places.graph.costs.extent(0) == 0) return false;
    const Point bend = place(i, way, k);
    const Point next = place(i, way, k + 1);
    // On even ground a way that hardly bends costs as much as the straight one, but for what is rounded.
    const double around = 1.000001 * (places.cost_along(position(i), bend) + places.cost_along(bend, next));
    return places.cost_along(position(i), next) > around;
  }
  /// Lets the agent head for the last listed place that it can walk to, of those that follow each other, but not straight over ground that
  /// costs more than its way.
  KOKKOS_INLINE_FUNCTION void advance(int i) const {
    const WayList<MemorySpace> way = list(i);
    std::int32_t k = way.at();
    while (k + 1 < way.count() && sight.clear(position(i), place(i, way, k + 1), reach) && !is_dearer(i, way, k)) ++k;
    if (k != way.at()) way.head_for(k);
  }
  /// Lets the agent move on along its list. It looks by turns, and where it is about to reach what it heads for. Returns whether it needs
  /// another list: it has none yet, it has been pushed off and forgets its way, or its list ends here and the way does not.
  KOKKOS_INLINE_FUNCTION bool seeks(int i) const {
    const WayList<MemorySpace> way = list(i);
    if (!way.searched()) return true;
    if (way.lost()) return false;
    const Point to = place(i, way, way.at());
    const float away = scene.headings.distance(scene.agents, i, static_cast<float>(to.x), static_cast<float>(to.y));
    const bool near = away < places.cell_size;
    if (!near && (scene.agents.id(i, 0) + scene.step()) % look_interval != 0) return false;
    if (!sight.visible(position(i), to)) {
      way.forget();
      return true;
    }
    if (near && way.at() + 1 == way.count() && !way.whole()) return true;
    advance(i);
    return false;
  }
};

/// Finds the agents that search in this step, and lets the others move on.
template <class MemorySpace>
struct FindGridSeekers {
  GridFollowing<MemorySpace> following;
  Kokkos::View<std::int32_t[4], MemorySpace> counts;  ///< agents that search, and those taken, by even and odd steps

  KOKKOS_FUNCTION void operator()(int i) const {
    const Scene<MemorySpace>& scene = following.scene;
    if (scene.agents.state(i) != active_state) return;
    if (following.seeks(i)) scene.room(backends::append_place(counts(scene.step() & 1))) = i;
  }
};

/// Searches the agents' ways, an agent in each slot; a slot takes one agent after the other.
template <class MemorySpace, class Search>
struct SearchAgentWays {
  static constexpr int grain = 1;
  using launch_bounds = SearchBounds;
  GridFollowing<MemorySpace> following;
  Search search;
  SearchPool<MemorySpace> pool;
  TileFrame tiles;
  Kokkos::View<std::int32_t[4], MemorySpace> counts;

  KOKKOS_FUNCTION void operator()(int slot) const { work(backends::OneThread(), slot, nullptr); }
  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    work(backends::Warp(), member.league_rank(), shared_open_nodes<Search>(member));
  }

 private:
  template <class Team>
  KOKKOS_INLINE_FUNCTION void work(const Team& team, int slot, OpenNodes* open) const {
    const std::uint32_t now = following.scene.step() & 1;
    if (slot == 0 && team.rank() == 0) {
      // The next step finds its counts at zero.
      counts(1 - now) = 0;
      counts(3 - now) = 0;
    }
    const std::int32_t waiting = counts(now);
    for (std::int32_t k = take(team, counts(2 + now)); k < waiting; k = take(team, counts(2 + now))) {
      answer(team, slot, open, following.scene.room(k));
    }
  }
  template <class Team>
  KOKKOS_INLINE_FUNCTION void answer(const Team& team, int slot, OpenNodes* open, int i) const {
    SearchSlot memory = pool.begin(team, slot, open);
    if constexpr (finds_parts<Search>) {
      if (team.rank() == 0) list_part(memory, i);
    } else {
      const std::int32_t from = cell_near(following.position(i));
      const std::int32_t to = cell_near(following.goal(i));
      const WayEnd end = from >= 0 && to >= 0 ? search_by(team, search, memory, from, to) : WayEnd::none;
      if (team.rank() == 0) list_way(memory, i, end, from, to);
    }
  }
  KOKKOS_INLINE_FUNCTION std::int32_t cell_near(Point p) const {
    return following.places.near(static_cast<float>(p.x), static_cast<float>(p.y));
  }

  // A list begins with the cell where the agent is, and ends with the goal itself, which is listed also if it lies in the same cell.

  KOKKOS_INLINE_FUNCTION void list_way(const SearchSlot& memory, int i, WayEnd end, std::int32_t from, std::int32_t to) const {
    const WayList<MemorySpace> way = following.list(i);
    if (end != WayEnd::found) return way.begin(0, true);
    std::int32_t count = from == to ? 2 : 1;
    search.for_each_bend(memory, from, to, [&](std::int32_t) { ++count; });
    way.begin(count < listed_cells ? count : listed_cells, count <= listed_cells);
    way.list(0, from);
    if (from == to) way.list(1, to);
    std::int32_t k = count;
    std::int32_t ahead = to;
    WayTiles crossed;
    search.for_each_bend(memory, from, to, [&](std::int32_t cell) {
      if (--k < listed_cells) way.list(k, cell);
      crossed.add_leg(tiles, cell, ahead);
      ahead = cell;
    });
    crossed.add_leg(tiles, from, ahead);
    if constexpr (lists_ways<Search>) {
      // Where the rest of the way leads was not listed.
      if (*memory.count > search.room) crossed.add_all();
    }
    way.cross(crossed);
    following.advance(i);
  }

  /// An agent whose list ends goes on with the same way. The search walks it once more from its beginning.
  KOKKOS_INLINE_FUNCTION void list_part(const SearchSlot& memory, int i) const {
    const WayList<MemorySpace> way = following.list(i);
    const WayPart<MemorySpace> part(following.scene.agents.memory, following.scene.first_word, i);
    if (way.searched()) {
      part.go_on(way.count() - 1);
    } else {
      part.begin(cell_near(following.position(i)), cell_near(following.goal(i)));
    }
    const std::int32_t from = part.from();
    const std::int32_t to = part.to();
    if (from < 0 || to < 0 || search.part(memory, from, to, part.first(), listed_cells) != WayEnd::found) return way.begin(0, true);
    const std::int32_t left = *memory.count - part.first();
    const std::int32_t listed = left < listed_cells ? left : listed_cells;
    way.begin(from == to ? 2 : listed, left <= listed_cells);
    for (std::int32_t k = 0; k < listed; ++k) way.list(k, memory.listed[k]);
    if (from == to) way.list(1, to);
    // What the search will find behind the listed part depends on all that it may see.
    WayTiles crossed;
    crossed.add_all();
    way.cross(crossed);
    following.advance(i);
  }
};

/// Writes the agents' headings.
template <class MemorySpace>
struct HeadAlongGrid {
  GridFollowing<MemorySpace> following;

  KOKKOS_FUNCTION void operator()(int i) const {
    const Scene<MemorySpace>& scene = following.scene;
    if (scene.agents.state(i) != active_state) {
      scene.headings.stand(i);
      return;
    }
    const WayList<MemorySpace> way = following.list(i);
    if (way.lost()) {
      scene.headings.lose(scene.agents, i);
      return;
    }
    const std::int32_t k = way.at();
    const Point to = following.place(i, way, k);
    const auto x = static_cast<float>(to.x);
    const auto y = static_cast<float>(to.y);
    const std::int32_t leg = way.serial() * (listed_cells + 1) + k;
    if (following.ends(way, k) && scene.goals.exit(scene.agents.goal(i)) < 0) {
      scene.headings.stop_at(scene.agents, i, x, y, leg, scene.time_step);
    } else {
      scene.headings.head_for(scene.agents, i, x, y, leg);
    }
  }
};

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
  void check_grid(const WorldGrid& grid) const override { ChangingGrid<Execution, Method>::check(grid); }
  void resume() override {
    Kokkos::deep_copy(counts_, 0);
    resumes_ = true;
  }
  std::uint64_t bytes() const override { return grid_.bytes() + pool_.bytes(); }
  std::vector<Counter> counters() const override {
    std::vector<Counter> counters = grid_.counters();
    counters.push_back({"renewed", element(ways_, 0)});
    counters.push_back({"kept", element(ways_, 1)});
    return counters;
  }

 private:
  void claim_slots(const Execution& execution, std::int32_t agents);
  void renew_ways(const Execution& execution, const Surroundings<MemorySpace>& surroundings);

  PlannerSetup setup_;
  typename Method::Parameters parameters_;
  ChangingGrid<Execution, Method> grid_;
  GridPlaces<MemorySpace> places_;
  TileFrame tiles_;
  SearchPool<MemorySpace> pool_;
  Sight<MemorySpace> sight_;
  Goals<MemorySpace> goals_;
  bool resumes_ = false;
  std::uint64_t version_ = 0;
  Kokkos::View<std::int32_t[4], MemorySpace> counts_{"plethos::grid::seekers"};
  Kokkos::View<std::uint64_t[2], MemorySpace> ways_{"plethos::grid::ways"};
};

template <class Execution, class Method>
bool GridPlanner<Execution, Method>::prepare(const Execution& execution, const Surroundings<MemorySpace>& surroundings) {
  // What a snapshot has was searched in the world of now.
  const bool renews = version_ != 0 && !resumes_;
  resumes_ = false;
  if (surroundings.version == version_) return false;
  const std::shared_ptr<const WorldGrid> map = require_grid(surroundings.world, Method::name);
  execution.fence();
  grid_.follow(execution, surroundings.world, surroundings.staying, setup_.largest_radius, parameters_);
  places_ = {grid_.graph(), *map};
  tiles_ = {map->width, map->height};
  claim_slots(execution, surroundings.agents.count);
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
void GridPlanner<Execution, Method>::renew_ways(const Execution& execution, const Surroundings<MemorySpace>& surroundings) {
  const bool goals_moved = goals_.point.data() != surroundings.goals.point.data();
  const GridChanges& changes = grid_.changes();
  const bool cells_changed = !changes.changed().empty();
  if (!goals_moved && !cells_changed) return;
  // Nothing but a change that its user asks for makes ground cheaper, and then ways over it are wanted.
  const bool all = changes.cheapened() || (cells_changed && parameters_.renew == Renew::all);
  WayTiles touched;
  for (const std::int32_t cell : changes.touched()) touched.add_cell(tiles_, cell);
  backends::for_each(execution, "plethos::grid::renew_ways", surroundings.agents.count,
                     RenewWays<MemorySpace>{surroundings.agents, surroundings.first_word, touched, all, changes.opened(),
                                            surroundings.goals, goals_, ways_});
  execution.fence();
}

template <class Execution, class Method>
void GridPlanner<Execution, Method>::plan(const Execution& execution, const Scene<MemorySpace>& scene) {
  const int agents = scene.agents.working;
  const GridFollowing<MemorySpace> following{scene, places_, sight_, static_cast<double>(setup_.largest_radius)};
  backends::for_each(execution, "plethos::grid::find_seekers", agents, FindGridSeekers<MemorySpace>{following, counts_});
  // One slot runs also without agents: it clears the counts for the next step.
  for_each_slot<Search>(execution, Method::search_label, std::max(1, std::min(agents, pool_.slots())),
                        SearchAgentWays<MemorySpace, Search>{following, grid_.search(), pool_, tiles_, counts_});
  backends::for_each(execution, "plethos::grid::head", agents, HeadAlongGrid<MemorySpace>{following});
}

}  // namespace plethos::planning
