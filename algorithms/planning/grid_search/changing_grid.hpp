#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "algorithms/planning/counter.hpp"
#include "algorithms/planning/grid_search/grid_changes.hpp"
#include "algorithms/planning/grid_search/grid_graph.hpp"
#include "algorithms/planning/grid_search/search_traits.hpp"

namespace plethos::planning {

/// Whether a method can repair its search after a change of the grid. It has a structure `Kept<MemorySpace>` then, with bytes(), for what
/// that takes, and two functions. keep_search(execution, graph, parameters, kept) is make_search() that keeps it.
/// repair_search(execution, graph, changes, parameters, kept, blocks) returns the search that make_search() would return for the graph, and
/// adds the blocks that it searched again. Where a method has none of them, its search is made anew.
template <class Method, class MemorySpace>
concept RepairsSearch = requires {
  typename Method::template Kept<MemorySpace>;
};

/// Of a method that repairs nothing.
struct NothingKept {
  static std::uint64_t bytes() { return 0; }
};

template <class Method, class MemorySpace>
struct KeptBy {
  using type = NothingKept;
};
template <class Method, class MemorySpace>
requires RepairsSearch<Method, MemorySpace>
struct KeptBy<Method, MemorySpace> {
  using type = typename Method::template Kept<MemorySpace>;
};

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
  /// GridChanges::follow(), change_grid_graph(), and a repair of the search, or make_search() for a method that repairs nothing. A world
  /// without moving obstacles keeps nothing for a repair, and pays for it in its first change. Waits.
  void follow(const Execution& execution, const World& world, std::size_t staying, float clearance, const Parameters& parameters);

  const GridGraph<MemorySpace>& graph() const { return graph_; }
  const Search& search() const { return search_; }
  /// What the last call of follow() has changed.
  const GridChanges& changes() const { return changes_; }
  /// Whether the world has changed, or will.
  bool is_changing() const { return is_changing_; }

  std::uint64_t bytes() const { return search_.bytes() + room_.bytes() + (kept_ ? kept_->bytes() : 0); }
  /// Returns how often cells have changed, how many in all, and how many blocks were searched again.
  std::vector<Counter> counters() const { return {{"repairs", repairs_}, {"cells", cells_}, {"blocks", blocks_}}; }

 private:
  void renew_search(const Execution& execution, const Parameters& parameters);

  std::shared_ptr<const WorldGrid> map_;
  GridChanges changes_;
  GridGraph<MemorySpace> graph_;
  ChangeRoom<MemorySpace> room_;
  Search search_;
  std::optional<typename KeptBy<Method, MemorySpace>::type> kept_;
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
  renew_search(execution, parameters);
  if (first) return;
  ++repairs_;
  cells_ += changes_.changed().size();
}

template <class Execution, class Method>
void ChangingGrid<Execution, Method>::renew_search(const Execution& execution, const Parameters& parameters) {
  if constexpr (RepairsSearch<Method, MemorySpace>) {
    if (kept_) {
      search_ = Method::repair_search(execution, graph_, changes_.changed(), parameters, *kept_, blocks_);
      return;
    }
    if (is_changing_) {
      search_ = Method::keep_search(execution, graph_, parameters, kept_.emplace());
      return;
    }
  }
  search_ = Method::make_search(execution, graph_, parameters);
  // A step claims no memory.
  if constexpr (grows<Search>) search_.grow_fully();
}

}  // namespace plethos::planning
