#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/planning/fields/field_source.hpp"
#include "algorithms/planning/fields/goal_cells.hpp"
#include "algorithms/planning/grid_search/blocked_cells.hpp"
#include "algorithms/planning/grid_search/grid_changes.hpp"
#include "algorithms/planning/grid_search/grid_following.hpp"
#include "algorithms/planning/planner.hpp"
#include "algorithms/planning/planner_setup.hpp"
#include "algorithms/planning/points.hpp"
#include "backends/execution.hpp"
#include "backends/out_of_memory.hpp"

namespace plethos::planning {

/// The fields of the goals, as agents look them up. `Values` is a method's view of them.
template <class MemorySpace, class Values>
struct FieldsOfGoals {
  GridPlaces<MemorySpace> cells;
  Values values;
  Kokkos::View<const std::int32_t*, MemorySpace> field_of_goal;
  Agents<MemorySpace> agents;
  Goals<MemorySpace> goals;

  KOKKOS_INLINE_FUNCTION std::int32_t cell(int i) const { return cells.near(agents.position(i, 0), agents.position(i, 1)); }
};

/// Finds the greatest value that an agent needs for its goal, or for the one after that.
template <class MemorySpace, class Values>
struct FindFarthestAgent {
  FieldsOfGoals<MemorySpace, Values> fields;
  Kokkos::View<std::int32_t, MemorySpace> farthest;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (fields.agents.state(i) != active_state) return;
    const std::int32_t cell = fields.cell(i);
    const std::int32_t goal = fields.agents.goal(i);
    if (cell < 0 || goal < 0) return;
    std::int32_t value = fields.values.at_cell(fields.field_of_goal(goal), cell);
    if (const std::int32_t next = fields.goals.next(goal); next >= 0) {
      value = Kokkos::max(value, fields.values.at_cell(fields.field_of_goal(next), cell));
    }
    Kokkos::atomic_max(&farthest(), value);
  }
};

/// Lets agents move on along their lists, and gives those that need another one the next places at which their way bends.
template <class MemorySpace, class Values>
struct FollowFields {
  static constexpr int grain = 256;
  GridFollowing<MemorySpace, typename Values::Places> following;
  FieldsOfGoals<MemorySpace, Values> fields;
  Kokkos::View<const std::int32_t, MemorySpace> settled;

  KOKKOS_FUNCTION void operator()(int i) const {
    const Scene<MemorySpace>& scene = following.scene;
    if (scene.agents.state(i) != active_state) return;
    const WayList<MemorySpace> way = following.list(i);
    const bool looks_again = way.lost() && (scene.agents.id(i, 0) + scene.step()) % look_interval == 0;
    if (!following.seeks(i) && !looks_again) return;
    const std::int32_t from = fields.cell(i);
    const std::int32_t field = fields.field_of_goal(scene.agents.goal(i));
    if (from < 0 || fields.values.at_cell(field, from) >= settled()) return way.begin(0, true);
    std::int32_t count = 0;
    bool whole = true;
    fields.values.for_each_place(field, from, [&](std::int32_t place) {
      whole = count < listed_cells;
      if (whole) way.list(count++, place);
      return whole;
    });
    // The goal itself is listed also if it lies where the agent is.
    if (count == 1) {
      way.list(1, way.cell(0));
      ++count;
    }
    way.begin(count, whole);
    following.advance(i);
  }
};

/// Lets agents look for their ways anew.
template <class MemorySpace>
struct ForgetWays {
  Agents<MemorySpace> agents;
  std::int32_t first_word;
  Kokkos::View<std::uint64_t, MemorySpace> renewed;

  KOKKOS_FUNCTION void operator()(int i) const {
    const WayList<MemorySpace> way(agents.memory, first_word, i);
    if (agents.state(i) != active_state || !way.searched()) return;
    way.forget();
    Kokkos::atomic_add(&renewed(), std::uint64_t{1});
  }
};

/// Lets agents follow fields over the world's grid, one for each goal, which all agents with that goal share (Garcia, Kapadia and Badler
/// 2014, sections III and VIII). An agent heads for the furthest place of its way that it can walk to straight, of those at which the way
/// bends. Fields are computed as far as agents need them. Moving obstacles block the cells that they come near; what depended on those is
/// computed again. Cost of a step: for each agent a look along a line, and by turns the places of its way. `Method` is the planner: its
/// `name`, `label` for the kernel that follows, Parameters with their `connectivity`, and Fields<Execution>. Errors: InputError for a world
/// without a grid, and as Fields::spread() and Method::check(); MachineError for more goals than fit into the memory.
template <class Execution, class Method>
class FieldPlanner final : public Planner<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Fields = typename Method::template Fields<Execution>;
  using Values = typename Fields::Values;

  FieldPlanner(const PlannerSetup& setup, const typename Method::Parameters& parameters)
      : setup_(setup), parameters_(parameters), fields_(parameters) {}

  bool prepare(const Execution& execution, const Surroundings<MemorySpace>& surroundings) override;
  void plan(const Execution& execution, const Scene<MemorySpace>& scene) override;
  void check_grid(const WorldGrid& grid) const override { Method::check(grid, parameters_); }
  std::uint64_t bytes() const override { return graph_.bytes() + room_.bytes() + fields_.bytes() + 4 * field_of_goal_.size(); }
  std::vector<Counter> counters() const override {
    std::vector<Counter> counters{{"repairs", repairs_}, {"cells", cells_}};
    for (const Counter& counter : fields_.counters()) counters.push_back(counter);
    counters.push_back({"renewed", element(renewed_)});
    return counters;
  }
  void resume() override { resumes_ = true; }

 private:
  bool follow_grid(const Execution& execution, const Surroundings<MemorySpace>& surroundings);
  bool follow_goals(const Execution& execution, const World& world);
  void spread(const Execution& execution, const Surroundings<MemorySpace>& surroundings);

  PlannerSetup setup_;
  typename Method::Parameters parameters_;
  std::shared_ptr<const WorldGrid> map_;
  GridChanges changes_;
  GridGraph<MemorySpace> graph_;
  ChangeRoom<MemorySpace> room_;
  Fields fields_;
  std::vector<FieldSource> sources_;
  std::vector<std::int32_t> listed_fields_;  ///< those of the goals
  Kokkos::View<std::int32_t*, MemorySpace> field_of_goal_;
  Kokkos::View<std::int32_t, MemorySpace> farthest_{"plethos::fields::farthest"}, settled_{"plethos::fields::settled"};
  Kokkos::View<std::uint64_t, MemorySpace> renewed_{"plethos::fields::renewed"};
  Sight<MemorySpace> sight_;
  bool resumes_ = false;
  std::uint64_t version_ = 0, repairs_ = 0, cells_ = 0;
};

template <class Execution, class Method>
bool FieldPlanner<Execution, Method>::follow_grid(const Execution& execution, const Surroundings<MemorySpace>& surroundings) {
  const World& world = surroundings.world;
  const bool first = map_ == nullptr;
  if (map_ != world.grid) {
    Method::check(*require_grid(world, Method::name), parameters_);
    if (first) {
      graph_ = make_grid_graph(execution, *world.grid, parameters_.connectivity);
    } else {
      fit_costs(*world.grid, graph_);
    }
    map_ = world.grid;
  }
  changes_.follow(world, surroundings.staying, setup_.largest_radius);
  change_grid_graph(execution, changes_.changed(), changes_.touched(), graph_, room_);
  if (first || changes_.touched().empty()) return false;
  fields_.change(execution, graph_, changes_);
  fields_.begin(execution, sources_);
  ++repairs_;
  cells_ += changes_.changed().size();
  return true;
}

template <class Execution, class Method>
bool FieldPlanner<Execution, Method>::follow_goals(const Execution& execution, const World& world) {
  std::map<std::vector<std::int32_t>, std::int32_t> fields;
  std::vector<std::int32_t> field_of_goal;
  std::vector<FieldSource> sources;
  for (std::size_t goal = 0; goal < world.goals.size(); ++goal) {
    const std::vector<std::int32_t> cells = goal_cells(*map_, world, static_cast<std::int32_t>(goal));
    const auto [field, is_new] = fields.try_emplace(cells, static_cast<std::int32_t>(fields.size()));
    if (is_new) {
      for (const std::int32_t cell : cells) sources.push_back({field->second, cell});
    }
    field_of_goal.push_back(field->second);
  }
  const auto count = std::max<std::int32_t>(1, static_cast<std::int32_t>(fields.size()));
  const bool goals_moved = field_of_goal != listed_fields_;
  if (goals_moved) field_of_goal_ = to_view<MemorySpace>("plethos::fields::field_of_goal", field_of_goal);
  listed_fields_ = std::move(field_of_goal);
  if (sources == sources_ && count == fields_.count()) return goals_moved;
  const std::uint64_t needed = static_cast<std::uint64_t>(count) * fields_.bytes_per_field(*map_);
  const std::uint64_t free = backends::memory(execution).free + fields_.bytes();
  if (needed > free) {
    throw backends::lack_of_memory(std::to_string(count) + " goals of planner '" + std::string(Method::name) + "'", needed, free);
  }
  fields_.make(execution, graph_, count);
  fields_.begin(execution, sources);
  sources_ = std::move(sources);
  return true;
}

template <class Execution, class Method>
bool FieldPlanner<Execution, Method>::prepare(const Execution& execution, const Surroundings<MemorySpace>& surroundings) {
  if (surroundings.version == version_) {
    if (fields_.settled() >= unreached) return false;
    const auto before = fields_.values();
    spread(execution, surroundings);
    return !before.same_memory(fields_.values());
  }
  execution.fence();
  const bool first = version_ == 0;
  const bool grid_changed = follow_grid(execution, surroundings);
  const bool goals_changed = follow_goals(execution, surroundings.world);
  spread(execution, surroundings);
  // What a snapshot has was listed in the world of now.
  if (!first && !resumes_ && (grid_changed || goals_changed)) {
    backends::for_each(execution, "plethos::fields::forget_ways", surroundings.agents.count,
                       ForgetWays<MemorySpace>{surroundings.agents, surroundings.first_word, renewed_});
    execution.fence();
  }
  resumes_ = false;
  sight_ = {surroundings.walls};
  version_ = surroundings.version;
  return true;
}

template <class Execution, class Method>
void FieldPlanner<Execution, Method>::spread(const Execution& execution, const Surroundings<MemorySpace>& surroundings) {
  // Until the next look an agent may be pushed some cells away from its goal.
  const std::int32_t margin = fields_.margin();
  FindFarthestAgent<MemorySpace, Values> find{
      {GridPlaces<MemorySpace>(graph_, *map_), fields_.values(), field_of_goal_, surroundings.agents, surroundings.goals}, farthest_};
  fields_.spread(execution, [&] {
    find.fields.values = fields_.values();
    set_element(farthest_, 0);
    backends::for_each(execution, "plethos::fields::find_farthest", surroundings.agents.working, find);
    execution.fence();
    const std::int32_t farthest = element(farthest_);
    return farthest < unreached - margin ? farthest + margin : unreached;
  });
  set_element(settled_, fields_.settled());
}

template <class Execution, class Method>
void FieldPlanner<Execution, Method>::plan(const Execution& execution, const Scene<MemorySpace>& scene) {
  using Places = typename Values::Places;
  const GridPlaces<MemorySpace> cells(graph_, *map_);
  const GridFollowing<MemorySpace, Places> following{scene, Places(graph_, *map_), sight_, static_cast<double>(setup_.largest_radius),
                                                     true};
  const FieldsOfGoals<MemorySpace, Values> fields{cells, fields_.values(), field_of_goal_, scene.agents, scene.goals};
  backends::for_each(execution, Method::label, scene.agents.working, FollowFields<MemorySpace, Values>{following, fields, settled_});
  backends::for_each(execution, "plethos::fields::head", scene.agents.working, HeadAlongGrid<MemorySpace, Places>{following});
}

}  // namespace plethos::planning
