#include "core/parameters.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/error.hpp"

using namespace plethos;

TEST_CASE("every parameter in the table is set, read and kept within its range") {
  for (const ParameterInfo& info : parameter_table()) {
    CAPTURE(info.name);
    Parameters parameters;
    const double initial = get_parameter(parameters, info.name);
    CHECK(initial >= info.minimum);
    CHECK(initial <= info.maximum);
    CHECK_FALSE(info.description.empty());
    for (const double value : {info.minimum, info.maximum}) {
      set_parameter(parameters, info.name, value);
      CHECK(get_parameter(parameters, info.name) == doctest::Approx(value));
    }
    CHECK_THROWS_AS(set_parameter(parameters, info.name, info.minimum - 1), InputError);
    CHECK_THROWS_AS(set_parameter(parameters, info.name, 2 * info.maximum + 1), InputError);
    CHECK_THROWS_AS(set_parameter(parameters, info.name, std::nan("")), InputError);
    CHECK_THROWS_AS(set_parameter(parameters, info.name, std::numeric_limits<double>::infinity()), InputError);
    CHECK(get_parameter(parameters, info.name) == doctest::Approx(info.maximum));
  }
}

TEST_CASE("whole parameters take no fractions") {
  Parameters parameters;
  CHECK_THROWS_WITH_AS(set_parameter(parameters, "samples", 2.5), "samples: found 2.5, expected a whole number", InputError);
  set_parameter(parameters, "time_step", 0.25);
  CHECK(parameters.time_step == 0.25f);
}

TEST_CASE("an unknown parameter names the nearest one") {
  Parameters parameters;
  CHECK_THROWS_WITH_AS(set_parameter(parameters, "neigbors", 3), "unknown parameter 'neigbors'; did you mean 'neighbors'?", InputError);
  CHECK_THROWS_AS(get_parameter(parameters, "speed"), InputError);
}
