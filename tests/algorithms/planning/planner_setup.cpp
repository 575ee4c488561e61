#include "algorithms/planning/planner_setup.hpp"

#include <doctest/doctest.h>

namespace plethos::tests {

TEST_CASE("a group has its own values, and of all else those of the planner") {
  planning::PlannerSetup setup;
  setup.group_values = {{}, {{"a", 3}, {"c", 4}}};
  const ParameterValues values{{"a", 1}, {"b", 2}};
  CHECK(setup.values_of_group(values, 0) == values);
  CHECK(setup.values_of_group(values, 1) == ParameterValues{{"a", 3}, {"b", 2}, {"c", 4}});
  CHECK(setup.values_of_group(values, 2) == values);
  CHECK(setup.group_count() == 2);
  setup.groups = {0, 3, 1};
  CHECK(setup.group_count() == 4);
  setup = {};
  CHECK(setup.group_count() == 1);
}

}  // namespace plethos::tests
