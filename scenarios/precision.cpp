#include "scenarios/precision.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/parameter_table.hpp"

namespace plethos::scenarios {
namespace {

constexpr double least_share = 0.01;

/// Returns the distance in m of one float32 from the next.
double spacing(double at) {
  return std::nextafter(static_cast<float>(at), std::numeric_limits<float>::infinity()) - static_cast<double>(static_cast<float>(at));
}

/// Returns a number as a text of two digits.
std::string short_text(double value) {
  const int digits = 1 - static_cast<int>(std::floor(std::log10(value)));
  const double unit = std::pow(10., std::abs(digits));
  return number_text(digits >= 0 ? std::round(value * unit) / unit : std::round(value / unit) * unit);
}

}  // namespace

std::string precision_warning(const Scenario& scenario) {
  double farthest = 0, worst = 0, shortest = 0;
  for (const AgentRecord& agent : scenario.agents) {
    if (agent.state == AgentState::absent || agent.preferred_speed <= 0) continue;
    const double step = double{agent.preferred_speed} * double{scenario.parameters.time_step};
    const auto look = [&](Vec2 place) {
      const double at = std::max(std::abs(double{place.x}), std::abs(double{place.y}));
      // A position is off by at most half of the distance between two floats, in every step anew and mostly to the same side.
      const double share = 0.5 * spacing(at) / step;
      if (share <= worst) return;
      worst = share;
      farthest = at;
      shortest = step;
    };
    look(agent.position);
    if (agent.state == AgentState::active) look(scenario.world.goal_from(agent.goal, agent.position));
  }
  if (worst <= least_share) return {};
  const double reach = least_share * shortest / (0.5 * spacing(1));
  return "positions " + short_text(farthest) + " m from the origin are " + short_text(spacing(farthest)) +
         " m apart (float32), and steps of " + short_text(shortest) + " m are wrong by up to " + short_text(100 * worst) +
         "%; at this time_step agents should stay within " + short_text(reach) + " m of the origin";
}

}  // namespace plethos::scenarios
