#include "scenarios/keys.hpp"

namespace plethos::scenarios {

const ParameterTable<AgentRecord>& agent_table() {
  static const ParameterTable<AgentRecord> table = [] {
    using A = AgentRecord;
    ParameterTable<A> rows;
    rows.add(&A::radius, {"radius", "m", 1e-3, 1e3, "radius of an agent's disc"})
        .add(&A::preferred_speed, {"preferred_speed", "m/s", 0, 1e3, "speed on a free way to the goal"})
        .add(&A::maximum_speed, {"maximum_speed", "m/s", 1e-3, 1e3, "speed that an agent never exceeds"})
        .add(&A::maximum_acceleration, {"maximum_acceleration", "m/s^2", 1e-3, 1e4, "how fast the velocity may change"})
        .add(&A::goal_radius, {"goal_radius", "m", 1e-3, 1e3, "an agent nearer to its goal has arrived"})
        .add(&A::reciprocity, {"reciprocity", "", 0, 1, "willingness to yield; a pair shares its avoidance by own / (own + other's)"})
        .add(&A::aggression, {"aggression", "m", 0, 1e6, "weight of 1 / time to collision; small passes closer"});
    return rows;
  }();
  return table;
}

}  // namespace plethos::scenarios
