#pragma once

#include "algorithms/planning/potential/solver.hpp"
#include "core/parameter_table.hpp"

namespace plethos::planning {

/// How the potentials of goals are computed.
struct SolverParameters {
  Solver solver = Solver::multigrid;
  float residual = 1e-6f;
};

/// The parameters of planners whose agents go down potentials.
struct PotentialParameters : SolverParameters {
  float inertia = 0.5f;
};

inline const ParameterTable<SolverParameters>& solver_table() {
  static const auto table =
      ParameterTable<SolverParameters>()
          .add(&SolverParameters::solver, {"solver",
                                           "",
                                           0,
                                           3,
                                           "how the potentials of goals are computed",
                                           0,
                                           ParameterKind::choice,
                                           {"multigrid", "adi", "red-black", "jacobi"}})
          .add(&SolverParameters::residual,
               {"residual", "", 1e-6, 0.1, "the residual at which a goal's potential counts as solved, over the first one"});
  return table;
}

inline const ParameterTable<PotentialParameters>& potential_table() {
  static const auto table =
      ParameterTable<PotentialParameters>()
          .add(solver_table())
          .add(&PotentialParameters::inertia, {"inertia",
                                               "",
                                               0,
                                               0.99,
                                               "how far an agent keeps its direction: eta of Fischer 2009, equation 4",
                                               0,
                                               ParameterKind::number,
                                               {},
                                               false,
                                               true});
  return table;
}

}  // namespace plethos::planning
