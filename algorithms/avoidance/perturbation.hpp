#pragma once

#include "core/parameter_table.hpp"

namespace plethos::avoidance {

/// The parameter that breaks symmetric standstills (perturbation-inl.hpp).
struct Perturbation {
  /// [0, 10]. An agent that others have held up in the open turns aside. This is the tangent of the angle if it has lacked two fifths of
  /// its way; with clearpath-guarded the tangent grows to three times as much from four fifths on. The agent turns to the side to which it
  /// already moves, otherwise to a random one. Some of the stuck agents go anywhere. So no symmetric standstill lasts, and crowds that
  /// press into one place do not jam. With 0, orca is as published. Cost: some random numbers where agents jam.
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
