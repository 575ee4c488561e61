#include "algorithms/planning/potential/goal_maps.hpp"

#include <limits>
#include <utility>

#include "algorithms/planning/grid/map/blocked_cells.hpp"
#include "backends/instantiate.hpp"

namespace plethos::planning {

template <class Execution>
bool GoalMaps<Execution>::follow(const Execution& execution, const Surroundings<MemorySpace>& surroundings, const char* planner) {
  const bool resumes = std::exchange(resumes_, false);
  if (surroundings.version == version_ && !resumes) return false;
  const bool first = version_ == 0;
  version_ = surroundings.version;
  execution.fence();
  if (first) graph_ = make_grid_graph(execution, *require_grid(surroundings.world, planner), Connectivity::four);
  map_ = surroundings.world.grid;
  sight_ = {surroundings.walls};
  // Potentials do not depend on what cells cost. Obstacles that move block cells by their centers. Where passable cells are clear of walls
  // all over, those beside them are blocked, too.
  const float half_diagonal = map_->clearance > 0 ? 0.7072f * map_->cell_size : 0.f;
  changes_.follow(surroundings.world, surroundings.staying, setup_.largest_radius + half_diagonal);
  change_grid_graph(execution, changes_.changed(), changes_.touched(), graph_, buffers_);
  const bool goals_changed = goal_fields_.follow(*map_, surroundings.world, surroundings.goals);
  if (!goals_changed && changes_.touched().empty() && !resumes) return false;
  const std::int32_t count = goal_fields_.count();
  if (count != fields_.fields()) {
    require_memory_of_goals(execution, count, PotentialFields<Execution>::bytes_per_field(*map_), fields_.bytes(), planner);
    fields_.make(graph_, count, parameters_.solver);
  }
  if (resumes && !resumed_.empty()) {
    fields_.restore(resumed_);
    ++repairs_;
  } else {
    const bool anew = goals_changed || resumes;
    fields_.solve(execution, graph_, goal_fields_.sources(), parameters_.residual, std::numeric_limits<std::int32_t>::max(), anew);
  }
  execution.fence();
  if (!first && !resumes) {
    ++repairs_;
    cells_ += changes_.changed().size();
  }
  return first || goals_changed;
}

template <class Execution>
std::vector<Counter> GoalMaps<Execution>::counters() const {
  const PotentialWork& done = fields_.work_done();
  return {{"repairs", repairs_},   {"cells", cells_},       {"solved", done.solved},
          {"sweeps", done.sweeps}, {"rounds", done.rounds}, {"tiles", done.tiles}};
}

PLETHOS_INSTANTIATE(GoalMaps);

}  // namespace plethos::planning
