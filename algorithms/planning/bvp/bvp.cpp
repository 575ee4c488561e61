#include <string>

#include "algorithms/planning/bvp/agent_raster.hpp"
#include "algorithms/planning/bvp/behavior.hpp"
#include "algorithms/planning/bvp/bvp_method.hpp"
#include "algorithms/planning/bvp/bvp_simd.hpp"
#include "algorithms/planning/bvp/local_map-inl.hpp"
#include "algorithms/planning/bvp/local_maps.hpp"
#include "algorithms/planning/potential/goal_maps.hpp"
#include "algorithms/planning/potential/potential_motion.hpp"
#include "backends/instantiate.hpp"
#include "backends/spread_counter.hpp"
#include "backends/teams.hpp"
#include "backends/warp_row.hpp"
#include "core/lane/scalar_row.hpp"

namespace plethos::planning {

/// Says of each cell of a grid which of the 3 x 3 cells around it are blocked. Cells outside are.
template <class MemorySpace>
struct FindBlockedAround {
  GridGraph<MemorySpace> graph;
  Kokkos::View<std::int32_t*, MemorySpace> blocked;

  KOKKOS_FUNCTION void operator()(int cell) const {
    const std::int32_t x = cell % graph.width, y = cell / graph.width;
    std::int32_t bits = 0;
    for (int k = 0; k < 9; ++k) {
      const std::int32_t column = x + k % 3 - 1, row = y + k / 3 - 1;
      const bool inside = column >= 0 && column < graph.width && row >= 0 && row < graph.height;
      if (!inside || graph.passable(row * graph.width + column) == 0) bits |= 1 << k;
    }
    blocked(cell) = bits;
  }
};

/// What an agent needs for its local map.
template <class MemorySpace>
struct DescribeScenes {
  static constexpr int grain = 256;
  PotentialMotion<MemorySpace> motion;
  GoalPotentials<MemorySpace> potentials;
  Kokkos::View<const GroupBehavior*, MemorySpace> behaviors;
  Kokkos::View<const std::int32_t*, MemorySpace> start, shape_of_agent;
  const LocalShape* shapes;
  Kokkos::View<LocalScene*, MemorySpace> scenes;

  KOKKOS_FUNCTION void operator()(int i) const {
    const Agents<MemorySpace>& agents = motion.scene.agents;
    LocalScene& scene = scenes(i);
    scene.shape = -1;
    if (agents.state(i) != active_state) return motion.scene.headings.stand(i);
    scene.x = agents.position(i, 0);
    scene.y = agents.position(i, 1);
    const Point goal = motion.goal_point(i);
    scene.goal_x = static_cast<float>(goal.x);
    scene.goal_y = static_cast<float>(goal.y);
    const auto id = agents.id(i, 0);
    const std::int32_t shape = shape_of_agent(id);
    const float cell = shapes[shape].cell;
    const bool is_near = Kokkos::fmax(Kokkos::abs(scene.goal_x - scene.x), Kokkos::abs(scene.goal_y - scene.y)) < 1.5f * cell;
    if (is_near) return motion.head_for_goal(i);
    const auto ahead = towards(i, scene);
    if (!ahead.exists()) return motion.scene.headings.lose(agents, i);
    const Direction view = motion.heading(i, ahead);
    const double time = static_cast<double>(motion.scene.step()) * motion.scene.time_step;
    const Direction bias = behaviors(motion.group(i)).bias(time, ahead);
    scene.view_x = view.x;
    scene.view_y = view.y;
    scene.ahead_x = ahead.x;
    scene.ahead_y = ahead.y;
    scene.bias_x = bias.x;
    scene.bias_y = bias.y;
    scene.radius = agents.radius(i);
    scene.shape = shape;
    scene.cells = start(id);
  }

 private:
  KOKKOS_INLINE_FUNCTION Direction towards(int i, const LocalScene& scene) const {
    const std::int32_t goal = motion.scene.agents.goal(i);
    const std::int32_t cell = potentials.cell(scene.x, scene.y);
    if (potentials.is_at(goal, cell)) return Direction::of(scene.goal_x - scene.x, scene.goal_y - scene.y);
    return potentials.descent(goal, cell);
  }
};

/// Lets agents go down their maps.
template <class MemorySpace>
struct DescendLocally {
  static constexpr int grain = 256;
  PotentialMotion<MemorySpace> motion;
  Kokkos::View<const LocalScene*, MemorySpace> scenes;
  Kokkos::View<const LocalDescent*, MemorySpace> descents;
  backends::SpreadCounter<MemorySpace> sweeps, maps;

  KOKKOS_FUNCTION void operator()(int i) const {
    const LocalScene& scene = scenes(i);
    if (scene.shape < 0) return;
    const LocalDescent& descent = descents(i);
    sweeps.add(i, static_cast<std::uint64_t>(descent.sweeps));
    maps.add(i, 1);
    const Direction view{scene.view_x, scene.view_y};
    // Squares of small numbers would vanish.
    const float greatest = Kokkos::fmax(Kokkos::abs(descent.x), Kokkos::abs(descent.y));
    if (!(greatest > 0.f)) return motion.stand_and_turn(i, view, {scene.ahead_x, scene.ahead_y});
    motion.go(i, view, Direction::of(descent.x / greatest, descent.y / greatest));
  }
};

/// Makes and relaxes a local map in each team.
struct RunLocalMaps {
  static constexpr int grain = 16;
  using launch_bounds = Kokkos::LaunchBounds<backends::team_vector, 16>;
  LocalMapArguments arguments;
  std::int32_t board = 0;  ///< elements of a color that the largest map has

  static LocalMapSimdEntry simd_entry(const backends::SimdTarget& target) { return local_map_simd_entry(target); }

  KOKKOS_FUNCTION void operator()(int i) const {
    KOKKOS_IF_ON_HOST(
        (if (arguments.scenes[i].shape < 0) return; HostMapMemory memory; scalar::LocalMap<ScalarRow>(arguments, i, memory.view()).run();))
  }
  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    const backends::DeviceTeam<Member> team(member);
    const std::int32_t i = member.league_rank();
    if (arguments.scenes[i].shape < 0) return;
    LocalMapMemory memory;
    memory.values = team.template shared<float>(2 * board);
    if (arguments.relaxing == Relaxing::jacobi) memory.next = team.template shared<float>(2 * board);
    memory.free = team.template shared<std::uint32_t>(2 * board / 32);
    memory.coverable = team.template shared<std::uint32_t>(2 * board / 32);
    scalar::LocalMap<backends::WarpRow>(arguments, i, memory).run();
  }
  std::size_t scratch() const {
    const auto elements = static_cast<std::size_t>(2 * board);
    return 64 + 4 * elements * (arguments.relaxing == Relaxing::jacobi ? 2 : 1) + 2 * elements / 8;
  }
};

/// Lets agents go down potentials of their own (Fischer, Silveira and Nedel 2009): each has a local map around it, in which it senses walls
/// and agents in its view cone, and whose border is drawn to where the global map of its goal descends.
template <class Execution>
class Bvp final : public Planner<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;

  Bvp(const PlannerSetup& setup, const ParameterValues& values)
      : setup_(setup), parameters_(bvp_table().read(values)), goal_maps_(setup, parameters_), groups_(setup, values) {
    std::vector<BvpParameters> of_groups;
    std::vector<GroupBehavior> behaviors;
    for (std::size_t group = 0; group < setup.group_count(); ++group) {
      of_groups.push_back(bvp_table().read(setup.values_of_group(values, group)));
      behaviors.emplace_back(of_groups.back());
      widest_cell_ = std::max(widest_cell_, of_groups.back().map_cell * static_cast<float>(of_groups.back().map_size));
    }
    std::vector<std::int32_t> shape_of_agent = setup.groups;
    shape_of_agent.resize(static_cast<std::size_t>(setup.agents), 0);
    local_maps_.make(of_groups, std::move(shape_of_agent));
    behaviors_ = to_view<MemorySpace>("plethos::bvp::behaviors", behaviors);
    const auto agents = static_cast<std::size_t>(setup.agents);
    scenes_ = Kokkos::View<LocalScene*, MemorySpace>("plethos::bvp::scenes", agents);
    descents_ = Kokkos::View<LocalDescent*, MemorySpace>("plethos::bvp::descents", agents);
  }

  bool prepare(const Execution& execution, const Surroundings<MemorySpace>& surroundings) override {
    const bool other_maps = goal_maps_.follow(execution, surroundings, BvpMethod::info().name.c_str());
    if (surroundings.version == version_) return other_maps;
    const bool first = version_ == 0;
    version_ = surroundings.version;
    const GridGraph<MemorySpace>& graph = goal_maps_.graph();
    if (first) {
      // An agent looks through few bins, and few agents are in one.
      raster_.make(surroundings.world.bounds, std::max(0.25f * widest_cell_, 2 * setup_.largest_radius), setup_.agents);
      blocked_ = Kokkos::View<std::int32_t*, MemorySpace>("plethos::bvp::blocked", static_cast<std::size_t>(graph.cells()));
    }
    if (first || !goal_maps_.changes().touched().empty()) {
      backends::for_each(execution, "plethos::bvp::find_blocked", graph.cells(), FindBlockedAround<MemorySpace>{graph, blocked_});
      execution.fence();
    }
    return first || other_maps;
  }

  void plan(const Execution& execution, const Scene<MemorySpace>& scene) override {
    const PotentialMotion<MemorySpace> motion{scene, groups_};
    LocalMapArguments arguments;
    local_maps_.describe(arguments);
    raster_.fill(execution, scene.agents, setup_.leave_on_arrival);
    backends::for_each(execution, "plethos::bvp::describe", scene.agents.working,
                       DescribeScenes<MemorySpace>{motion, goal_maps_.potentials(), behaviors_, local_maps_.start(),
                                                   local_maps_.shape_of_agent(), arguments.shapes, scenes_});
    raster_.describe(scene.agents, arguments);
    describe_grid(arguments);
    arguments.scenes = scenes_.data();
    arguments.descents = descents_.data();
    arguments.largest_radius = setup_.largest_radius;
    arguments.relaxing = parameters_.relaxing;
    arguments.residual = parameters_.map_residual;
    arguments.most_sweeps = most_sweeps;
    const RunLocalMaps run{arguments, local_maps_.largest_board()};
    backends::for_each_team(execution, "plethos::planning::bvp", scene.agents.working, backends::team_vector, run.scratch(), run);
    backends::for_each(execution, "plethos::bvp::descend", scene.agents.working,
                       DescendLocally<MemorySpace>{motion, scenes_, descents_, sweeps_, maps_});
  }

  // The words of local maps, of which there are always as many, and then those of global ones.
  std::vector<std::uint32_t> remembered() const override {
    std::vector<std::uint32_t> words = local_maps_.remembered();
    const std::vector<std::uint32_t> of_goals = goal_maps_.remembered();
    words.insert(words.end(), of_goals.begin(), of_goals.end());
    return words;
  }
  void resume(std::span<const std::uint32_t> words) override {
    local_maps_.resume(words.first(local_maps_.words()));
    goal_maps_.resume(words.subspan(local_maps_.words()));
  }
  std::uint64_t bytes() const override {
    return goal_maps_.bytes() + groups_.bytes() + local_maps_.bytes() + raster_.bytes() + 4 * blocked_.size() +
           sizeof(GroupBehavior) * behaviors_.size() + sizeof(LocalScene) * scenes_.size() + sizeof(LocalDescent) * descents_.size();
  }
  std::vector<Counter> counters() const override {
    std::vector<Counter> counters = goal_maps_.counters();
    counters.push_back({"local maps", maps_.value()});
    counters.push_back({"local sweeps", sweeps_.value()});
    return counters;
  }

 private:
  static constexpr std::int32_t most_sweeps = 1024;

  void describe_grid(LocalMapArguments& arguments) const {
    const WorldGrid& map = goal_maps_.map();
    arguments.blocked = blocked_.data();
    arguments.width = map.width;
    arguments.height = map.height;
    arguments.origin_x = map.origin.x;
    arguments.origin_y = map.origin.y;
    arguments.cell_size = map.cell_size;
  }

  PlannerSetup setup_;
  BvpParameters parameters_;
  GoalMaps<Execution> goal_maps_;
  MovingGroups<MemorySpace> groups_;
  LocalMaps<MemorySpace> local_maps_;
  AgentRaster<Execution> raster_;
  float widest_cell_ = 0;
  Kokkos::View<GroupBehavior*, MemorySpace> behaviors_;
  Kokkos::View<std::int32_t*, MemorySpace> blocked_;
  Kokkos::View<LocalScene*, MemorySpace> scenes_;
  Kokkos::View<LocalDescent*, MemorySpace> descents_;
  backends::SpreadCounter<MemorySpace> sweeps_{"plethos::bvp::sweeps"}, maps_{"plethos::bvp::maps"};
  std::uint64_t version_ = 0;
};

template <class Execution>
std::unique_ptr<Planner<Execution>> BvpMethod::make(const PlannerSetup& setup, const ParameterValues& values) {
  return std::make_unique<Bvp<Execution>>(setup, values);
}

PLETHOS_INSTANTIATE_MAKE(Planner, BvpMethod, const PlannerSetup&, const ParameterValues&);

}  // namespace plethos::planning
