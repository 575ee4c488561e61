#pragma once

#include <chrono>
#include <vector>

#include "algorithms/avoidance/avoidance.hpp"
#include "algorithms/simulation/measurements.hpp"

namespace plethos::simulation {

/// Times each of the forms on the scene, `repetitions` times in turn, so that a short disturbance of the machine affects all of them alike.
/// It overwrites the velocities. It waits for a device before and after each call. Each form is called once before, untimed.
template <class Execution, class Scene, class Vectors>
std::vector<PartTimes> time_parts(const Execution& execution, const std::vector<avoidance::PartialForm<Execution>>& forms,
                                  const Scene& scene, const Vectors& velocities, int repetitions) {
  using Clock = std::chrono::steady_clock;
  std::vector<PartTimes> times;
  for (const auto& form : forms) {
    times.push_back({form.part, {}});
    form.method->choose(execution, scene, velocities);
  }
  for (int i = 0; i < repetitions; ++i) {
    for (std::size_t k = 0; k < forms.size(); ++k) {
      execution.fence();
      const Clock::time_point start = Clock::now();
      forms[k].method->choose(execution, scene, velocities);
      execution.fence();
      times[k].seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
    }
  }
  return times;
}

}  // namespace plethos::simulation
