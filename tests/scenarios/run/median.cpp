#include "scenarios/run/median.hpp"

#include <doctest/doctest.h>

using plethos::scenarios::median;

TEST_CASE("the median of few values") {
  CHECK(median({}) == 0);
  CHECK(median({3}) == 3);
  CHECK(median({5, 1}) == 3);
  CHECK(median({9, 1, 2}) == 2);
  CHECK(median({4, 100, 1, 3}) == 3.5);
  CHECK(median({2, 2, 2, 7}) == 2);
}
