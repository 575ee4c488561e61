#pragma once

#include <memory>
#include <vector>

#include "algorithms/planning/counter.hpp"
#include "algorithms/planning/grid/map/grid_changes.hpp"
#include "algorithms/planning/grid/map/grid_graph.hpp"
#include "algorithms/planning/grid/search/search_traits.hpp"

namespace plethos::planning {

/// The grid of a world in which obstacles move and costs change, and a method's search in it. A method that does not take every cost has
/// check_costs().
template <class Execution, class Method>
class ChangingGrid {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Search = typename Method::template Search<MemorySpace>;
  using Parameters = typename Method::Parameters;

  /// Throws InputError for a grid whose costs do not fit, or that the method does not take.
  static void check(const WorldGrid& grid) {
    const CostRange range = require_fitting_costs(grid);
    if constexpr (requires { Method::check_costs(range); }) Method::check_costs(range);
  }

  /// Makes graph and search those of the world as it is now. Moving obstacles block the cells whose centers they come nearer to than
  /// `clearance` (m). Errors: as check() and Method::make_search(). Cost: at first a visit of all cells and make_search(); then
  /// GridChanges::follow(), change_grid_graph(), and a repair of the search, or make_search() for a method that repairs nothing. Waits.
  void follow(const Execution& execution, const World& world, std::size_t staying, float clearance, const Parameters& parameters);

  const GridGraph<MemorySpace>& graph() const { return graph_; }
  const Search& search() const { return search_; }
  /// What the last call of follow() has changed.
  const GridChanges& changes() const { return changes_; }
  /// Whether the world has changed, or will.
  bool is_changing() const { return is_changing_; }

  std::uint64_t bytes() const { return search_.bytes() + room_.bytes() + kept_.bytes(); }
  /// Returns how often cells have changed, how many in all, and how many blocks were searched again.
  std::vector<Counter> counters() const { return {{"repairs", repairs_}, {"cells", cells_}, {"blocks", blocks_}}; }

 private:
  void renew_search(const Execution& execution, const Parameters& parameters, bool repairs);

  std::shared_ptr<const WorldGrid> map_;
  GridChanges changes_;
  GridGraph<MemorySpace> graph_;
  ChangeRoom<MemorySpace> room_;
  Search search_;
  KeptBy<Method, MemorySpace> kept_;
  bool is_changing_ = false;
  std::uint64_t repairs_ = 0, cells_ = 0, blocks_ = 0;
};

template <class Execution, class Method>
void ChangingGrid<Execution, Method>::follow(const Execution& execution, const World& world, std::size_t staying, float clearance,
                                             const Parameters& parameters) {
  const bool first = map_ == nullptr;
  if (map_ != world.grid) {
    // What an obstacle covers now may be free later.
    check(*world.grid);
    if (first) {
      graph_ = make_grid_graph(execution, *world.grid, parameters.connectivity);
    } else {
      fit_costs(*world.grid, graph_);
    }
    map_ = world.grid;
  }
  changes_.follow(world, staying, clearance);
  change_grid_graph(execution, changes_.changed(), changes_.touched(), graph_, room_);
  is_changing_ = !first || !world.moving.empty();
  if (!first && changes_.changed().empty()) return;
  renew_search(execution, parameters, !first);
  if (first) return;
  ++repairs_;
  cells_ += changes_.changed().size();
}

template <class Execution, class Method>
void ChangingGrid<Execution, Method>::renew_search(const Execution& execution, const Parameters& parameters, bool repairs) {
  if constexpr (KeepsMemory<Method, MemorySpace>) {
    if (repairs) {
      search_ = Method::repair_search(execution, graph_, changes_.changed(), parameters, kept_, blocks_);
      return;
    }
  }
  search_ = make_search<Method>(execution, graph_, parameters, kept_);
  // A step claims no memory.
  if constexpr (grows<Search>) search_.grow_fully();
}

}  // namespace plethos::planning
