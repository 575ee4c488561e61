#pragma once

#include "core/agent.hpp"
#include "core/parameters.hpp"

namespace plethos::scenarios {

/// Returns the fields of an agent that files and --set may give: radius, speeds, weights (core/agent.hpp), in the order of AgentRecord.
const ParameterTable<AgentRecord>& agent_table();

}  // namespace plethos::scenarios
