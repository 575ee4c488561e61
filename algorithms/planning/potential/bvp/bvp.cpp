#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "algorithms/planning/potential/bvp/agent_raster.hpp"
#include "algorithms/planning/potential/bvp/bvp_method.hpp"
#include "algorithms/planning/potential/bvp/local_map-inl.hpp"
#include "algorithms/planning/potential/bvp/local_maps.hpp"
#include "algorithms/planning/potential/bvp/local_scenes.hpp"
#include "algorithms/planning/potential/bvp/parties.hpp"
#include "backends/instantiate.hpp"
#include "backends/teams.hpp"
#include "backends/warp.hpp"
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

/// The most threads of a GPU that work on a local map.
constexpr int most_map_threads = 1024;

/// Makes and relaxes a local map in each team: on a GPU a warp, which waits for no other, or a block of warps.
template <bool by_block>
struct RunLocalMaps {
  static constexpr int grain = 16;
  using launch_bounds = std::conditional_t<by_block, backends::Tuning::OneBlock<most_map_threads>, backends::Tuning::Tiles>;
  LocalMapArguments arguments;
  std::int32_t board = 0;  ///< elements of a color that the largest map has

  static auto simd_entry(const backends::SimdTarget& target) { return local_maps_on_vectors(target); }

  KOKKOS_FUNCTION void operator()([[maybe_unused]] int i) const {
    KOKKOS_IF_ON_HOST(
        (if (arguments.scenes[i].shape < 0) return; HostMapMemory memory; scalar::LocalMap<ScalarRow>(arguments, i, memory.view()).run();))
  }
  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    const backends::Block<Member> team(member);
    const std::int32_t i = member.league_rank();
    if (arguments.scenes[i].shape < 0) return;
    LocalMapMemory memory;
    memory.values = team.template scratch<float>(2 * board);
    if (needs_copy(arguments.relaxing)) memory.next = team.template scratch<float>(2 * board);
    memory.free = team.template scratch<std::uint32_t>(2 * board / 32);
    memory.coverable = team.template scratch<std::uint32_t>(2 * board / 32);
    using Team = std::conditional_t<by_block, backends::WarpsOfBlock, scalar::LoneRow<backends::WarpRow>>;
    scalar::LocalMap<backends::WarpRow, Team>(arguments, i, memory).run();
  }
  std::size_t scratch() const {
    const auto elements = static_cast<std::size_t>(2 * board);
    return 64 + 4 * elements * (needs_copy(arguments.relaxing) ? 2 : 1) + 2 * elements / 8;
  }
};

/// Writes the local maps of agents to records, or reads them.
template <class MemorySpace, bool writes>
struct CarryMaps {
  Agents<MemorySpace> agents;
  MapsOfAgents<MemorySpace> maps;
  AgentList<MemorySpace> list;
  std::int32_t first, largest;
  CarriedWords<MemorySpace> words;

  KOKKOS_FUNCTION void operator()(int k) const {
    const std::int32_t i = writes ? list.agent(k) : first + k;
    std::uint32_t* const record = words.of(writes ? list.slot(k) : k);
    const auto id = agents.id(i);
    float* const cells = maps.cells.data() + maps.start(id);
    const std::int32_t own = maps.shapes(maps.shape_of_agent(id)).cells();
    for (std::int32_t cell = 0; cell < own; ++cell) {
      if (writes) {
        record[cell] = Kokkos::bit_cast<std::uint32_t>(cells[cell]);
      } else {
        cells[cell] = Kokkos::bit_cast<float>(record[cell]);
      }
    }
    // Files of the same agents have the same bytes.
    for (std::int32_t cell = own; writes && cell < largest; ++cell) record[cell] = 0;
  }
};

/// Lets agents go down potentials of their own (Fischer, Silveira and Nedel 2009): each has a local map around it, in which it senses walls
/// and agents in its view cone, and whose border is drawn to where the global map of its goal descends. Patient agents leave it for a while
/// where it leads them nowhere.
template <class Execution, BvpVariant variant>
class Bvp final : public Planner<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;

  Bvp(const PlannerSetup& setup, const ParameterValues& values)
      : setup_(setup), parameters_(settled(values)), goal_maps_(setup, parameters_), groups_(setup, values) {
    patience_ = bvp_table<variant>().read(values).patience;
    std::vector<GroupBehavior> behaviors;
    for (std::size_t group = 0; group < setup.group_count(); ++group) {
      const BvpParameters& own = of_groups_.emplace_back(settled(setup.values_of_group(values, group)));
      behaviors.emplace_back(own);
      widest_map_ = std::max(widest_map_, own.map_cell * static_cast<float>(own.map_size));
    }
    std::vector<std::int32_t> groups = setup.groups;
    groups.resize(static_cast<std::size_t>(setup.agents), 0);
    parties_.make(groups, of_groups_);
    local_maps_.make(of_groups_);
    behaviors_ = to_view<MemorySpace>("plethos::bvp::behaviors", behaviors);
  }

  bool prepare(const Execution& execution, const Surroundings<MemorySpace>& surroundings) override {
    const bool other_maps = goal_maps_.follow(execution, surroundings, BvpMethod<variant>::info().name.c_str());
    const bool first = version_ == 0, same = surroundings.version == version_, alone = surroundings.ranks.alone();
    const bool other_groups = groups_.follow(surroundings.groups);
    if (other_groups) parties_.remake(surroundings.groups, of_groups_);
    if (first || other_groups) {
      std::vector<std::int32_t> groups(surroundings.groups.begin(), surroundings.groups.end());
      groups.resize(std::max(groups.size(), first_guide()), 0);
      if (alone) {
        local_maps_.reshape(shapes_of(groups));
      } else {
        local_maps_.claim_slots(groups, surroundings.agents.capacity);
        local_maps_.take_in(execution, surroundings.agents, 0, surroundings.agents.owned);
      }
    }
    make_room(alone ? setup_.agents : surroundings.agents.capacity);
    if (parties_.count() > 0 && !alone) {
      throw InputError("party_size: found parties on " + std::to_string(surroundings.ranks.size()) +
                       " ranks, which need all their members in one process; expected one rank");
    }
    if (!resumed_.empty()) take_up(std::exchange(resumed_, {}));
    if (same) return other_maps || other_groups;
    version_ = surroundings.version;
    const GridGraph<MemorySpace>& graph = goal_maps_.graph();
    if (first) {
      // An agent looks through few bins, and few agents are in one.
      raster_.make(surroundings.world.bounds, std::max(0.25f * widest_map_, 2 * setup_.largest_radius), setup_.agents);
      blocked_ = Kokkos::View<std::int32_t*, MemorySpace>("plethos::bvp::blocked", static_cast<std::size_t>(graph.cells()));
    }
    if (first || !goal_maps_.changes().touched().empty()) {
      backends::for_each(execution, "plethos::bvp::find_blocked", graph.cells(), FindBlockedAround<MemorySpace>{graph, blocked_});
      execution.fence();
    }
    return first || other_maps || other_groups;
  }

  void plan(const Execution& execution, const PlanningScene<MemorySpace>& scene) override {
    const PotentialMotion<MemorySpace> motion{scene, groups_.now()};
    LocalMapArguments arguments;
    local_maps_.describe(arguments);
    raster_.fill(execution, scene.agents, setup_.leave_on_arrival);
    const PartyPlaces<MemorySpace> parties = parties_.places();
    const GuideScene<MemorySpace> guides{motion, goal_maps_.potentials(), parties, setup_.largest_radius};
    if (parties_.count() > 0) {
      backends::for_each(execution, "plethos::bvp::find_members", scene.agents.count, FindMembers<MemorySpace>{scene.agents, parties});
      backends::for_each(execution, "plethos::bvp::describe_guides", parties_.count(),
                         DescribeGuides<MemorySpace>{guides, behaviors_, local_maps_.start(), setup_.agents, scenes_});
      arguments.party = parties.party_at.data();
    }
    backends::for_each(execution, "plethos::bvp::describe", scene.agents.working,
                       DescribeScenes<MemorySpace>{motion,
                                                   goal_maps_.potentials(),
                                                   parties,
                                                   behaviors_,
                                                   local_maps_.start(),
                                                   local_maps_.shape_of_agent(),
                                                   arguments.shapes,
                                                   scenes_,
                                                   {scene, steps_of_patience(scene.time_step)},
                                                   0.71f * widest_map_,
                                                   impatient_});
    raster_.describe(scene.agents, arguments);
    describe_grid(arguments);
    arguments.scenes = scenes_.data();
    arguments.descents = descents_.data();
    arguments.largest_radius = setup_.largest_radius;
    arguments.relaxing = parameters_.relaxing;
    arguments.residual = parameters_.map_residual;
    arguments.most_sweeps = most_sweeps;
    const int maps = scene.agents.working + parties_.count(), members = threads_of_map(backends::concurrency(execution), maps);
    const auto run = [&](const auto& kernel) {
      backends::for_each_team(execution, "plethos::planning::bvp", maps, members, kernel.scratch(), kernel);
    };
    if (members > backends::warp_size) {
      run(RunLocalMaps<true>{arguments, local_maps_.largest_board()});
    } else {
      run(RunLocalMaps<false>{arguments, local_maps_.largest_board()});
    }
    backends::for_each(execution, "plethos::bvp::descend", scene.agents.working,
                       DescendLocally<MemorySpace>{motion, scenes_, descents_, sweeps_, maps_});
    if (parties_.count() > 0) {
      backends::for_each(execution, "plethos::bvp::advance_guides", parties_.count(),
                         AdvanceGuides<MemorySpace>{guides, scenes_, descents_});
    }
  }

  /// An agent sees the discs that reach into its map, which is a square.
  float sight() const override { return 1.42f * (0.5f * widest_map_ + setup_.largest_radius); }
  std::int32_t carried_words() const override { return local_maps_.largest_map(); }
  void write_carried(const Execution& execution, const Agents<MemorySpace>& agents, const AgentList<MemorySpace>& list,
                     const CarriedWords<MemorySpace>& words) override {
    backends::for_each(execution, "plethos::bvp::write_maps", list.agent.extent_int(0),
                       CarryMaps<MemorySpace, true>{agents, local_maps_.carried(), list, 0, carried_words(), words});
  }
  void read_carried(const Execution& execution, const Agents<MemorySpace>& agents, std::int32_t first, std::int32_t count,
                    const CarriedWords<MemorySpace>& words) override {
    local_maps_.take_in(execution, agents, first, count);
    backends::for_each(execution, "plethos::bvp::read_maps", count,
                       CarryMaps<MemorySpace, false>{agents, local_maps_.carried(), {}, first, carried_words(), words});
  }

  // The words of parties, of their guides' local maps and then of global maps.
  std::vector<std::uint32_t> remembered() const override {
    std::vector<std::uint32_t> words;
    for (const auto& part : {parties_.remembered(), local_maps_.remembered(first_guide()), goal_maps_.remembered()}) {
      words.push_back(static_cast<std::uint32_t>(part.size()));
      words.insert(words.end(), part.begin(), part.end());
    }
    return words;
  }
  void resume(std::span<const std::uint32_t> words) override {
    std::vector<std::vector<std::uint32_t>> parts;
    while (!words.empty() && words[0] < words.size()) {
      const auto part = words.subspan(1, words[0]);
      parts.emplace_back(part.begin(), part.end());
      words = words.subspan(1 + part.size());
    }
    if (!words.empty() || parts.size() != 3) throw InputError("saved crowd: found what another planner remembers, expected one of bvp");
    goal_maps_.resume(parts[2]);
    parts.pop_back();
    // How many words the others have is known with the agents' groups.
    resumed_ = std::move(parts);
  }
  std::uint64_t bytes() const override {
    return goal_maps_.bytes() + groups_.now().bytes() + local_maps_.bytes() + parties_.bytes() + raster_.bytes() + 4 * blocked_.size() +
           sizeof(GroupBehavior) * behaviors_.size() + sizeof(LocalScene) * scenes_.size() + sizeof(LocalDescent) * descents_.size();
  }
  std::vector<Counter> counters() const override {
    std::vector<Counter> counters = goal_maps_.counters();
    counters.push_back({"local maps", maps_.value(), true});
    counters.push_back({"local sweeps", sweeps_.value(), true});
    if (variant == BvpVariant::patient) counters.push_back({"impatient", impatient_.value(), true});
    return counters;
  }

 private:
  static constexpr std::int32_t most_sweeps = 1024;

  std::size_t first_guide() const { return static_cast<std::size_t>(setup_.agents); }
  /// Makes room for what agents and guides need and find.
  void make_room(std::int32_t agents) {
    const auto maps = static_cast<std::size_t>(agents + parties_.count());
    fit_view("plethos::bvp::scenes", maps, scenes_);
    fit_view("plethos::bvp::descents", maps, descents_);
  }

  /// Sets parties and their local maps to what a saved crowd remembers.
  void take_up(const std::vector<std::vector<std::uint32_t>>& parts) {
    const std::size_t of_guides = local_maps_.words(first_guide());
    if (parts[0].size() != parties_.words() || parts[1].size() != of_guides) {
      throw InputError("saved crowd: found " + std::to_string(parts[0].size() + parts[1].size()) +
                       " words of parties and their local maps, expected " + std::to_string(parties_.words() + of_guides) +
                       ": it is of other values");
    }
    parties_.resume(parts[0]);
    local_maps_.resume(first_guide(), parts[1]);
  }

  /// Returns how many threads of a GPU work on each of so many maps. Jacobi's method has one for each cell, as the paper's program. With
  /// two colors in turn a map has a warp, or more, up to a thread for each cell of a color, where the GPU would be idle otherwise. Gauss'
  /// and Seidel's has work for one thread.
  int threads_of_map(const backends::Concurrency& concurrency, int maps) const {
    if (parameters_.relaxing == Relaxing::gauss_seidel) return backends::warp_size;
    const bool in_colors = parameters_.relaxing == Relaxing::sor;
    const int most = std::min(in_colors ? local_maps_.largest_map() / 2 : local_maps_.largest_map(), most_map_threads);
    const int idle = concurrency.threads / std::max(1, maps);
    int threads = backends::warp_size;
    while (concurrency.device && threads < most && !(in_colors && 2 * threads > idle)) threads *= 2;
    return threads;
  }

  /// Returns the shapes of the maps of agents, by id, and of guides behind them: those of their groups.
  std::vector<std::int32_t> shapes_of(std::span<const std::int32_t> groups) const {
    std::vector<std::int32_t> shapes(groups.begin(), groups.end());
    for (const Party& party : parties_.parties()) shapes.push_back(party.group);
    return shapes;
  }

  void describe_grid(LocalMapArguments& arguments) const {
    const WorldGrid& map = goal_maps_.map();
    arguments.blocked = blocked_.data();
    arguments.width = map.width;
    arguments.height = map.height;
    arguments.origin_x = map.origin.x;
    arguments.origin_y = map.origin.y;
    arguments.cell_size = map.cell_size;
    arguments.clearance = map.clearance;
  }

  BvpParameters settled(const ParameterValues& values) const {
    return bvp_table<variant>().read(values).settled(variant, setup_.largest_radius);
  }
  std::int32_t steps_of_patience(float time_step) const {
    return variant == BvpVariant::published ? 0 : std::max(1, static_cast<std::int32_t>(std::lround(patience_ / time_step)));
  }

  PlannerSetup setup_;
  float patience_ = 0;  // s
  BvpParameters parameters_;
  GoalMaps<Execution> goal_maps_;
  GroupsNow<MemorySpace> groups_;
  LocalMaps<MemorySpace> local_maps_;
  Parties<MemorySpace> parties_;
  AgentRaster<Execution> raster_;
  std::vector<BvpParameters> of_groups_;
  float widest_map_ = 0;  // m
  Kokkos::View<GroupBehavior*, MemorySpace> behaviors_;
  Kokkos::View<std::int32_t*, MemorySpace> blocked_;
  Kokkos::View<LocalScene*, MemorySpace> scenes_;
  Kokkos::View<LocalDescent*, MemorySpace> descents_;
  backends::SpreadCounter<MemorySpace> sweeps_{"plethos::bvp::sweeps"}, maps_{"plethos::bvp::maps"}, impatient_{"plethos::bvp::impatient"};
  std::vector<std::vector<std::uint32_t>> resumed_;
  std::uint64_t version_ = 0;
};

template <BvpVariant variant>
template <class Execution>
std::unique_ptr<Planner<Execution>> BvpMethod<variant>::make(const PlannerSetup& setup, const ParameterValues& values) {
  return std::make_unique<Bvp<Execution, variant>>(setup, values);
}

PLETHOS_INSTANTIATE_MAKE(Planner, BvpMethod<BvpVariant::patient>, const PlannerSetup&, const ParameterValues&);
PLETHOS_INSTANTIATE_MAKE(Planner, BvpMethod<BvpVariant::published>, const PlannerSetup&, const ParameterValues&);

}  // namespace plethos::planning
