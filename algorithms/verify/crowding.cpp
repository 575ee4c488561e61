#include "algorithms/verify/crowding.hpp"

#include <cmath>

#include "core/vec2.hpp"

namespace plethos::verify {
namespace {

Vec2d at_most(Vec2d a, double limit) {
  const double found = length(a);
  return found > limit ? (limit / found) * a : a;
}

/// Returns whether two discs meet within the horizon. They touch where their centers are `reach` apart. One is `to` away from the other,
/// which approaches it with the relative velocity.
bool meet(Vec2d to, double reach, Vec2d velocity, double horizon) {
  const double approach = dot(to, velocity);
  if (approach <= 0) return false;
  const double gap = dot(to, to) - reach * reach;
  if (gap < 0) return true;
  const double squared = dot(velocity, velocity);
  const double discriminant = approach * approach - squared * gap;
  return discriminant > 0 && approach - std::sqrt(discriminant) < horizon * squared;
}

class Step {
 public:
  Step(const simulation::StepRecord& record, double time_horizon) : record_(record), time_horizon_(time_horizon) {}

  void add(std::size_t i, Crowding& crowding) const {
    const Vec2d velocity = at(record_.velocity_x, record_.velocity_y, i);
    const Vec2d preferred = at_most(at(record_.preferred_x, record_.preferred_y, i), double{record_.maximum_speed[i]});
    const double limit = double{record_.maximum_acceleration[i]} * double{record_.time_step};
    const Vec2d alone = velocity + at_most(preferred - velocity, limit);
    const Vec2d difference = at(record_.chosen_x, record_.chosen_y, i) - alone;
    ++crowding.agent_steps;
    if (dot(difference, difference) > Crowding::changed_by * Crowding::changed_by) ++crowding.changed;
    for (std::int32_t k = 0; k < record_.neighbor_count[i]; ++k) {
      const auto j = static_cast<std::size_t>(record_.neighbor[static_cast<std::size_t>(k) * record_.stride + i]);
      if (forbids(i, j, velocity, alone)) ++crowding.forbidding;
    }
  }

 private:
  static Vec2d at(const std::vector<float>& x, const std::vector<float>& y, std::size_t i) { return {double{x[i]}, double{y[i]}}; }

  bool forbids(std::size_t i, std::size_t j, Vec2d velocity, Vec2d wanted) const {
    const double own = double{record_.reciprocity[i]};
    if (own <= 0) return false;
    const double share = own / (own + double{record_.reciprocity[j]});
    const double reach = double{record_.radius[i]} + double{record_.radius[j]} + double{record_.minimum_distance};
    const Vec2d relative = velocity + (1 / share) * (wanted - velocity) - at(record_.velocity_x, record_.velocity_y, j);
    return meet(at(record_.x, record_.y, j) - at(record_.x, record_.y, i), reach, relative, time_horizon_);
  }

  const simulation::StepRecord& record_;
  double time_horizon_;
};

}  // namespace

void add_step(const simulation::StepRecord& step, double time_horizon, Crowding& crowding) {
  ++crowding.steps;
  const Step look(step, time_horizon);
  for (std::size_t i = 0; i < static_cast<std::size_t>(step.working); ++i) {
    if (step.active[i] != 0) look.add(i, crowding);
  }
}

}  // namespace plethos::verify
