#include "scenarios/precision.hpp"

#include <doctest/doctest.h>

#include "scenarios/scenario.hpp"

namespace plethos::tests {
namespace {

scenarios::Scenario walker(Vec2 from, Vec2 to, float speed, float time_step) {
  scenarios::Scenario scenario{.parameters = {.time_step = time_step}};
  scenario.agents = {{.position = from, .preferred_speed = speed}};
  scenario.world.goals = {to};
  return scenario;
}

}  // namespace

TEST_CASE("steps that float32 rounds by more than a hundredth are warned of, with the distance that they allow") {
  // Floats are 2^-8 m apart there, twice as far as a step.
  const std::string warning = precision_warning(walker({40000, 0}, {40020, 0}, 2, 0.001f));
  CHECK(warning ==
        "positions 40000 m from the origin are 0.0039 m apart (float32), and steps of 0.002 m are wrong by up to 98%; at this time_step "
        "agents should stay within 340 m of the origin");
  // Within that distance, with longer steps, or standing, there is nothing to be said.
  CHECK(precision_warning(walker({0, -250}, {10, 200}, 2, 0.001f)).empty());
  CHECK(precision_warning(walker({40000, 0}, {40020, 0}, 2, 0.1f)).empty());
  CHECK(precision_warning(walker({40000, 0}, {40020, 0}, 0, 0.001f)).empty());
  // A goal counts, too.
  CHECK_FALSE(precision_warning(walker({0, 0}, {0, 40000}, 2, 0.001f)).empty());
}

}  // namespace plethos::tests
