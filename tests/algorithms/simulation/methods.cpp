#include "algorithms/simulation/methods.hpp"

#include <string>

#include "algorithms/simulation/simulation.hpp"
#include "tests/harness/group_planner.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace plethos::tests {
namespace {

using simulation::MethodChoices;

std::string error_of(const MethodChoices& methods) {
  return input_error([&] { simulation::check_methods(methods); });
}

/// Returns methods whose group 1 has these values.
MethodChoices with_group(const ParameterValues& values, const std::string& planner = "grouped") {
  return {.planner = planner, .values = {}, .group_values = {{}, values}};
}

}  // namespace

TEST_CASE("values of methods are checked") {
  CHECK(error_of({.planner = "grouped", .values = {{"group_lean", -1}, {"shared_haste", 9}, {"group_gait", 1}}}) == "no error");
  CHECK(error_of({.planner = "grouped", .values = {{"group_lean", 2}}}) == "group_lean: found 2, expected a number from -1 to 1");
  CHECK(error_of({.planner = "grouped", .values = {{"group_gait", 2}}}) ==
        "group_gait: found 2, expected a whole number from 0 to 1, for walk or stroll");
  CHECK(contains(error_of({.planner = "straight", .values = {{"group_lean", 0}}}),
                 "group_lean: found a parameter of grouped, expected one of "));
  CHECK(contains(error_of({.planner = "grouped", .values = {{"group_leen", 0}}}),
                 "unknown parameter 'group_leen'; did you mean 'group_lean'?"));
}

TEST_CASE("values that groups have of their own are checked, too, and only of parameters that groups may have") {
  CHECK(error_of(with_group({{"group_lean", -1}, {"group_gait", 1}})) == "no error");
  CHECK(error_of(with_group({{"group_lean", 2}})) == "group_values[1]: group_lean: found 2, expected a number from -1 to 1");
  CHECK(error_of(with_group({{"group_gait", 0.5}})) ==
        "group_values[1]: group_gait: found 0.5, expected a whole number from 0 to 1, for walk or stroll");
  CHECK(contains(error_of(with_group({{"shared_haste", 2}})),
                 "group_values[1]: shared_haste: found a parameter that all agents share, expected one that a group may have: "));
  CHECK(contains(error_of(with_group({{"shared_haste", 2}})), "group_lean"));
  CHECK(contains(error_of(with_group({{"group_lean", 0}}, "straight")),
                 "group_values[1]: group_lean: found a parameter of grouped, expected one of "));
  CHECK(contains(error_of(with_group({{"group_leen", 0}})), "group_values[1]: unknown parameter 'group_leen'"));
}

TEST_CASE("a value with which runs differ is named, and only that one") {
  MethodChoices methods{.planner = "bvp", .values = {{"relaxing", 2}}};
  CHECK(simulation::irreproducible_text(methods) == "relaxing unsynchronized");
  methods.values = {{"relaxing", 1}, {"epsilon", 1}};
  CHECK(simulation::irreproducible_text(methods).empty());
  methods.values.clear();
  CHECK(simulation::irreproducible_text(methods).empty());
  methods = {.planner = "straight", .values = {{"relaxing", 2}}};
  CHECK(simulation::irreproducible_text(methods).empty());
}

PLETHOS_SCALAR_MATRIX_TEST("a planner gets the groups' own values and who is in which group, by id") {
  World world{.goals = {{5, 0}}, .bounds = {{-6, -6}, {6, 6}}};
  AgentRecord agents[3];
  for (std::size_t i = 0; i < 3; ++i) agents[i].position = {2 * static_cast<float>(i), 0};
  agents[0].group = 2;
  agents[2].group = 1;
  const MethodChoices methods = with_group({{"group_lean", 1}});
  static_cast<void>(simulation::Simulation::create(backend, {}, world, agents, methods));
  CHECK(last_grouped_setup().group_values == methods.group_values);
  CHECK(last_grouped_setup().groups == std::vector<std::int32_t>{2, 0, 1});
  static_cast<void>(simulation::Simulation::create(backend, {}, world, agents, {.planner = "grouped", .values = {}}));
  CHECK(last_grouped_setup().group_values.empty());
  CHECK(last_grouped_setup().groups == std::vector<std::int32_t>{2, 0, 1});
}

}  // namespace plethos::tests
