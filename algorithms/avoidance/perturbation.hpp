#pragma once

#include "core/parameter_table.hpp"

namespace plethos::avoidance {

/// What breaks symmetric standstills (perturbation-inl.hpp).
struct Perturbation {
  /// [0, 10]. Agents that others have held up in the open turn aside: by an angle with this tangent if they have lacked two fifths of their
  /// ways, with clearpath-guarded by thrice that from four fifths on; to the side to which they move already, else to a random one. Of
  /// those that are stuck some go anywhere. So no symmetric standstill lasts, and crowds that press into one place do not jam. 0: orca as
  /// published. Cost: some random numbers where it is jammed.
  float perturbation = 1.f;
};

inline const ParameterTable<Perturbation>& perturbation_table() {
  static const ParameterTable<Perturbation> table = [] {
    ParameterTable<Perturbation> rows;
    rows.add(&Perturbation::perturbation,
             {"perturbation", "", 0, 10, "tangent of the angle by which agents turn aside that others have held up"});
    return rows;
  }();
  return table;
}

}  // namespace plethos::avoidance
