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

double rounded(double value) {
  const double unit = std::pow(10., std::floor(std::log10(value)) - 1);
  return unit * std::round(value / unit);
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
  return "positions " + number_text(rounded(farthest)) + " m from the origin are " + number_text(rounded(spacing(farthest))) +
         " m apart (float32), and steps of " + number_text(rounded(shortest)) + " m are wrong by up to " +
         number_text(rounded(100 * worst)) + "%; at this time_step agents should stay within " + number_text(rounded(reach)) +
         " m of the origin";
}

}  // namespace plethos::scenarios
