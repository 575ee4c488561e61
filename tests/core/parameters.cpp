#include "core/parameters.hpp"

#include <doctest/doctest.h>

#include "core/error.hpp"

using namespace plethos;

TEST_CASE("the table has every parameter of a run, with its default") {
  const ParameterTable<Parameters>& table = parameter_table();
  Parameters parameters;
  CHECK(table.infos().size() == 8);
  CHECK(table.get(parameters, "time_step") == doctest::Approx(0.05));
  CHECK(table.get(parameters, "neighbors") == 10);
  CHECK(table.get(parameters, "leave_on_arrival") == 0);
  table.set(parameters, "time_step", 0.25);
  table.set(parameters, "leave_on_arrival", true);
  table.set(parameters, "seed", 7);
  CHECK(parameters.time_step == 0.25f);
  CHECK(parameters.leave_on_arrival);
  CHECK(parameters.seed == 7);
}

TEST_CASE("an unknown parameter names the nearest one") {
  Parameters parameters;
  CHECK_THROWS_WITH_AS(parameter_table().set(parameters, "neigbors", 3), "unknown parameter 'neigbors'; did you mean 'neighbors'?",
                       InputError);
  CHECK_THROWS_AS(static_cast<void>(parameter_table().get(parameters, "speed")), InputError);
}
