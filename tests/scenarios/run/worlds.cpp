#include "scenarios/run/worlds.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/simulation/methods.hpp"
#include "backends/backend.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/ensemble.hpp"
#include "scenarios/methods.hpp"
#include "tests/harness/errors.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/harness/results.hpp"

namespace plethos::tests {
namespace {

using scenarios::WorldResult;
using simulation::Statistics;

/// A crowd that several seeds draw differently.
struct Case {
  std::string scenario;
  std::int64_t agents;
  std::map<std::string, std::string> methods;
  scenarios::Settings settings = {};

  scenarios::ScenarioRequest request(std::int32_t steps) const {
    scenarios::ScenarioRequest made{.name = scenario, .agents = agents, .settings = settings, .methods = methods};
    if (steps > 0) made.settings["steps"] = static_cast<double>(steps);
    return made;
  }
};

/// Simulates a seed by itself, as `plethos run` does.
WorldResult alone(const backends::Backend& backend, scenarios::ScenarioRequest request, std::uint64_t seed) {
  request.seed = seed;
  const scenarios::Scenario scenario = scenarios::make_scenario(request);
  const simulation::MethodChoices methods = scenarios::choose_methods(scenario, request);
  const auto simulation = simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents, methods);
  const std::int64_t travelers = scenarios::count_travelers(scenario);
  scenarios::advance(*simulation, 0, scenario.parameters.steps, std::vector{scenarios::steps_between_looks},
                     [&](const scenarios::Stretch& stretch) {
                       return stretch.end % scenarios::steps_between_looks != 0 || travelers == 0 || simulation->arrived() < travelers;
                     });
  const Result result = result_of(*simulation);
  return {.seed = seed,
          .agents = scenario.count(),
          .travelers = travelers,
          .endless = scenarios::count_endless(scenario),
          .statistics = result.statistics,
          .checksum = simulation::checksum(result.frame)};
}

/// Simulates all seeds at once.
std::vector<WorldResult> together(const backends::Backend& backend, const scenarios::ScenarioRequest& request,
                                  const std::vector<std::uint64_t>& seeds) {
  std::vector<WorldResult> results(seeds.size());
  for (const scenarios::EnsembleScenario& made : scenarios::make_ensembles(request, seeds)) {
    const scenarios::Scenario& scenario = made.scenario;
    const auto simulation = simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents,
                                                           scenarios::choose_methods(scenario, request), {}, made.ensemble());
    CHECK(simulation->worlds().count() == made.ensemble().worlds());
    const auto result = scenarios::run_worlds(*simulation, made, scenarios::steps_between_looks, [](const auto&) { return true; });
    for (std::size_t world = 0; world < result.worlds.size(); ++world) results[made.places[world]] = result.worlds[world];
  }
  return results;
}

void check_same_world(const WorldResult& found, const WorldResult& expected) {
  CAPTURE(expected.seed);
  CHECK(found.seed == expected.seed);
  CHECK(found.agents == expected.agents);
  CHECK(found.travelers == expected.travelers);
  CHECK(found.endless == expected.endless);
  const Statistics& a = found.statistics;
  const Statistics& b = expected.statistics;
  CHECK(a.steps == b.steps);
  CHECK(a.arrived == b.arrived);
  CHECK(a.last_arrival == b.last_arrival);
  CHECK(a.minimum_separation == b.minimum_separation);
  CHECK(a.overlaps == b.overlaps);
  CHECK(a.arrivals == b.arrivals);
  CHECK(a.lost == b.lost);
  CHECK(found.checksum == expected.checksum);
}

/// Checks that each world of an ensemble has the bits of its seed alone.
void check_case(const backends::Backend& backend, const Case& one, std::int32_t steps) {
  CAPTURE(one.scenario);
  for (const auto& [family, method] : one.methods) CAPTURE(method);
  static std::map<std::string, std::vector<WorldResult>> known;
  const std::vector<std::uint64_t> seeds{7, 3, 4294967299u};
  const scenarios::ScenarioRequest request = one.request(steps);
  std::string name = one.scenario + std::to_string(one.agents) + " " + std::to_string(steps);
  for (const auto& [family, method] : one.methods) name += " " + method;
  for (const auto& [key, value] : one.settings) name += " " + key + " " + written_text(value);
  // Lanes without fused multiply-add have bits of their own.
  const backends::Backend reference = backend.same_bits() ? plainest_backend() : backend;
  std::vector<WorldResult>& expected = known[name + " " + reference.lanes()];
  if (expected.empty()) {
    for (const std::uint64_t seed : seeds) expected.push_back(alone(reference, request, seed));
  }
  const std::vector<WorldResult> found = together(backend, request, seeds);
  for (std::size_t world = 0; world < seeds.size(); ++world) check_same_world(found[world], expected[world]);
}

}  // namespace

PLETHOS_MATRIX_TEST("each world of an ensemble has the bits of its seed alone, by every avoidance") {
  for (const std::string& avoidance : simulation::method_family("avoidance").names()) {
    check_case(backend, {"four-streams", 60, {{"avoidance", avoidance}}}, 80);
  }
}

PLETHOS_SCALAR_MATRIX_TEST("so it has by every planner that knows ensembles, through doors and behind walls") {
  // Other tests add planners of their own.
  for (const char* const name :
       {"straight", "roadmap", "astar", "dijkstra", "jps", "rtaa", "pha", "gates", "wavefront", "quadtree", "bvp-global"}) {
    const MethodInfo& planner = simulation::method_family("planner").find(name);
    // The people of `doors` choose among them, and a potential over `castle` takes ten seconds.
    const char* const scenario = planner.chooses_goals ? "doors" : planner.name == "bvp-global" ? "bvp-cross" : "castle";
    const bool has_crowding = find_parameter(planner.parameters, "crowding") != nullptr;
    check_case(backend,
               {scenario,
                24,
                {{"planner", planner.name}, {"avoidance", "orca"}},
                has_crowding ? scenarios::Settings{{"crowding", 0.}} : scenarios::Settings()},
               64);
  }
}

PLETHOS_MATRIX_TEST("so it has to its end, which comes at steps of its own, and whether agents leave or stand") {
  for (const bool leaves : {false, true}) {
    // With short goals of their own, all arrive; the search keeps lists for several steps, and agents are parked.
    check_case(backend, {"lattice", 24, {{"avoidance", "orca"}}, {{"leave_on_arrival", leaves}}}, 0);
  }
  check_case(backend, {"lattice", 24, {{"avoidance", "orca"}}, {{"skin", 0.}}}, 0);
}

PLETHOS_SCALAR_MATRIX_TEST("so it has with moving walls, passive agents, groups, ways without end, and walls of its own") {
  check_case(backend, {"door", 24, {{"avoidance", "orca"}}}, 240);
  check_case(backend, {"castle", 30, {{"avoidance", "rvo"}}}, 80);
  check_case(backend, {"car", 12, {{"avoidance", "rvo"}}}, 0);
  check_case(backend, {"crosswalk", 40, {{"avoidance", "rvo"}, {"steering", "reynolds"}}}, 60);
  check_case(backend, {"back-and-forth", 30, {{"avoidance", "clearpath-guarded"}}}, 60);
  // Each seed draws another building: ensembles of one world.
  check_case(backend, {"building", 40, {{"avoidance", "orca"}}}, 60);
}

TEST_CASE("worlds of an ensemble end at different steps, and those that have ended cost no more") {
  const scenarios::ScenarioRequest request = Case{"lattice", 80, {{"avoidance", "orca"}}}.request(0);
  const std::vector<std::uint64_t> seeds{1, 2, 3, 4, 5, 6};
  const std::vector<scenarios::EnsembleScenario> made = scenarios::make_ensembles(request, seeds);
  REQUIRE(made.size() == 1);
  const scenarios::Scenario& scenario = made[0].scenario;
  const auto simulation = simulation::Simulation::create(widest_backend(), scenario.parameters, scenario.world, scenario.agents,
                                                         scenarios::choose_methods(scenario, request), {}, made[0].ensemble());
  std::map<std::int64_t, std::size_t> under_way;
  std::int64_t working_before = simulation->working();
  const auto result = scenarios::run_worlds(*simulation, made[0], 16, [&](const scenarios::WorldsSoFar& so_far) {
    under_way[so_far.steps] = so_far.under_way.size();
    CHECK(simulation->working() <= working_before);
    working_before = simulation->working();
    return true;
  });
  CHECK(under_way.at(0) == 6);
  CHECK(under_way.rbegin()->second >= 1);
  std::map<std::int64_t, std::size_t> ends;
  for (const WorldResult& world : result.worlds) ++ends[world.statistics.steps];
  CHECK(ends.size() > 1);
  CHECK(result.steps == ends.rbegin()->first);
  CHECK(working_before < 6 * 80 / 2);
}

TEST_CASE("an interrupted look ends all worlds where they are") {
  const scenarios::ScenarioRequest request = Case{"lattice", 40, {}}.request(0);
  const std::vector<scenarios::EnsembleScenario> made = scenarios::make_ensembles(request, std::vector<std::uint64_t>{1, 2});
  const scenarios::Scenario& scenario = made[0].scenario;
  const auto simulation = simulation::Simulation::create(plainest_backend(), scenario.parameters, scenario.world, scenario.agents,
                                                         scenarios::choose_methods(scenario, request), {}, made[0].ensemble());
  const auto result =
      scenarios::run_worlds(*simulation, made[0], 8, [](const scenarios::WorldsSoFar& so_far) { return so_far.steps < 24; });
  for (const WorldResult& world : result.worlds) CHECK(world.statistics.steps == 24);
}

TEST_CASE("seeds are read as ranges and numbers") {
  using Seeds = std::vector<std::uint64_t>;
  CHECK(scenarios::parse_seeds("--seeds", "3") == Seeds{3});
  CHECK(scenarios::parse_seeds("--seeds", "1..4") == Seeds{1, 2, 3, 4});
  CHECK(scenarios::parse_seeds("--seeds", "9,2..3,0") == Seeds{9, 2, 3, 0});
  CHECK(scenarios::parse_seeds("--seeds", "18446744073709551614..18446744073709551615").size() == 2);
  const auto error = [](const char* text) { return input_error([&] { scenarios::parse_seeds("--seeds", text); }); };
  CHECK(error("4..1") == "--seeds: found '4..1', expected a range from the lower to the higher seed, such as 1..256");
  CHECK(error("1,2,1") == "--seeds: found seed 1 twice, expected each once: worlds of one seed are the same");
  CHECK(contains(error("1.."), "expected a whole number"));
  CHECK(contains(error("a"), "expected a whole number"));
  CHECK(contains(error("0..18446744073709551615"), "expected at most a million seeds"));
  CHECK(contains(error("0..999998,1000000..1000001"), "expected at most a million seeds"));
}

TEST_CASE("where a method cannot tell worlds apart, they are simulated one after the other, with the same results") {
  const std::vector<Case> cases{{"lattice", 20, {{"neighbors", "kdtree"}, {"avoidance", "orca"}}},
                                {"lattice", 20, {{"neighbors", "hash"}, {"avoidance", "orca"}}},
                                {"bvp-rooms", 20, {}},
                                {"doors", 40, {}, {{"crowding", 3.}}}};
  for (const Case& one : cases) {
    CHECK(scenarios::make_ensembles(one.request(10), std::vector<std::uint64_t>{1, 2}).size() == 2);
    check_case(plainest_backend(), one, 60);
  }
}

TEST_CASE("medians of worlds by order statistics") {
  using Times = std::vector<std::optional<double>>;
  const auto all = [](int count) {
    Times times;
    for (int k = count; k > 0; --k) times.push_back(k);
    return times;
  };
  CHECK(!scenarios::median_of_worlds({}).median);
  CHECK(scenarios::median_of_worlds(all(1)).median == 1);
  CHECK(!scenarios::median_of_worlds(all(5)).low);
  // P(all six above, or all below) = 2 / 64 < 5%.
  CHECK(scenarios::median_of_worlds(all(6)).low == 1);
  CHECK(scenarios::median_of_worlds(all(6)).high == 6);
  // Tables of the sign test: ranks 40 and 61 of 100.
  const scenarios::MedianOfWorlds hundred = scenarios::median_of_worlds(all(100));
  CHECK(hundred.median == 50.5);
  CHECK(hundred.nine_tenths == 90);
  CHECK(hundred.low == 40);
  CHECK(hundred.high == 61);
  const scenarios::MedianOfWorlds many = scenarios::median_of_worlds(all(10000));
  CHECK(*many.low == doctest::Approx(4902).epsilon(1e-3));
  CHECK(*many.high == doctest::Approx(5099).epsilon(1e-3));
  // Worlds that have not emptied come last.
  Times some = all(5);
  some.resize(9);
  const scenarios::MedianOfWorlds late = scenarios::median_of_worlds(some);
  CHECK(late.median == 5);
  CHECK(!late.nine_tenths);
}

PLETHOS_MATRIX_TEST("repeated worlds have the bits of the worlds that they repeat") {
  const scenarios::ScenarioRequest request = Case{"lattice", 21, {{"avoidance", "orca"}}, {{"pitch", 1.2}}}.request(40);
  scenarios::EnsembleScenario made = std::move(scenarios::make_ensembles(request, std::vector<std::uint64_t>{4, 9}).front());
  scenarios::repeat_worlds(5, made);
  const scenarios::Scenario& scenario = made.scenario;
  CHECK(scenario.count() == 5 * 21);
  CHECK(made.ensemble().seeds == std::vector<std::uint64_t>{4, 9, 4, 9, 4});
  CHECK(made.limits.size() == 5);
  CHECK(made.places.size() == 5);
  const auto simulation = simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents,
                                                         scenarios::choose_methods(scenario, request), {}, made.ensemble());
  simulation->advance(40);
  const std::vector<std::size_t> worlds{0, 1, 2, 3, 4};
  const std::vector<std::uint64_t> sums = scenarios::world_checksums(*simulation, made.ensemble(), worlds);
  CHECK(sums[0] != sums[1]);
  CHECK(sums == std::vector<std::uint64_t>{sums[0], sums[1], sums[0], sums[1], sums[0]});
  const std::vector<std::size_t> some{3, 0};
  CHECK(scenarios::world_checksums(*simulation, made.ensemble(), some) == std::vector<std::uint64_t>{sums[1], sums[0]});
}

}  // namespace plethos::tests
