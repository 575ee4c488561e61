#include <algorithm>
#include <cmath>
#include <numbers>

#include "algorithms/planning/potential/bvp/agent_raster.hpp"
#include "algorithms/planning/potential/bvp/local_map-inl.hpp"
#include "algorithms/planning/potential/bvp/local_maps.hpp"
#include "algorithms/planning/potential/potential_reference.hpp"
#include "backends/registry.hpp"
#include "core/lane/scalar_row.hpp"
#include "tests/algorithms/planning/grid/map/test_maps.hpp"
#include "tests/harness/host_warp.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using planning::BvpParameters;
using planning::LocalMapArguments;
using planning::Relaxing;

/// Agents on a map, of whom the first one plans.
struct LocalCase {
  WorldGrid map{};
  std::vector<AgentRecord> agents{};
  BvpParameters parameters{};
  planning::LocalScene scene{};
  float clearance = 0;                  ///< m, of the map
  std::vector<std::int32_t> parties{};  ///< whose guides the agents follow; empty: nobody follows one
};

double uniform(Random& random, double low, double high) { return low + (high - low) * random.integer(0, 1000000) / 1e6; }

LocalCase random_case(Random& random) {
  LocalCase result{.map = random_map(random, 30, 24, 9)};
  for (int k = 0; k < 40; ++k) {
    AgentRecord agent;
    agent.radius = static_cast<float>(uniform(random, 0.1, 0.45));
    agent.position = {static_cast<float>(uniform(random, 1, 9)), static_cast<float>(uniform(random, 4, 12))};
    result.agents.push_back(agent);
  }
  BvpParameters& parameters = result.parameters;
  parameters.map_size = random.integer(planning::least_map_size, planning::most_map_size);
  parameters.map_cell = static_cast<float>(uniform(random, 0.1, 0.4));
  parameters.view_angle = static_cast<float>(uniform(random, 0.5, 6.2));
  parameters.map_residual = 1e-6f;
  const auto direction = [&] {
    const double angle = uniform(random, 0, 2 * std::numbers::pi);
    return Vec2{static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
  };
  const Vec2 view = direction(), ahead = direction(), bias = direction();
  const auto epsilon = static_cast<float>(uniform(random, -1.9, 1.9));
  const AgentRecord& own = result.agents[0];
  planning::LocalScene& scene = result.scene;
  scene.x = own.position.x;
  scene.y = own.position.y;
  scene.radius = own.radius;
  scene.view_x = view.x;
  scene.view_y = view.y;
  scene.ahead_x = ahead.x;
  scene.ahead_y = ahead.y;
  scene.goal_x = static_cast<float>(own.position.x + uniform(random, -3, 3));
  scene.goal_y = static_cast<float>(own.position.y + uniform(random, -3, 3));
  scene.bias_x = epsilon * bias.x;
  scene.bias_y = epsilon * bias.y;
  scene.shape = 0;
  if (random.integer(0, 1) == 1) result.clearance = static_cast<float>(uniform(random, 0, 0.5));
  if (random.integer(0, 1) == 1) {
    for (std::size_t k = 0; k < result.agents.size(); ++k) result.parties.push_back(random.integer(-1, 1));
    scene.party = result.parties[0];
    scene.apart = static_cast<float>(uniform(random, 0, 3));
  }
  return result;
}

/// The map of a case: which cells are relaxed, and the values of all.
struct LocalSolution {
  std::vector<std::uint8_t> free;
  std::vector<double> values;
};

/// Returns where the way ahead meets the border, by small steps.
GridCell border_cell(const LocalCase& local) {
  const std::int32_t size = local.parameters.map_size, middle = size / 2;
  for (double far = 0;; far += 1e-3) {
    const double x = middle + far * local.scene.ahead_x, y = middle - far * local.scene.ahead_y;
    const bool at_side = x <= 0 || x >= size - 1, at_end = y <= 0 || y >= size - 1;
    if (!at_side && !at_end) continue;
    const auto inner = [&](double place) { return std::clamp(static_cast<std::int32_t>(std::floor(place + 0.5)), 1, size - 2); };
    if (at_side) return {x <= 0 ? 0 : size - 1, inner(y)};
    return {inner(x), y <= 0 ? 0 : size - 1};
  }
}

constexpr int enough_sweeps = 100000;

/// Makes and solves the map as sections 4.2 and 4.3 of Fischer, Silveira and Nedel 2009 say, cell by cell.
LocalSolution plain_solution(const LocalCase& local, int most_sweeps = enough_sweeps) {
  const std::int32_t size = local.parameters.map_size, middle = size / 2;
  const planning::LocalScene& scene = local.scene;
  const double cell = local.parameters.map_cell;
  const auto is_seen = [&](double x, double y) {
    const double away = std::hypot(x, y);
    return away == 0 || (x * scene.view_x + y * scene.view_y) / away >= std::cos(local.parameters.view_angle / 2.);
  };
  const auto is_in_way = [&](std::size_t other) {
    if (scene.party < 0 || local.parties[other] != scene.party) return true;
    const Vec2 place = local.agents[other].position;
    const float touching = scene.radius + local.agents[other].radius;
    return std::hypot(place.x - scene.x, place.y - scene.y) < std::max(scene.apart, touching);
  };
  const auto is_covered = [&](double x, double y) {
    const double at_x = scene.x + x, at_y = scene.y + y;
    const WorldGrid& map = local.map;
    // Walls surround the world.
    const GridCell own = map.cell_at({static_cast<float>(at_x), static_cast<float>(at_y)});
    if (own.x < 0 || own.x >= map.width || own.y < 0 || own.y >= map.height) return true;
    for (std::int32_t row = -1; row <= map.height; ++row) {
      for (std::int32_t column = -1; column <= map.width; ++column) {
        if (map.is_passable(column, row)) continue;
        const Vec2 center = map.center({column, row});
        const double half = map.cell_size / 2.;
        const double across = std::fmax(0., std::fabs(at_x - center.x) - half), up = std::fmax(0., std::fabs(at_y - center.y) - half);
        if (std::hypot(across, up) < scene.radius - local.clearance || (across == 0 && up == 0)) return true;
      }
    }
    for (std::size_t k = 1; k < local.agents.size(); ++k) {
      const AgentRecord& other = local.agents[k];
      const bool covers = std::hypot(at_x - other.position.x, at_y - other.position.y) < scene.radius + other.radius;
      if (covers && is_in_way(k)) return true;
    }
    return false;
  };
  LocalSolution solution;
  for (std::int32_t row = 0; row < size; ++row) {
    for (std::int32_t column = 0; column < size; ++column) {
      const std::int32_t from_border = std::min({column, row, size - 1 - column, size - 1 - row});
      const double x = (column - middle) * cell, y = (middle - row) * cell;
      const bool is_free = from_border == 1 || (from_border > 1 && !(is_seen(x, y) && is_covered(x, y)));
      solution.free.push_back(is_free ? 1 : 0);
      solution.values.push_back(0);
    }
  }
  const auto set_goal = [&](std::int32_t column, std::int32_t row) {
    const auto place = static_cast<std::size_t>(row * size + column);
    solution.free[place] = 0;
    solution.values[place] = 1;
  };
  const GridCell goal = border_cell(local);
  for (std::int32_t k = -1; k <= 1; ++k) {
    if (goal.x == 0 || goal.x == size - 1) {
      set_goal(goal.x, goal.y + k);
    } else {
      set_goal(goal.x + k, goal.y);
    }
  }
  const double away_x = scene.goal_x - scene.x, away_y = scene.goal_y - scene.y;
  const auto column = static_cast<std::int32_t>(std::floor(middle + away_x / cell + 0.5));
  const auto row = static_cast<std::int32_t>(std::floor(middle - away_y / cell + 0.5));
  if (column >= 1 && row >= 1 && column < size - 1 && row < size - 1 && is_seen(away_x, away_y)) set_goal(column, row);
  solution.values =
      planning::reference::potential(size, size, solution.free, solution.values, scene.bias_x, scene.bias_y, 1e-13, most_sweeps);
  return solution;
}

/// What the kernel makes of a case.
struct Relaxed {
  std::vector<float> values;  ///< row by row from the north
  planning::LocalDescent descent;
};

/// Relaxes a map alone, on a CPU without vectors.
constexpr auto alone = [](const LocalMapArguments& arguments, const planning::LocalMapMemory& memory) {
  scalar::LocalMap<ScalarRow>(arguments, 0, memory).run();
};

/// `run` relaxes one map.
template <class Run = decltype(alone)>
Relaxed relax(LocalCase& local, Relaxing relaxing, int most_sweeps = enough_sweeps, const Run& run = alone) {
  Relaxed result;
  backends::visit(plainest_backend(), [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    if constexpr (std::is_same_v<Execution, backends::HostExecution>) {
      const auto agents = make_agents(local.agents);
      planning::AgentRaster<Execution> raster;
      raster.make({{0, 0}, {12, 14}}, 1, agents.count);
      raster.fill(execution, agents, false);
      planning::LocalMaps<Kokkos::HostSpace> maps;
      maps.make(std::span(&local.parameters, 1));
      maps.reshape({0});
      std::vector<std::int32_t> blocked;
      for (std::int32_t row = 0; row < local.map.height; ++row) {
        for (std::int32_t column = 0; column < local.map.width; ++column) {
          blocked.push_back(0);
          for (int k = 0; k < 9; ++k) blocked.back() |= local.map.is_passable(column + k % 3 - 1, row + k / 3 - 1) ? 0 : 1 << k;
        }
      }
      LocalMapArguments arguments;
      maps.describe(arguments);
      raster.describe(agents, arguments);
      arguments.blocked = blocked.data();
      arguments.width = local.map.width;
      arguments.height = local.map.height;
      arguments.origin_x = local.map.origin.x;
      arguments.origin_y = local.map.origin.y;
      arguments.cell_size = local.map.cell_size;
      arguments.clearance = local.clearance;
      if (!local.parties.empty()) arguments.party = local.parties.data();
      arguments.scenes = &local.scene;
      arguments.descents = &result.descent;
      arguments.largest_radius = 0.45f;
      arguments.relaxing = relaxing;
      arguments.residual = local.parameters.map_residual;
      arguments.most_sweeps = most_sweeps;
      planning::HostMapMemory memory;
      run(arguments, memory.view());
      const planning::Checkerboard& board = maps.shapes()[0].board;
      for (std::int32_t row = 0; row < board.height; ++row) {
        for (std::int32_t column = 0; column < board.width; ++column) {
          const std::int32_t n = board.number(column, row), color = n & 1;
          result.values.push_back(arguments.maps[color * (board.end - board.first) + n / 2 - board.first]);
        }
      }
    }
  });
  return result;
}

}  // namespace

TEST_CASE("local maps are those of a plain solver, with walls, agents, goals and zones as the paper has them") {
  Random random("local maps");
  int covered = 0;
  for (int round = 0; round < 60; ++round) {
    LocalCase local = random_case(random);
    const LocalSolution expected = plain_solution(local);
    covered += static_cast<int>(std::count(expected.free.begin(), expected.free.end(), 0));
    CAPTURE(round);
    for (const Relaxing relaxing : {Relaxing::sor, Relaxing::jacobi, Relaxing::unsynchronized, Relaxing::gauss_seidel}) {
      CAPTURE(static_cast<int>(relaxing));
      const Relaxed found = relax(local, relaxing);
      // What matters are values that are not small beside the agent's own.
      const double at_agent = expected.values[static_cast<std::size_t>((local.parameters.map_size / 2) * (local.parameters.map_size + 1))];
      for (std::size_t cell = 0; cell < found.values.size(); ++cell) {
        REQUIRE(found.values[cell] == doctest::Approx(expected.values[cell]).epsilon(0.01).scale(at_agent + 1e-6));
      }
      const std::int32_t size = local.parameters.map_size;
      const auto at = [&](std::int32_t x, std::int32_t y) {
        return expected.values[static_cast<std::size_t>((size / 2 + y) * size + size / 2 + x)];
      };
      const double greatest = std::fmax(1e-6, std::fmax(std::fmax(at(1, 0), at(-1, 0)), std::fmax(at(0, 1), at(0, -1))));
      CHECK(std::fabs(found.descent.x - (at(1, 0) - at(-1, 0))) < 0.01 * greatest);
      CHECK(std::fabs(found.descent.y - (at(0, -1) - at(0, 1))) < 0.01 * greatest);
    }
  }
  CHECK(covered > 1000);
}

TEST_CASE("a warp of any width, and a block of rows, relax local maps to the bits of one thread") {
  Random random("local maps of warps");
  for (int round = 0; round < 6; ++round) {
    CAPTURE(round);
    LocalCase local = random_case(random);
    for (const Relaxing relaxing : {Relaxing::sor, Relaxing::jacobi, Relaxing::gauss_seidel}) {
      CAPTURE(static_cast<int>(relaxing));
      const Relaxed expected = relax(local, relaxing, 40);
      const auto check = [&](const auto& run) {
        const Relaxed found = relax(local, relaxing, 40, run);
        CHECK(found.values == expected.values);
        CHECK(found.descent.sweeps == expected.descent.sweeps);
        CHECK(found.descent.x == expected.descent.x);
        CHECK(found.descent.y == expected.descent.y);
      };
      for_each_warp([&]<class Team>(Team) {
        CAPTURE(Team::size);
        check([](const LocalMapArguments& arguments, const planning::LocalMapMemory& memory) {
          Team::run([&](const Team&) { scalar::LocalMap<backends::RowOfWarp<Team>>(arguments, 0, memory).run(); });
        });
      });
      check([](const LocalMapArguments& arguments, const planning::LocalMapMemory& memory) {
        using Rows = RowsOfBlock<8>;
        Rows::Threads::run([&](const auto&) { scalar::LocalMap<ScalarRow, Rows>(arguments, 0, memory).run(); });
      });
    }
  }
}

TEST_CASE("relaxed one after the other, cells take their values in the order of the paper's sequential program") {
  Random random("local maps in turn");
  for (int round = 0; round < 20; ++round) {
    LocalCase local = random_case(random);
    // Nothing is at rest so soon.
    local.parameters.map_residual = 0;
    for (const int sweeps : {1, 2, 5}) {
      const std::vector<double> expected = plain_solution(local, sweeps).values;
      const Relaxed found = relax(local, Relaxing::gauss_seidel, sweeps);
      CHECK(found.descent.sweeps == sweeps);
      for (std::size_t cell = 0; cell < expected.size(); ++cell) {
        REQUIRE(found.values[cell] == doctest::Approx(expected[cell]).epsilon(1e-5).scale(1e-5));
      }
    }
  }
}

TEST_CASE("a local map as the page on potentials draws it") {
  LocalCase local{.map = map_of({"........", "........", "....@...", "....@...", "........", "........"})};
  local.agents.resize(2);
  for (AgentRecord& agent : local.agents) agent.radius = 0.25f;
  local.agents[0].position = {3.f, 3.f};
  local.agents[1].position = {3.6f, 1.6f};
  local.parameters.map_size = 17;
  local.parameters.map_residual = 1e-6f;
  planning::LocalScene& scene = local.scene;
  scene.x = scene.y = 3.f;
  scene.radius = 0.25f;
  scene.view_x = scene.ahead_x = 1;
  scene.goal_x = scene.goal_y = 100;
  const std::vector<float> values = relax(local, Relaxing::sor).values;
  std::string drawing;
  for (std::size_t row = 0; row < 17; ++row) {
    for (std::size_t column = 0; column < 17; ++column) {
      const float value = values[17 * row + column];
      const bool on_border = row == 0 || column == 0 || row == 16 || column == 16;
      const int octaves = value > 0 ? static_cast<int>(std::floor(-std::log2(value))) : 0;
      const char halvings = static_cast<char>(octaves < 10 ? '0' + octaves : 'a' + octaves - 10);
      drawing += value == 1 ? 'G' : on_border ? '+' : value == 0 ? '#' : row == 8 && column == 8 ? 'A' : halvings;
    }
    drawing += "\n";
  }
  CHECK(drawing ==
        "+++++++++++++++++\n"
        "+lkkjiihggfedccc+\n"
        "+lkjiihggfedcbaa+\n"
        "+kjiihhggfeddba8+\n"
        "+kjiihhggfff###7+\n"
        "+kjiihhggggg###5+\n"
        "+kjiihhhgggh###3+\n"
        "+kjiiihhhhhi###1G\n"
        "+kjjiiihAhii###1G\n"
        "+kjjiiiiiiij###1G\n"
        "+lkjjjiiijjk###3+\n"
        "+lkkjjjjjjkl###5+\n"
        "+mlkkjjjkk#####7+\n"
        "+mlkkkkkl####ca8+\n"
        "+nmllllll####cba+\n"
        "+onmmmmmlkigfdcc+\n"
        "+++++++++++++++++\n");
}

TEST_CASE("a map that is relaxed from its last values takes few sweeps") {
  Random random("local maps again");
  LocalCase local = random_case(random);
  local.parameters.map_size = 21;
  const auto sweeps = [&](Relaxing relaxing) { return relax(local, relaxing).descent.sweeps; };
  CHECK(sweeps(Relaxing::sor) < sweeps(Relaxing::gauss_seidel));
  CHECK(sweeps(Relaxing::gauss_seidel) < sweeps(Relaxing::jacobi));
}

TEST_CASE("agents get other shapes of maps, and maps of the same size keep their values") {
  std::vector<BvpParameters> shapes(2);
  shapes[0].map_size = 11;
  shapes[1].map_size = 16;
  planning::LocalMaps<Kokkos::HostSpace> maps;
  maps.make(shapes);
  maps.reshape({0, 1, 0, 1});
  std::vector<std::uint32_t> words = maps.remembered(0);
  for (std::size_t k = 0; k < words.size(); ++k) words[k] = static_cast<std::uint32_t>(k) + 1;
  maps.resume(0, words);
  const auto start_before = maps.start();
  const std::vector<std::int32_t> before(start_before.data(), start_before.data() + 4);
  maps.reshape({0, 0, 0, 1});
  const std::vector<std::uint32_t> after = maps.remembered(0);
  const auto cells = static_cast<std::size_t>(maps.shapes()[0].cells());
  CHECK(after.size() == 3 * cells + static_cast<std::size_t>(maps.shapes()[1].cells()));
  const auto first = [&](std::int32_t agent) { return after[static_cast<std::size_t>(maps.start()(agent))]; };
  CHECK(first(0) == 1);
  CHECK(first(1) == 0);
  CHECK(first(2) == static_cast<std::uint32_t>(before[2]) + 1);
  CHECK(first(3) == static_cast<std::uint32_t>(before[3]) + 1);
}

PLETHOS_SCALAR_MATRIX_TEST("on a rank an agent that comes gets the slot of nobody's map, and the others keep theirs") {
  std::vector<BvpParameters> shapes(2);
  shapes[1].map_size = 21;
  std::vector<std::int32_t> shape_of_agent(100);
  for (std::size_t id = 0; id < shape_of_agent.size(); ++id) shape_of_agent[id] = static_cast<std::int32_t>(id % 2);
  backends::visit(backend, [&](const auto& execution) {
    using MemorySpace = typename std::decay_t<decltype(execution)>::memory_space;
    planning::LocalMaps<MemorySpace> maps;
    maps.make(shapes);
    maps.claim_slots(shape_of_agent, 6);
    std::vector<std::int32_t> before(shape_of_agent.size());
    const auto come = [&](const std::vector<std::uint32_t>& ids, std::int32_t first, std::int32_t count) {
      const auto capacity = std::max(6, static_cast<std::int32_t>(ids.size()));
      Agents<MemorySpace> agents(capacity);
      copy_agents(agents, make_agents(std::vector<AgentRecord>(ids.size()), ids, capacity, 0));
      agents.hold(static_cast<std::int32_t>(ids.size()));
      maps.take_in(execution, agents, first, count);
      const auto start = host_view(maps.start());
      std::vector<std::int32_t> taken;
      for (std::int32_t i = 0; i < agents.count; ++i) {
        const std::uint32_t id = ids[static_cast<std::size_t>(i)];
        CHECK(start(id) % maps.largest_map() == 0);
        CHECK(start(id) / maps.largest_map() < capacity);
        if (i < first || i >= first + count) CHECK(start(id) == before[id]);
        before[id] = start(id);
        taken.push_back(start(id));
      }
      std::ranges::sort(taken);
      CHECK(std::ranges::adjacent_find(taken) == taken.end());
    };
    come({90, 3, 41, 7, 12, 55}, 0, 6);
    // 3 and 12 leave; others come, among them one that was here before, and more than there was room for.
    come({90, 41, 20, 7, 55}, 2, 1);
    come({55, 7, 20, 3, 8, 41, 90}, 3, 2);
    come({55, 7, 20, 3, 8, 41, 90, 1, 2, 4, 5, 6}, 7, 5);
  });
}

}  // namespace plethos::tests
