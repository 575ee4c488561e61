#include "scenarios/methods.hpp"

#include <doctest/doctest.h>

namespace plethos::tests {

using Values = std::vector<ParameterValues>;

TEST_CASE("methods get those of the scenario's values that they use, also of groups") {
  scenarios::NamedMethods named{.names = {{"planner", "grouped"}},
                                .values = {{"shared_haste", 3}, {"samples", 20}},
                                .group_values = {{{"samples", 10}}, {{"group_lean", 1}, {"samples", 10}}, {{"samples", 10}}}};
  const simulation::MethodChoices grouped = scenarios::choose_methods(named, {{"avoidance", "none"}});
  CHECK(grouped.values == ParameterValues{{"shared_haste", 3}});
  CHECK(grouped.group_values == Values{{}, {{"group_lean", 1}}});
  const simulation::MethodChoices straight = scenarios::choose_methods(named, {{"avoidance", "none"}, {"planner", "straight"}});
  CHECK(straight.values.empty());
  CHECK(straight.group_values.empty());
}

}  // namespace plethos::tests
