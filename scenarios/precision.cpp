#include "scenarios/precision.hpp"

#include <algorithm>
#include <cmath>
#include <compare>
#include <limits>

#include "core/in_parts.hpp"
#include "core/parameter_table.hpp"

namespace plethos::scenarios {
namespace {

constexpr double least_share = 0.01;

/// The place that is wrong by the greatest share of a step.
struct Coarsest {
  double share = 0, at = 0, step = 0;  // at a coordinate in m, of a step in m

  friend auto operator<=>(const Coarsest&, const Coarsest&) = default;
};

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
  const auto look_at = [&](std::size_t first, std::size_t end) {
    Coarsest found;
    for (std::size_t i = first; i < end; ++i) {
      const AgentRecord& agent = scenario.agents[i];
      if (agent.state == AgentState::absent || agent.preferred_speed <= 0) continue;
      const double step = double{agent.preferred_speed} * double{scenario.parameters.time_step};
      const auto look = [&](Vec2 place) {
        const double at = std::max(std::abs(double{place.x}), std::abs(double{place.y}));
        // A position is off by at most half of the distance between two floats, in every step anew and mostly to the same side.
        found = std::max(found, Coarsest{0.5 * spacing(at) / step, at, step});
      };
      look(agent.position);
      if (agent.state == AgentState::active) look(scenario.world.goal_from(agent.goal, agent.position));
    }
    return found;
  };
  const Coarsest worst =
      joined_in_parts(scenario.agents.size(), Coarsest{}, look_at, [](Coarsest& all, const Coarsest& some) { all = std::max(all, some); });
  if (worst.share <= least_share) return {};
  const double reach = least_share * worst.step / (0.5 * spacing(1));
  return "positions " + short_text(worst.at) + " m from the origin are " + short_text(spacing(worst.at)) +
         " m apart (float32), and steps of " + short_text(worst.step) + " m are wrong by up to " + short_text(100 * worst.share) +
         "%; at this time_step agents should stay within " + short_text(reach) + " m of the origin";
}

}  // namespace plethos::scenarios
