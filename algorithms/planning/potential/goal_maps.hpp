#pragma once

#include <memory>

#include "algorithms/planning/fields/goal_fields.hpp"
#include "algorithms/planning/grid/map/grid_changes.hpp"
#include "algorithms/planning/grid/map/grid_places.hpp"
#include "algorithms/planning/planner.hpp"
#include "algorithms/planning/planner_setup.hpp"
#include "algorithms/planning/points.hpp"
#include "algorithms/planning/potential/potential_fields.hpp"
#include "algorithms/planning/potential/potential_parameters.hpp"

namespace plethos::planning {

/// The global maps as agents look them up: the potential of each goal over the world's grid.
template <class MemorySpace>
struct GoalPotentials {
  GridPlaces<MemorySpace> cells;
  PotentialValues<MemorySpace> values;
  Kokkos::View<const std::int32_t*, MemorySpace> field_of_goal;
  Sight<MemorySpace> sight;

  /// Returns the passable cell that a place (m) belongs to, or -1: near_cell().
  KOKKOS_INLINE_FUNCTION std::int32_t cell(float x, float y) const {
    return cells.near(x, y, [&](Vec2d center) { return sight.visible({x, y}, center); });
  }
  /// Returns whether a cell, or -1, is one of a goal's.
  KOKKOS_INLINE_FUNCTION bool is_at(std::int32_t goal, std::int32_t cell) const {
    return cell >= 0 && values.is_source(field_of_goal(goal), cell % cells.graph.width, cell / cells.graph.width);
  }
  /// Returns the descent towards a goal at a cell that is none of its own, or none: for -1, or where the goal cannot be reached.
  KOKKOS_INLINE_FUNCTION Direction descent(std::int32_t goal, std::int32_t cell) const {
    if (cell < 0) return {};
    return values.descent(field_of_goal(goal), cell % cells.graph.width, cell / cells.graph.width);
  }
  /// Returns whether the potential leads from the second place (m) to the first rather than the other way round: the first lies further
  /// down.
  KOKKOS_INLINE_FUNCTION bool is_nearer(std::int32_t goal, float x, float y, float other_x, float other_y) const {
    const auto value = [&](std::int32_t place) {
      return place < 0 ? ScaledValue{} : values.at(field_of_goal(goal), place % cells.graph.width, place / cells.graph.width);
    };
    return value(cell(other_x, other_y)).less(value(cell(x, y)));
  }
};

/// Keeps the global maps of a world's goals, one a goal (Fischer, Silveira and Nedel 2009, section 4.1). Where obstacles move, it solves
/// them again from the last solution.
template <class Execution>
class GoalMaps {
 public:
  using MemorySpace = typename Execution::memory_space;

  GoalMaps(const PlannerSetup& setup, const PotentialParameters& parameters) : setup_(setup), parameters_(parameters) {}

  /// Follows the world. `planner`: its name, for messages. Returns whether kernels that have potentials() need others now. Errors:
  /// InputError for a world without a grid; MachineError for more goals than fit into the memory. Cost: nothing if nothing has changed,
  /// else PotentialFields::solve(). Waits.
  bool follow(const Execution& execution, const Surroundings<MemorySpace>& surroundings, const char* planner);

  /// As Planner::remembered() and resume(): what solutions depend on that were made from earlier ones.
  std::vector<std::uint32_t> remembered() const { return repairs_ > 0 ? fields_.remembered() : std::vector<std::uint32_t>(); }
  void resume(std::span<const std::uint32_t> words) {
    resumed_.assign(words.begin(), words.end());
    resumes_ = true;
  }

  GoalPotentials<MemorySpace> potentials() const {
    return {GridPlaces<MemorySpace>(graph_, *map_), fields_.values(), goal_fields_.of_goal(), sight_};
  }
  const WorldGrid& map() const { return *map_; }
  const GridGraph<MemorySpace>& graph() const { return graph_; }
  /// What the last call of follow() that found another world has changed.
  const GridChanges& changes() const { return changes_; }
  std::uint64_t bytes() const { return graph_.bytes() + buffers_.bytes() + fields_.bytes() + 4 * goal_fields_.of_goal().size(); }
  std::vector<Counter> counters() const;

 private:
  PlannerSetup setup_;
  PotentialParameters parameters_;
  std::shared_ptr<const WorldGrid> map_;
  GridChanges changes_;
  GridGraph<MemorySpace> graph_;
  ChangeBuffers<MemorySpace> buffers_;
  GoalFields<MemorySpace> goal_fields_;
  PotentialFields<Execution> fields_;
  Sight<MemorySpace> sight_;
  bool resumes_ = false;
  std::vector<std::uint32_t> resumed_;
  std::uint64_t version_ = 0, repairs_ = 0, cells_ = 0;
};

}  // namespace plethos::planning
