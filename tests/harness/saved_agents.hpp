#pragma once

#include "core/agents.hpp"
#include "tests/harness/saved_rows.hpp"

namespace plethos::tests {

/// Returns all agents of a crowd that one rank has saved, in order of id, with what planner and steering remember of them.
inline Agents<Kokkos::HostSpace> agents_of(const simulation::SavedSlab& saved) {
  std::int32_t words = 0;
  for (const simulation::RowField& field : saved.crowd.fields) words += field.name == "memory" ? field.words : 0;
  Agents<Kokkos::HostSpace> agents = make_agents(simulation::records_of(saved), words);
  for (std::int32_t i = 0; i < agents.count; ++i) {
    for (std::int32_t k = 0; k < words; ++k) agents.memory(i, k) = word_of(saved, i, "memory", static_cast<std::size_t>(k));
  }
  return agents;
}

}  // namespace plethos::tests
