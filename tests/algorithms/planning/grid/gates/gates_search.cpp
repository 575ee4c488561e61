#include "algorithms/planning/grid/gates/gates_search.hpp"

#include "algorithms/planning/grid/gates/gate_field_kernel.hpp"
#include "algorithms/planning/grid/gates/gate_landmark_kernel.hpp"
#include "algorithms/planning/grid/gates/kept_gates.hpp"
#include "tests/algorithms/planning/grid/regions/team_checks.hpp"
#include "tests/harness/host_block.hpp"

namespace plethos::tests {
namespace {

using planning::Connectivity;

planning::KeptGates<Kokkos::HostSpace> kept_gates(const GridMap& map, int side, Connectivity connectivity) {
  const backends::HostExecution execution = team_execution();
  planning::KeptGates<Kokkos::HostSpace> kept;
  planning::find_region_graph(execution, planning::make_grid_graph(execution, map, connectivity), side, planning::ContactKind::runs,
                              kept.graph);
  planning::make_gates(execution, kept);
  return kept;
}
planning::GatesSearch<Kokkos::HostSpace> gates_over(const GridMap& map, int side, Connectivity connectivity, bool pulls = false) {
  const planning::KeptGates<Kokkos::HostSpace> kept = kept_gates(map, side, connectivity);
  return {kept.graph.regions.regions, kept.graph.contacts.contacts, kept.fields.fields, kept.edges.edges, kept.landmarks.landmarks, pulls};
}

template <class T>
bool same(const Kokkos::View<T*, Kokkos::HostSpace>& a, const Kokkos::View<T*, Kokkos::HostSpace>& b) {
  return std::equal(a.data(), a.data() + a.size(), b.data(), b.data() + b.size());
}

/// Lets a block do a kernel's work on so many items.
template <class Team, class Kernel>
void work_on_all(const Kernel& kernel, std::int32_t count) {
  Team::run([&](const Team& team) {
    for (std::int32_t item = 0; item < count; ++item) kernel.work(team, item);
  });
}

}  // namespace

TEST_CASE("a block of any width fills the fields and landmarks of gates as one thread does") {
  Random random("gates by a block");
  for (const std::int32_t side : {4, 32}) {
    for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight}) {
      CAPTURE(side);
      CAPTURE(static_cast<int>(connectivity));
      const auto kept = kept_gates(side == 4 ? random_map(random, 40, 23, 5, 9) : random_map(random, 100, 40, 3, 9), side, connectivity);
      const auto& regions = kept.graph.regions.regions;
      const auto& contacts = kept.graph.contacts.contacts;
      const auto& expected = kept.fields.fields;
      for_each_block([&]<class Team>(Team) {
        CAPTURE(Team::size);
        planning::GateFields<Kokkos::HostSpace> fields{
            {"lengths", expected.length.size()}, {"steps", expected.step.size()}, expected.shift};
        work_on_all<Team>(planning::FillGateField<Kokkos::HostSpace>{regions, contacts, fields}, contacts.count());
        CHECK(same(fields.length, expected.length));
        CHECK(same(fields.step, expected.step));
        const std::size_t places = kept.landmarks.landmarks.lengths.size();
        const planning::GateLandmarks<Kokkos::HostSpace> landmarks{{"landmarks", places}};
        const planning::FillLandmark<Kokkos::HostSpace> fill{
            {regions, contacts, expected, kept.edges.edges}, landmarks, {"leaving", places}, {"listed", places}, {"fallen", 2 * places}};
        work_on_all<Team>(fill, landmarks.count);
        CHECK(same(landmarks.lengths, kept.landmarks.landmarks.lengths));
      });
    }
  }
}

TEST_CASE("a warp that searches by gates finds the ways that one thread finds") {
  Random random("gates by a warp");
  bool pulls = false;
  for_each_team_scene(random, [&](const GridMap& map, int side, Connectivity connectivity, const CellQueries& queries) {
    pulls = !pulls;
    check_teams(map, gates_over(map, side, connectivity, pulls), queries);
  });
}

// A warp's list of open gates lies where it knows the lengths of ways within a region, those of the block's first rows first.
TEST_CASE("a warp that searches by gates finds ways within a region, although gates seem to offer shorter ones") {
  Random random("gates by a warp within a region");
  for (const std::int32_t side : {8, 16}) {
    for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight}) {
      CAPTURE(side);
      CAPTURE(static_cast<int>(connectivity));
      const GridMap map = random_map(random, 64, 48, 5, 9);
      CellQueries queries;
      while (queries.size() < 60) {
        const GridCell corner{random.integer(0, map.width / side - 1) * side, random.integer(0, map.height / side - 1) * side};
        const auto near = [&] { return GridCell{corner.x + random.integer(0, side - 1), corner.y + random.integer(0, 1)}; };
        const GridCell from = near(), to = near();
        if (!map.is_passable(from) || !map.is_passable(to)) continue;
        queries.push_back({static_cast<std::int32_t>(map.index(from.x, from.y)), static_cast<std::int32_t>(map.index(to.x, to.y))});
      }
      check_teams(map, gates_over(map, side, connectivity), queries);
    }
  }
}

TEST_CASE("a warp that searches by gates says how much room a way lacks") {
  Random random("gates by a warp without room");
  const GridMap map = random_map(random, 40, 40, 5, 3);
  check_teams_without_room(gates_over(map, 8, Connectivity::eight), cell_queries(random, map, 6, 6));
}

TEST_CASE("a warp that searches by gates, with more open gates than it lists, finds the ways that one thread finds") {
  Random random("gates by a warp without a list");
  check_teams_without_list(random, [](const GridMap& map) { return gates_over(map, 4, Connectivity::eight); });
}

}  // namespace plethos::tests
