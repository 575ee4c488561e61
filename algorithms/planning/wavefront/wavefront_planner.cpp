#include "algorithms/planning/wavefront/wavefront_planner.hpp"

#include <map>
#include <string>

#include "algorithms/planning/grid_search/blocked_cells.hpp"
#include "algorithms/planning/grid_search/grid_following.hpp"
#include "algorithms/planning/wavefront/goal_cells.hpp"
#include "algorithms/planning/wavefront/wave_way.hpp"
#include "algorithms/planning/wavefront/wavefront_method.hpp"
#include "backends/instantiate.hpp"
#include "backends/out_of_memory.hpp"
#include "backends/teams.hpp"

namespace plethos::planning {

/// The fields of the goals, as agents look them up.
template <class MemorySpace>
struct FieldsOfGoals {
  GridPlaces<MemorySpace> places;
  WaveValues<MemorySpace> values;
  Kokkos::View<const std::int32_t*, MemorySpace> field_of_goal;
  Agents<MemorySpace> agents;
  Goals<MemorySpace> goals;

  KOKKOS_INLINE_FUNCTION std::int32_t cell(int i) const { return places.near(agents.position(i, 0), agents.position(i, 1)); }
};

/// Finds the greatest value that an agent needs for its goal, or for the one after that.
template <class MemorySpace>
struct FindFarthestAgent {
  FieldsOfGoals<MemorySpace> fields;
  Kokkos::View<std::int32_t, MemorySpace> farthest;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (fields.agents.state(i) != active_state) return;
    const std::int32_t cell = fields.cell(i);
    const std::int32_t goal = fields.agents.goal(i);
    if (cell < 0 || goal < 0) return;
    std::int32_t value = fields.values.at(fields.field_of_goal(goal), cell);
    if (const std::int32_t next = fields.goals.next(goal); next >= 0) {
      value = Kokkos::max(value, fields.values.at(fields.field_of_goal(next), cell));
    }
    Kokkos::atomic_max(&farthest(), value);
  }
};

/// Lets agents move on along their lists, and gives those that need another one the next cells at which their way bends.
template <class MemorySpace>
struct FollowFields {
  GridFollowing<MemorySpace> following;
  FieldsOfGoals<MemorySpace> fields;
  Kokkos::View<const std::int32_t, MemorySpace> settled;

  KOKKOS_FUNCTION void operator()(int i) const {
    const Scene<MemorySpace>& scene = following.scene;
    if (scene.agents.state(i) != active_state) return;
    const WayList<MemorySpace> way = following.list(i);
    const bool looks_again = way.lost() && (scene.agents.id(i, 0) + scene.step()) % look_interval == 0;
    if (!following.seeks(i) && !looks_again) return;
    const std::int32_t from = fields.cell(i);
    const std::int32_t field = fields.field_of_goal(scene.agents.goal(i));
    if (from < 0 || fields.values.at(field, from) >= settled()) return way.begin(0, true);
    std::int32_t count = 0;
    way.list(count++, from);
    bool whole = true;
    for_each_bend(fields.values, field, from, [&](std::int32_t cell) {
      whole = count < listed_cells;
      if (whole) way.list(count++, cell);
      return whole;
    });
    // The goal itself is listed also if it lies in the agent's cell.
    if (count == 1) way.list(count++, from);
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

template <class Execution>
std::vector<Counter> WavefrontPlanner<Execution>::counters() const {
  const WaveWorkDone& done = fields_.work_done();
  return {{"repairs", repairs_}, {"cells", cells_},       {"invalidated", done.invalidated},
          {"tiles", done.tiles}, {"rounds", done.rounds}, {"renewed", element(renewed_)}};
}

template <class Execution>
bool WavefrontPlanner<Execution>::follow_grid(const Execution& execution, const Surroundings<MemorySpace>& surroundings) {
  const World& world = surroundings.world;
  const bool first = map_ == nullptr;
  if (map_ != world.grid) {
    if (first) {
      graph_ = make_grid_graph(execution, *require_grid(world, "wavefront"), parameters_.connectivity);
    } else {
      fit_costs(*world.grid, graph_);
    }
    map_ = world.grid;
  }
  changes_.follow(world, surroundings.staying, setup_.largest_radius);
  change_grid_graph(execution, changes_.changed(), changes_.touched(), graph_, room_);
  if (first || changes_.touched().empty()) return false;
  fields_.change(execution, graph_, changes_.touched());
  ++repairs_;
  cells_ += changes_.changed().size();
  return true;
}

template <class Execution>
bool WavefrontPlanner<Execution>::follow_goals(const Execution& execution, const World& world) {
  std::map<std::vector<std::int32_t>, std::int32_t> fields;
  std::vector<std::int32_t> field_of_goal;
  std::vector<WaveSource> sources;
  for (std::size_t goal = 0; goal < world.goals.size(); ++goal) {
    const std::vector<std::int32_t> cells = goal_cells(*map_, world, static_cast<std::int32_t>(goal));
    const auto [field, is_new] = fields.try_emplace(cells, static_cast<std::int32_t>(fields.size()));
    if (is_new) {
      for (const std::int32_t cell : cells) sources.push_back({field->second, cell});
    }
    field_of_goal.push_back(field->second);
  }
  const auto count = std::max<std::int32_t>(1, static_cast<std::int32_t>(fields.size()));
  if (sources == sources_ && count == fields_.fields()) return false;
  const std::uint64_t needed = static_cast<std::uint64_t>(count) * WaveFields<Execution>::bytes_per_field(*map_, parameters_.wave);
  const std::uint64_t free = backends::memory(execution).free + fields_.bytes();
  if (needed > free) throw backends::lack_of_memory(std::to_string(count) + " goals of planner 'wavefront'", needed, free);
  field_of_goal_ = to_view<MemorySpace>("plethos::wavefront::field_of_goal", field_of_goal);
  fields_.make(execution, graph_, count, parameters_.wave);
  fields_.begin(execution, sources);
  sources_ = std::move(sources);
  return true;
}

template <class Execution>
bool WavefrontPlanner<Execution>::prepare(const Execution& execution, const Surroundings<MemorySpace>& surroundings) {
  if (surroundings.version == version_) {
    if (fields_.settled() < unreached) spread(execution, surroundings);
    return false;
  }
  execution.fence();
  const bool first = version_ == 0;
  const bool grid_changed = follow_grid(execution, surroundings);
  const bool goals_changed = follow_goals(execution, surroundings.world);
  spread(execution, surroundings);
  // What a snapshot has was listed in the world of now.
  if (!first && !resumes_ && (grid_changed || goals_changed)) {
    backends::for_each(execution, "plethos::wavefront::forget_ways", surroundings.agents.count,
                       ForgetWays<MemorySpace>{surroundings.agents, surroundings.first_word, renewed_});
    execution.fence();
  }
  resumes_ = false;
  sight_ = {surroundings.walls};
  version_ = surroundings.version;
  return true;
}

template <class Execution>
void WavefrontPlanner<Execution>::spread(const Execution& execution, const Surroundings<MemorySpace>& surroundings) {
  // Until the next look an agent may be pushed some cells away from its goal, not through a whole tile.
  const auto margin = static_cast<std::int32_t>(wave_tile_side * length_of_cell * graph_.dearest);
  FindFarthestAgent<MemorySpace> find{
      {GridPlaces<MemorySpace>(graph_, *map_), fields_.values(), field_of_goal_, surroundings.agents, surroundings.goals}, farthest_};
  fields_.spread(execution, [&] {
    find.fields.values = fields_.values();
    set_element(farthest_, 0);
    backends::for_each(execution, "plethos::wavefront::find_farthest", surroundings.agents.working, find);
    execution.fence();
    const std::int32_t farthest = element(farthest_);
    return farthest < unreached - margin ? farthest + margin : unreached;
  });
  set_element(settled_, fields_.settled());
}

template <class Execution>
void WavefrontPlanner<Execution>::plan(const Execution& execution, const Scene<MemorySpace>& scene) {
  GridPlaces<MemorySpace> places(graph_, *map_);
  const GridFollowing<MemorySpace> following{scene, places, sight_, static_cast<double>(setup_.largest_radius), true};
  const FieldsOfGoals<MemorySpace> fields{places, fields_.values(), field_of_goal_, scene.agents, scene.goals};
  backends::for_each(execution, "plethos::planning::wavefront", scene.agents.working,
                     FollowFields<MemorySpace>{following, fields, settled_});
  backends::for_each(execution, "plethos::grid::head", scene.agents.working, HeadAlongGrid<MemorySpace>{following});
}

PLETHOS_INSTANTIATE(WavefrontPlanner);

template <class Execution>
std::unique_ptr<Planner<Execution>> WavefrontMethod::make(const PlannerSetup& setup, const ParameterValues& values) {
  return std::make_unique<WavefrontPlanner<Execution>>(setup, wavefront_table().read(values));
}
PLETHOS_INSTANTIATE_MAKE(Planner, WavefrontMethod, const PlannerSetup&, const ParameterValues&);

}  // namespace plethos::planning
