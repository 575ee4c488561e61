#include "core/parameters.hpp"

#include "core/neighbor_limits.hpp"

namespace plethos {

const ParameterTable<Parameters>& parameter_table() {
  static const ParameterTable<Parameters> table = [] {
    ParameterTable<Parameters> rows;
    rows.add(&Parameters::time_step, {"time_step", "s", 1e-6, 10, "length of a step"})
        .add(&Parameters::neighbors, {"neighbors", "agents", 1, maximum_neighbors, "nearest agents that an agent avoids"})
        .add(&Parameters::neighbor_distance, {"neighbor_distance", "m", 1e-6, 1e6, "how far an agent sees agents and walls"})
        .add(&Parameters::obstacle_neighbors,
             {"obstacle_neighbors", "segments", 0, maximum_neighbors, "nearest walls facing an agent that it avoids"})
        .add(&Parameters::minimum_distance, {"minimum_distance", "m", 0, 100, "room that agents try to keep between discs, and to walls"})
        .add(&Parameters::seed, {"seed", "", 0, 9007199254740992.0, "key of all random numbers"})
        .add(&Parameters::leave_on_arrival, {"leave_on_arrival", "", 0, 1, "whether agents leave the scene at their goal"})
        .add(&Parameters::steps,
             {"steps", "steps", 0, 1e9, "where a run ends if not all have arrived; 0: three times the longest straight way"});
    return rows;
  }();
  return table;
}

}  // namespace plethos
