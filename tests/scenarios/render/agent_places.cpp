#include "scenarios/render/agent_places.hpp"

#include <doctest/doctest.h>

using plethos::scenarios::AgentPlaces;

TEST_CASE("listed agents lie at their ids, others behind them") {
  AgentPlaces places(3);
  CHECK(places.size() == 3);
  CHECK(places.place(2) == 2);
  CHECK(places.place(std::int64_t{1} << 62) == 3);
  CHECK(places.place(-1) == 4);
  CHECK(places.place(3) == 5);
  CHECK(places.place(-1) == 4);
  CHECK(places.size() == 6);
}
