#include "scenarios/builders/circle.hpp"

#include <cmath>
#include <numbers>

#include "core/error.hpp"

namespace plethos::scenarios {
namespace {

Scenario make_circle(const Builder& builder, const BuilderInput& input) {
  const auto count = static_cast<std::size_t>(input.count(builder.agents));
  const double spacing = input.value("spacing");
  const double radius = static_cast<double>(count) * spacing / (2 * std::numbers::pi);
  const double step = 2 * std::numbers::pi / static_cast<double>(count);
  if (const double chord = 2 * radius * std::sin(step / 2); count > 1 && chord < 2. * input.agent.radius) {
    throw InputError("circle: spacing: found " + number_text(spacing) + " m, expected more room for agents of radius " +
                     number_text(input.agent.radius) + " m: their starts overlap");
  }
  Scenario scenario;
  scenario.groups = {"circle"};
  scenario.agents.reserve(count);
  scenario.world.goals.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double angle = step * static_cast<double>(i);
    const Vec2 start{static_cast<float>(radius * std::cos(angle)), static_cast<float>(radius * std::sin(angle))};
    add_agent(scenario, input.agent, start, {-start.x, -start.y});
  }
  return scenario;
}

}  // namespace

Builder circle_builder() {
  return {.name = "circle",
          .description = "agents on a circle, each walking to the opposite place",
          .agents = 1000,
          .keys = {{"spacing", "m", 1e-2, 1e6, "length of the arc between neighbors on the circle", 1}},
          .make = make_circle};
}

}  // namespace plethos::scenarios
