#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "backends/backend.hpp"
#include "scenarios/bits/step_sums.hpp"
#include "scenarios/json.hpp"
#include "scenarios/request.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// What a run came to, step by step.
struct RunSums {
  std::string scene{};            ///< a hash of all that the first step begins with: run_identity()
  std::vector<StepSums> steps{};  ///< of steps that were made one by one
  std::uint64_t at_once = 0;      ///< simulation::checksum() after as many steps that one call has made
};

/// A short run, and its sums as they were recorded.
struct BitCase {
  std::string name{};
  ScenarioRequest request{};
  std::int64_t steps = 0;
  RunSums recorded{};  ///< without steps: none were
};

/// Reads cases from a JSON object. `label` names it in messages. Errors: InputError for anything else.
std::vector<BitCase> read_bit_cases(const Json& json, const std::string& label);
/// Returns JSON that read_bit_cases() reads.
Json bit_cases_json(const std::vector<BitCase>& cases);
/// Returns the cases that the program holds, whose sums are those of scalar lanes on x86-64.
const std::vector<BitCase>& bit_cases();

/// Makes the run of a case twice, step by step and at once. Errors: those of choose_methods() and Simulation::create().
RunSums run_sums(const backends::Backend& backend, const BitCase& bit_case, const Scenario& scenario);

/// Says where a run first differs from what was recorded, such as "step 3: avoid (orca): other velocities"; nothing if it nowhere does.
std::optional<std::string> first_difference(const BitCase& bit_case, const Scenario& scenario, const RunSums& found);

}  // namespace plethos::scenarios
