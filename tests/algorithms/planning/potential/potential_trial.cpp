#include "algorithms/planning/potential/potential_trial.hpp"

#include <array>
#include <vector>

#include "algorithms/planning/potential/potential_fields.hpp"
#include "backends/execution.hpp"
#include "core/copy_view.hpp"
#include "scenarios/maps/map_kinds.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using planning::Solved;
using planning::Solver;

constexpr float residual_of_trial = 0.25e-4f;
constexpr std::int32_t most_of_trial = 100000;

bool never_ends(const Solved&) { return true; }

WorldGrid rooms_of_trial(std::int32_t side) {
  WorldGrid map;
  static_cast<GridMap&>(map) = scenarios::draw_map("rooms", {side, side});
  return map;
}

std::int32_t goal_of_trial(const GridMap& map) {
  auto cell = static_cast<std::int32_t>(map.index(map.width / 2, map.height / 2));
  while (map.passable[static_cast<std::size_t>(cell)] == 0) ++cell;
  return cell;
}

}  // namespace

PLETHOS_MATRIX_TEST("a trial solves the potential that agents go down, with every solver") {
  const WorldGrid map = rooms_of_trial(50);
  const std::int32_t goal = goal_of_trial(map);
  for (const Solver solver : {Solver::multigrid, Solver::adi, Solver::red_black, Solver::jacobi}) {
    CAPTURE(static_cast<int>(solver));
    const auto trial = planning::make_potential_trial(backend, map, std::array{goal}, solver);
    trial->begin();
    const Solved solved = trial->solve(residual_of_trial, most_of_trial, never_ends);
    CHECK(solved.residual <= residual_of_trial);
    CHECK(trial->bytes() > 4 * map.passable.size());
    const std::vector<float> values = trial->values();
    CHECK(values[static_cast<std::size_t>(goal)] == 1);
    backends::visit(backend, [&](const auto& execution) {
      using Fields = planning::PotentialFields<std::decay_t<decltype(execution)>>;
      Fields fields;
      const auto graph = planning::make_grid_graph(execution, map, planning::Connectivity::four);
      fields.make(graph, 1, solver);
      CHECK(fields.solve(execution, graph, std::array{planning::FieldSource{0, goal}}, 4 * residual_of_trial, most_of_trial, true) ==
            solved.residual);
      CHECK(fields.work_done().sweeps == static_cast<std::uint64_t>(solved.sweeps));
      const auto frame = fields.values().frame;
      const auto mantissas = host_view(fields.values().mantissas);
      int near = 0;
      for (std::size_t k = 0; k < values.size(); ++k) {
        if (values[k] < Fields::near) continue;
        const GridCell cell = map.cell(k);
        REQUIRE(mantissas(frame.place(0, cell.x, cell.y)) == values[k]);
        ++near;
      }
      CHECK(near > 100);
    });
  }
}

PLETHOS_MATRIX_TEST("a trial begins from nothing as often as it is told to, and ends when its watch says so") {
  const WorldGrid map = rooms_of_trial(40);
  const auto trial = planning::make_potential_trial(backend, map, std::array{goal_of_trial(map)}, Solver::red_black);
  std::vector<std::int32_t> watched;
  const auto watch = [&](const Solved& solved) {
    watched.push_back(solved.sweeps);
    return watched.size() < 2;
  };
  trial->begin();
  CHECK(trial->solve(residual_of_trial, most_of_trial, watch).sweeps == 64);
  CHECK(watched == std::vector<std::int32_t>{32, 64});
  const std::vector<float> values = trial->values();
  watched.clear();
  trial->begin();
  trial->solve(residual_of_trial, most_of_trial, watch);
  CHECK(trial->values() == values);
}

}  // namespace plethos::tests
