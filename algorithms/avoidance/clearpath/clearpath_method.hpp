#pragma once

#include <memory>

#include "algorithms/avoidance/horizons.hpp"
#include "algorithms/avoidance/perturbation.hpp"
#include "algorithms/method.hpp"

namespace plethos::avoidance {

template <class Execution>
class Avoidance;

/// The constraints of ClearPath, and its behavior if they leave no velocity.
enum class ClearpathVariant {
  clearpath1,  ///< As published (Guy et al. 2009, section 3.3): finite time, agreed sides, intervals halved until a velocity is free
  clearpath2,  ///< As published (section 3.4): finite time alone; agents in a collision part, and prefer to stand
  guarded,     ///< Ours: finite time, agreed sides as far as the horizon goes, and agents keep able to stop
};

/// The published methods have the horizons alone and ignore the perturbation.
struct ClearpathParameters : Horizons, Perturbation {};

inline const ParameterTable<ClearpathParameters>& clearpath_table(ClearpathVariant variant) {
  using Table = ParameterTable<ClearpathParameters>;
  static const Table published = Table().add(horizon_table());
  static const Table guarded = Table().add(horizon_table()).add(perturbation_table());
  return variant == ClearpathVariant::guarded ? guarded : published;
}

template <ClearpathVariant variant>
struct ClearpathMethod {
  static MethodInfo info() {
    const std::vector<ParameterInfo>& parameters = clearpath_table(variant).infos();
    if (variant == ClearpathVariant::clearpath1) {
      return {"clearpath1", "takes the closest velocity out of its neighbors' cones and on agreed sides, as published", parameters};
    }
    if (variant == ClearpathVariant::clearpath2) return {"clearpath2", "without agreed sides, as published", parameters};
    return {"clearpath-guarded", "takes the closest velocity out of its neighbors' cones, and keeps able to stop", parameters};
  }
  template <class Execution>
  static std::unique_ptr<Avoidance<Execution>> make(const ParameterValues& values);
};

}  // namespace plethos::avoidance
