#include "perf/study/identity.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <set>

using namespace plethos;
using namespace plethos::study;

TEST_CASE("a scenario's hash tells grids apart") {
  const auto hash = [](const std::function<void(WorldGrid&)>& change) {
    WorldGrid grid{{2, 1, {1, 0}}, {3, 4}, 0.5f};
    change(grid);
    return hash_scenario("", {.world = {.grid = std::make_shared<const WorldGrid>(std::move(grid))}});
  };
  const auto same = [](WorldGrid&) {};
  CHECK(hash(same) == hash(same));
  const std::set<std::string> hashes{hash_scenario("", {}),
                                     hash(same),
                                     hash([](WorldGrid& grid) { std::swap(grid.width, grid.height); }),
                                     hash([](WorldGrid& grid) { grid.passable[1] = 1; }),
                                     hash([](WorldGrid& grid) {
                                       grid.cost = {1, 1};
                                     }),
                                     hash([](WorldGrid& grid) {
                                       grid.cost = {2, 1};
                                     }),
                                     hash([](WorldGrid& grid) { grid.origin.y = 5; }),
                                     hash([](WorldGrid& grid) { grid.cell_size = 1; })};
  CHECK(hashes.size() == 8);
}

TEST_CASE("a scenario's hash tells groups' own values apart, and whose they are") {
  const auto hash = [](const std::vector<ParameterValues>& group_values, std::int32_t group) {
    scenarios::Scenario scenario;
    scenario.agents.resize(2);
    scenario.agents[1].group = group;
    scenario.methods.group_values = group_values;
    return hash_scenario("", scenario);
  };
  const std::set<std::string> hashes{hash({}, 1),
                                     hash({{{"lean", 1}}}, 1),
                                     hash({{{"lean", 1}}}, 0),
                                     hash({{}, {{"lean", 1}}}, 1),
                                     hash({{{"lean", 2}}}, 1),
                                     hash({{{"mean", 1}}}, 1),
                                     hash({{{"lean", 1}, {"mean", 1}}}, 1)};
  CHECK(hashes.size() == 7);
  CHECK(hash({{{"lean", 1}}}, 1) == hash({{{"lean", 1}}}, 1));
}
