#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "backends/backend.hpp"
#include "scenarios/methods.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::cli {

/// What a run ran on and with, name and value, in the order in which it is printed; also the attributes of a trajectory.
using Header = std::vector<std::pair<std::string, std::string>>;

/// `machine`: scenarios::machine_record().
Header run_header(const scenarios::Scenario& scenario, const backends::Backend& backend, const scenarios::ChosenMethods& methods,
                  const nlohmann::ordered_json& machine);

/// Prints one line an entry, the values in one column.
void print(const Header& header);

}  // namespace plethos::cli
