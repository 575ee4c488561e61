#pragma once

#include "core/parameter_table.hpp"

namespace plethos::neighbors {

/// The parameter of a search whose lists may hold for several steps (VerletLists).
struct SkinParameters {
  /// The search looks for candidates this part of `neighbor_distance` beyond it, [0, 1]. With more, lists of agents that see few others
  /// hold longer. With 0 neighbors are searched anew in each step. Cost: memory for three candidates a neighbor, and 16 bytes an agent.
  float skin = 0.2f;
};

inline const ParameterTable<SkinParameters>& skin_table() {
  static const ParameterTable<SkinParameters> table = [] {
    ParameterInfo skin{"skin", "", 0, 1, "part of neighbor_distance beyond it where candidates are kept; 0: search anew in each step"};
    skin.same_result = true;
    return ParameterTable<SkinParameters>().add(&SkinParameters::skin, skin);
  }();
  return table;
}

}  // namespace plethos::neighbors
