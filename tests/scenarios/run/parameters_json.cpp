#include "scenarios/run/parameters_json.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

namespace plethos::tests {

TEST_CASE("values that groups have of their own stand beside those of all, as a file holds them") {
  const simulation::MethodChoices methods{
      .planner = "grouped", .values = {{"group_lean", 0.5}}, .group_values = {{}, {{"group_gait", 1}, {"group_lean", -1}}}};
  CHECK(scenarios::parameters_json({}, methods).at("group_lean") == 0.5);
  CHECK(scenarios::parameters_json({}, methods).at("group_gait") == "walk");
  CHECK(scenarios::group_parameters_json(methods, {"north", "south", "west"}).dump() ==
        R"([{"group":"south","parameters":{"group_gait":"stroll","group_lean":-1.0}}])");
  CHECK(scenarios::group_parameters_json({}, {"north"}).dump() == "[]");
}

}  // namespace plethos::tests
