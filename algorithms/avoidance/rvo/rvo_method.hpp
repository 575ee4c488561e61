#pragma once

#include <cstdint>
#include <memory>

#include "algorithms/avoidance/flat_or_nested.hpp"
#include "algorithms/method.hpp"

namespace plethos::avoidance {

template <class Execution>
class Avoidance;

struct RvoParameters {
  /// [1, 65536]. An agent tries this many candidate velocities a step, the preferred one included. More give smoother paths. Cost: linear.
  std::int32_t samples = 250;
  /// All values give the same results, bit for bit.
  Parallel parallel = Parallel::automatic;
};

inline const ParameterTable<RvoParameters>& rvo_table() {
  static const ParameterTable<RvoParameters> table = [] {
    ParameterInfo parallel{"parallel", "", 0, 0,
                           "what tries them: a lane or thread an agent (flat), a team (nested), or the faster (auto)"};
    parallel.choices = {parallel_names.begin(), parallel_names.end()};
    parallel.same_result = true;
    ParameterTable<RvoParameters> rows;
    rows.add(&RvoParameters::samples, {"samples", "velocities", 1, 65536, "candidate velocities an agent tries a step"})
        .add(&RvoParameters::parallel, parallel);
    return rows;
  }();
  return table;
}

/// The velocities that an agent tries.
enum class RvoVariant {
  published,  ///< the preferred one and random ones
  steady      ///< the present one as well; ours
};

template <RvoVariant variant>
struct RvoMethod {
  static MethodInfo info() {
    if (variant == RvoVariant::steady)
      return {.name = "rvo-steady", .sentence = "tries its present velocity, too", .parameters = rvo_table().infos()};
    return {.name = "rvo", .sentence = "tries random velocities, as published", .parameters = rvo_table().infos()};
  }
  template <class Execution>
  static std::unique_ptr<Avoidance<Execution>> make(const ParameterValues& values);
};

}  // namespace plethos::avoidance
