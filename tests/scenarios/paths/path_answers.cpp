#include "scenarios/paths/path_answers.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

using namespace plethos;
using namespace plethos::scenarios;
using planning::Paths;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Three cells by two, of half a metre, the middle ones dear.
World dear_world() {
  WorldGrid grid;
  grid.width = 3;
  grid.height = 2;
  grid.passable = {1, 1, 1, 1, 1, 1};
  grid.cost = {1, 5, 1, 1, 3, 1};
  grid.cell_size = 0.5f;
  return World{.grid = std::make_shared<const WorldGrid>(grid)};
}

Paths ways_of(const std::vector<std::vector<Vec2>>& ways) {
  Paths paths;
  for (const std::vector<Vec2>& way : ways) paths.add(way);
  return paths;
}

}  // namespace

TEST_CASE("ways are judged by their lengths, against lengths and what can be reached") {
  const Paths paths = ways_of({{{0, 0}, {3, 4}}, {}, {{1, 1}, {1, 1}}, {{0, 0}, {0, 6}}, {{0, 0}, {2, 0}}});
  const std::vector<double> optimum{4, 3, 0, 6, infinity};
  const PathAnswers answers = judge({}, paths, optimum, {true, true, true, true, false});
  CHECK(answers.queries == 5);
  CHECK(answers.solved == 4);
  CHECK(answers.mismatches == 2);
  CHECK(answers.length_mean == 13 / 4.);
  CHECK(answers.over_optimum_mean == doctest::Approx((5 / 4. + 1) / 2));
  CHECK(answers.over_optimum_max == 5 / 4.);
  CHECK(answers.worst == 0);
  CHECK(answers_json(answers).dump() ==
        R"({"queries":5,"solved":4,"mismatches":2,"length_mean":3.25,"over_optimum_mean":1.125,"over_optimum_max":1.25})");
}

TEST_CASE("what is not known of ways is null") {
  const PathAnswers answers = judge({}, ways_of({{}, {}}), {}, {});
  CHECK(answers_json(answers).dump() ==
        R"({"queries":2,"solved":0,"mismatches":null,"length_mean":null,"over_optimum_mean":null,"over_optimum_max":null})");
}

TEST_CASE("fewer ways than queries are judged by themselves") {
  const PathAnswers answers = judge({}, ways_of({{{0, 0}, {3, 0}}}), std::vector<double>{2, 1, 1}, {true, true, true});
  CHECK(answers.queries == 1);
  CHECK(answers.mismatches == 0);
  CHECK(answers.over_optimum_max == 1.5);
}

TEST_CASE("in a map with costs ways are judged by what they cost") {
  const World world = dear_world();
  const auto center = [&](std::int32_t x, std::int32_t y) { return world.grid->center({x, y}); };
  const std::vector<double> lengths = judged_lengths(world, ways_of({{center(0, 0), center(2, 0)},
                                                                     {center(0, 0), center(1, 1), center(2, 0)},
                                                                     {center(0, 0), center(0, 0)},
                                                                     {center(0, 0), center(2, 1)},
                                                                     {Vec2{0.3f, 0.3f}, center(0, 0)},
                                                                     {}}));
  CHECK(lengths[0] == doctest::Approx(0.5 * (3 + 3)));
  CHECK(lengths[1] == doctest::Approx(0.5 * std::sqrt(2.) * (2 + 2)));
  CHECK(lengths[2] == 0);
  CHECK(std::isnan(lengths[3]));
  CHECK(std::isnan(lengths[4]));
  CHECK(lengths[5] == infinity);
  World plain = world;
  auto grid = std::make_shared<WorldGrid>(*world.grid);
  grid->cost.assign(6, 1);
  plain.grid = grid;
  CHECK(judged_lengths(plain, ways_of({{center(0, 0), center(2, 1)}}))[0] == doctest::Approx(std::hypot(1, 0.5)));
}
