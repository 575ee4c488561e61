#include "algorithms/planning/fields/field_planner.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/planning/fields/crowd_costs.hpp"
#include "algorithms/planning/fields/goal_fields.hpp"
#include "algorithms/planning/grid/map/blocked_cells.hpp"
#include "backends/instantiate.hpp"

namespace plethos::planning {
namespace {

template <class Execution>
class FieldPlanner final : public Planner<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;

  FieldPlanner(const PlannerSetup& setup, std::unique_ptr<FollowedFields<Execution>> fields)
      : radius_(setup.largest_radius), fields_(std::move(fields)), crowd_(fields_->settings().crowding) {}

  bool prepares_often() const override { return crowd_.is_on() || fields_->settled() < unreached; }
  bool prepare(const Execution& execution, const Surroundings<MemorySpace>& surroundings) override;
  void plan(const Execution& execution, const PlanningScene<MemorySpace>& scene) override;
  bool sees_agents() const override { return false; }
  void check_costs(const GridMap& map, const CostRange& range) const override { fields_->check(map, range); }
  std::uint64_t bytes() const override {
    return graph_.bytes() + buffers_.bytes() + fields_->bytes() + crowd_.bytes() + 4 * goal_fields_.of_goal().size();
  }
  std::vector<Counter> counters() const override {
    std::vector<Counter> counters{{"repairs", repairs_}, {"cells", cells_}};
    for (const Counter& counter : fields_->counters()) counters.push_back(counter);
    counters.push_back({"renewed", element(renewed_), true});
    if (chooses_) counters.push_back({"switched", element(switched_), true});
    return counters;
  }
  std::vector<PlannerTime> times() const override {
    std::vector<PlannerTime> times{{"grid", times_.grid}};
    if (crowd_.is_on()) times.push_back({"crowd", times_.crowd});
    if (fields_->has_tree()) times.push_back({"tree", times_.tree});
    times.push_back({"invalidate", times_.invalidate});
    times.push_back({"spread", times_.spread});
    return times;
  }
  std::vector<std::uint32_t> remembered() const override { return crowd_.remembered(); }
  void resume(std::span<const std::uint32_t> remembered) override {
    resumes_ = true;
    remembered_.assign(remembered.begin(), remembered.end());
  }

 private:
  void follow_map(const Execution& execution, const World& world, const CostChange& costs);
  std::span<const AddedCost> follow_crowd(const Execution& execution, const Surroundings<MemorySpace>& surroundings, bool resumes);
  bool follow_grid(const Execution& execution, const Surroundings<MemorySpace>& surroundings, std::span<const AddedCost> added);
  bool follow_goals(const Execution& execution, const Surroundings<MemorySpace>& surroundings);
  void renew_ways(const Execution& execution, const Surroundings<MemorySpace>& surroundings, bool all);
  FieldScene<MemorySpace> among(const Agents<MemorySpace>& agents, const Goals<MemorySpace>& goals, const Sight<MemorySpace>& sight) const {
    return {GridPlaces<MemorySpace>(graph_, *map_), goal_fields_.of_goal(), agents, goals, sight};
  }
  void spread(const Execution& execution, const Surroundings<MemorySpace>& surroundings);

  float radius_;  ///< m, of the largest agent
  std::shared_ptr<const WorldGrid> map_;
  GridChanges changes_;
  GridGraph<MemorySpace> graph_;
  ChangeBuffers<MemorySpace> buffers_;
  std::unique_ptr<FollowedFields<Execution>> fields_;
  CrowdCosts<Execution> crowd_;
  std::vector<FieldSource> sources_;
  GoalFields<MemorySpace> goal_fields_;
  Kokkos::View<std::int32_t, MemorySpace> farthest_{"plethos::fields::farthest"}, settled_{"plethos::fields::settled"};
  Kokkos::View<std::uint64_t, MemorySpace> renewed_{"plethos::fields::renewed"}, switched_{"plethos::fields::switched"};
  Sight<MemorySpace> sight_;
  TileFrame tiles_;
  bool resumes_ = false, chooses_ = false;
  std::vector<std::uint32_t> remembered_;
  std::int32_t dearest_ = 1;  // of the map's cells
  std::uint64_t version_ = 0, repairs_ = 0, cells_ = 0;
  RepairTimes times_;
};

/// Makes the graph, or gives it another range of costs.
template <class Execution>
void FieldPlanner<Execution>::follow_map(const Execution& execution, const World& world, const CostChange& costs) {
  const bool first = map_ == nullptr;
  if (!first && costs.cells.empty()) return;
  map_ = require_grid(world, fields_->settings().name);
  const CostRange range = first ? cost_range(*map_) : costs.range;
  if (first) {
    fields_->check(*map_, range);
    graph_ = make_grid_graph(execution, *map_, fields_->settings().connectivity);
    crowd_.make(*map_);
    tiles_ = TileFrame(graph_.width, graph_.height);
  }
  fit_costs(*map_, range, graph_, crowd_.is_on() ? most_crowd_cost : 0);
  dearest_ = range.most;
}

/// Returns the cells for which the crowd changes what is added to their cost.
template <class Execution>
std::span<const AddedCost> FieldPlanner<Execution>::follow_crowd(const Execution& execution, const Surroundings<MemorySpace>& surroundings,
                                                                 bool resumes) {
  if (!crowd_.is_on()) return {};
  if (resumes) return crowd_.restore(*map_, remembered_);
  if (!crowd_.is_due(surroundings.step)) return {};
  execution.fence();
  return timed(times_.crowd, [&] {
    return crowd_.count(execution, *map_, GridPlaces<MemorySpace>(graph_, *map_), surroundings.agents, surroundings.ranks);
  });
}

template <class Execution>
bool FieldPlanner<Execution>::follow_grid(const Execution& execution, const Surroundings<MemorySpace>& surroundings,
                                          std::span<const AddedCost> added) {
  const bool first = version_ == 0;
  RepairTimes ignored;
  RepairTimes& times = first ? ignored : times_;
  timed(times.grid, [&] {
    changes_.follow(surroundings.world, surroundings.staying, radius_, surroundings.costs.cells, added);
    change_grid_graph(execution, changes_.changed(), changes_.touched(), graph_, buffers_);
  });
  graph_.dearest = static_cast<std::uint32_t>(dearest_ + crowd_.highest());
  if (first || changes_.touched().empty()) return false;
  fields_->change(execution, graph_, changes_, times);
  timed(times.invalidate, [&] { fields_->begin(execution, sources_); });
  ++repairs_;
  cells_ += changes_.changed().size();
  return true;
}

template <class Execution>
bool FieldPlanner<Execution>::follow_goals(const Execution& execution, const Surroundings<MemorySpace>& surroundings) {
  if (!goal_fields_.follow(*map_, surroundings.world, surroundings.goals)) return false;
  chooses_ = !surroundings.world.choices.empty();
  const std::int32_t count = goal_fields_.count();
  const auto same = [this] {
    return std::equal(sources_.begin(), sources_.end(), goal_fields_.sources().begin(), goal_fields_.sources().end());
  };
  if (count == fields_->count() && same()) return goal_fields_.moved();
  require_memory_of_goals(execution, count, fields_->bytes_per_field(*map_), fields_->bytes(), fields_->settings().name);
  fields_->make(execution, graph_, count);
  sources_.assign(goal_fields_.sources().begin(), goal_fields_.sources().end());
  fields_->begin(execution, sources_);
  return true;
}

template <class Execution>
bool FieldPlanner<Execution>::prepare(const Execution& execution, const Surroundings<MemorySpace>& surroundings) {
  const bool first = version_ == 0;
  const bool resumes = std::exchange(resumes_, false);
  const bool world_changed = surroundings.version != version_;
  if (world_changed) {
    execution.fence();
    follow_map(execution, surroundings.world, surroundings.costs);
  }
  const std::span<const AddedCost> added = follow_crowd(execution, surroundings, resumes);
  const auto before = std::pair(fields_->memory(), fields_->unit());
  // Kernels of recorded steps hold both.
  const auto moved = [&] { return before != std::pair(fields_->memory(), fields_->unit()); };
  if (!world_changed && added.empty()) {
    if (fields_->settled() >= unreached) return false;
    spread(execution, surroundings);
    return moved();
  }
  const bool grid_changed = follow_grid(execution, surroundings, added);
  const bool goals_changed = world_changed && follow_goals(execution, surroundings);
  double ignored = 0;
  timed(grid_changed ? times_.spread : ignored, [&] { spread(execution, surroundings); });
  // What a saved crowd has was listed in the world of now.
  if (!first && !resumes && (grid_changed || goals_changed)) renew_ways(execution, surroundings, goals_changed);
  if (!world_changed) return moved();
  sight_ = {surroundings.walls};
  version_ = surroundings.version;
  return true;
}

template <class Execution>
void FieldPlanner<Execution>::renew_ways(const Execution& execution, const Surroundings<MemorySpace>& surroundings, bool all) {
  WayTiles touched;
  for (const std::int32_t cell : changes_.touched()) touched.add_cell(tiles_, cell);
  const FieldScene<MemorySpace> scene = among(surroundings.agents, surroundings.goals, {surroundings.walls});
  set_element(farthest_, 0);
  fields_->find_farthest_agent(execution, scene, farthest_);
  execution.fence();
  set_element(farthest_, static_cast<std::int32_t>(surroundings.ranks.greatest(std::int64_t{element(farthest_)})));
  fields_->renew_ways(execution, surroundings, scene, tiles_, touched, all, farthest_, renewed_, *map_);
  execution.fence();
}

template <class Execution>
void FieldPlanner<Execution>::spread(const Execution& execution, const Surroundings<MemorySpace>& surroundings) {
  // Until the next look an agent may be pushed some cells away from its goal.
  const std::int32_t margin = fields_->margin();
  const FieldScene<MemorySpace> scene = among(surroundings.agents, surroundings.goals, {surroundings.walls});
  fields_->spread(execution, [&] {
    // Other ranks' agents may be farther. Ranks that computed parts of fields would have to agree on every part.
    if (!surroundings.ranks.alone()) return unreached;
    set_element(farthest_, 0);
    fields_->find_farthest_agent(execution, scene, farthest_);
    execution.fence();
    const std::int32_t farthest = element(farthest_);
    return farthest < unreached - margin ? farthest + margin : unreached;
  });
  set_element(settled_, fields_->settled());
}

template <class Execution>
void FieldPlanner<Execution>::plan(const Execution& execution, const PlanningScene<MemorySpace>& scene) {
  fields_->follow(execution, scene, among(scene.agents, scene.goals, sight_), *map_, radius_, tiles_, settled_, switched_);
}

}  // namespace

template <class Execution>
std::unique_ptr<Planner<Execution>> make_field_planner(const PlannerSetup& setup, std::unique_ptr<FollowedFields<Execution>> fields) {
  return std::make_unique<FieldPlanner<Execution>>(setup, std::move(fields));
}

#define PLETHOS_MAKE_FIELD_PLANNER(Execution) \
  template std::unique_ptr<Planner<Execution>> make_field_planner(const PlannerSetup&, std::unique_ptr<FollowedFields<Execution>>)
PLETHOS_FOR_EXECUTIONS(PLETHOS_MAKE_FIELD_PLANNER);
#undef PLETHOS_MAKE_FIELD_PLANNER

}  // namespace plethos::planning
