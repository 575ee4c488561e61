#include <bit>
#include <map>
#include <string>

#include "scenarios/catalog.hpp"
#include "scenarios/methods.hpp"
#include "tests/harness/results.hpp"
#include "tests/scenarios/rooms_map.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace plethos::tests {
namespace {

constexpr int steps = 200;
/// The steps of the rows that test a search, which every step uses.
constexpr int fewer_steps = 12;
/// The steps of the exact methods, in crowds that meet at once.
constexpr int exact_steps = 30;

constexpr const char* exact_methods[] = {"clearpath1", "clearpath2", "clearpath-guarded", "orca"};
/// The first has discs among discs, the second rooms with doors and a roadmap, which agents leave.
constexpr const char* exact_scenarios[] = {"lattice", "map with a roadmap"};

scenarios::Scenario scenario(const std::string& name) {
  scenarios::ScenarioRequest request{.name = name, .agents = 120};
  request.settings["samples"] = 100;
  request.settings["leave_on_arrival"] = name == "map" || name == "map with a roadmap";
  if (name == "map with a roadmap") {
    request.name = "map";
    request.settings["roadmap"] = true;
  }
  if (name == "evacuation") request.agents = 500;
  if (request.name != "map") return make_scenario(request);
  const TemporaryFolder folder;
  request.map_file = folder.write("rooms.map", rooms_map(24));
  return make_scenario(request);
}

/// The methods and steps of a run.
struct Way {
  std::string avoidance = "rvo";
  std::string neighbors = "grid";
  std::string parallel = "flat";
  int steps = tests::steps;
  std::string steering = "none";
};

Result final_result(const backends::Backend& backend, const scenarios::Scenario& s, const Way& way) {
  scenarios::NamedMethods named = s.methods;
  named.values["parallel"] = read_value(require_parameter(simulation::method_parameters(), "parallel", "parameter"), way.parallel);
  const simulation::MethodChoices methods =
      scenarios::choose_methods(named, {{"avoidance", way.avoidance}, {"neighbors", way.neighbors}, {"steering", way.steering}});
  const auto simulation = simulation::Simulation::create(backend, s.parameters, s.world, s.agents, methods);
  simulation->advance(way.steps);
  return result_of(*simulation);
}

/// Steering presses these agents against walls, which leaves some of them no velocity. This tests ORCA's fallback, in vectors that hold
/// agents with fewer walls, too.
constexpr const char* pressed_scenario = "evacuation";
const Way pressed{.avoidance = "orca", .steps = 100, .steering = "reynolds"};

/// These name their methods themselves, but for the neighbors.
constexpr const char* local_map_scenarios[] = {"bvp-rooms", "bvp-cross", "bvp-groups"};
const Way local_maps{.avoidance = "none", .steps = 25};

struct Expected : Result {
  scenarios::Scenario scenario{};
};

/// Exact searches share one run; sampling searches have one each.
std::string reference_name(const std::string& scenario, const Way& way) {
  return scenario + ", " + way.avoidance + (way.neighbors.starts_with("hash") ? ", " + way.neighbors + ", " : ", ") +
         std::to_string(way.steps);
}

/// Computes the references with the serial scalar lane, flat, and with the default search where the search is exact. This happens once for
/// all configurations.
const std::map<std::string, Expected>& references() {
  static const auto result = [] {
    std::map<std::string, Expected> all;
    const auto add = [&](const std::string& name, const Way& way) {
      const scenarios::Scenario of = scenario(name);
      all[reference_name(name, way)] = {final_result(plainest_backend(), of, way), of};
    };
    for (const char* name : {"circle", "crosswalk", "corridor", "back-and-forth", "map", "map with a roadmap"}) add(name, {});
    for (const char* name : {"corridor", "map with a roadmap"}) {
      for (const char* neighbors : {"grid", "hash", "hash-even"}) add(name, {.neighbors = neighbors, .steps = fewer_steps});
    }
    add(pressed_scenario, pressed);
    for (const char* name : local_map_scenarios) add(name, local_maps);
    for (const char* name : exact_scenarios) {
      for (const char* method : exact_methods) add(name, {.avoidance = method, .steps = exact_steps});
    }
    return all;
  }();
  return result;
}

std::size_t different(const std::vector<float>& a, const std::vector<float>& b) {
  if (a.size() != b.size()) return a.size() + b.size();
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += std::bit_cast<std::uint32_t>(a[i]) == std::bit_cast<std::uint32_t>(b[i]) ? 0 : 1;
  return count;
}

void check_bits(const backends::Backend& backend, const std::string& name, const Way& way) {
  const Expected& expected = references().at(reference_name(name, way));
  CAPTURE(name);
  CAPTURE(way.avoidance);
  CAPTURE(way.neighbors);
  CAPTURE(way.parallel);
  check_same(final_result(backend, expected.scenario, way), expected);
}

}  // namespace

TEST_CASE("the scenarios of the bits test move, meet and some arrive") {
  std::int64_t arrived = 0;
  for (const auto& [name, expected] : references()) {
    CAPTURE(name);
    CHECK(expected.frame.x.size() >= 100);
    std::vector<float> start;
    for (const AgentRecord& agent : expected.scenario.agents) start.push_back(agent.position.x);
    CHECK(different(start, expected.frame.x) > expected.frame.x.size() / 2);
    CHECK(expected.statistics.minimum_separation < 1);
    arrived += expected.statistics.arrived;
  }
  CHECK(arrived > 0);
  // The sampling searches miss neighbors, and so have rows of their own.
  for (const char* name : {"corridor", "map with a roadmap"}) {
    CAPTURE(name);
    const auto x = [&](const char* neighbors) {
      return references().at(reference_name(name, {.neighbors = neighbors, .steps = fewer_steps})).frame.x;
    };
    CHECK(different(x("hash"), x("grid")) > 0);
    CHECK(different(x("hash-even"), x("grid")) > 0);
  }
  // The exact methods have something to decide, and do so differently.
  for (const char* name : exact_scenarios) {
    CAPTURE(name);
    const auto x = [&](const char* method) {
      return references().at(reference_name(name, {.avoidance = method, .steps = exact_steps})).frame.x;
    };
    CHECK(different(x("clearpath1"), x("clearpath2")) > 10);
    CHECK(different(x("clearpath1"), x("clearpath-guarded")) > 10);
    CHECK(different(x("clearpath2"), x("orca")) > 10);
  }
}

PLETHOS_MATRIX_TEST("200 steps end in the bits of the serial scalar reference") {
  if (!backend.same_bits()) return;
  for (const char* name : {"circle", "crosswalk", "corridor", "back-and-forth", "map", "map with a roadmap"}) check_bits(backend, name, {});
  // One scenario with walls and one without test nested enough.
  for (const char* name : {"circle", "corridor"}) check_bits(backend, name, {.parallel = "nested"});
}

PLETHOS_MATRIX_TEST("every search, flat and nested, with a roadmap and without, ends in the bits of the serial scalar reference") {
  if (!backend.same_bits()) return;
  for (const char* name : {"corridor", "map with a roadmap"}) {
    for (const std::string& neighbors : simulation::method_family("neighbors").names()) {
      for (const char* parallel : {"flat", "nested"}) {
        check_bits(backend, name, {.neighbors = neighbors, .parallel = parallel, .steps = fewer_steps});
      }
    }
  }
}

PLETHOS_MATRIX_TEST("ORCA's fallback ends in the bits of the serial scalar reference, whoever shares a vector") {
  if (backend.same_bits()) check_bits(backend, pressed_scenario, pressed);
}

PLETHOS_MATRIX_TEST("runs on local maps end in the bits of the serial scalar reference") {
  if (!backend.same_bits()) return;
  for (const char* name : local_map_scenarios) check_bits(backend, name, local_maps);
}

PLETHOS_MATRIX_TEST("ClearPath's and ORCA's runs end in the bits of the serial scalar reference") {
  if (!backend.same_bits()) return;
  for (const char* name : exact_scenarios) {
    for (const char* method : exact_methods) {
      for (const char* neighbors : {"grid", "kdtree"}) {
        check_bits(backend, name, {.avoidance = method, .neighbors = neighbors, .steps = exact_steps});
      }
    }
  }
}

}  // namespace plethos::tests
