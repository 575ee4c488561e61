#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "backends/backend.hpp"
#include "scenarios/cli/call_record.hpp"
#include "scenarios/cli/header.hpp"
#include "scenarios/cli/json_output.hpp"
#include "scenarios/json.hpp"
#include "scenarios/paths/path_answers.hpp"
#include "scenarios/paths/path_moves.hpp"

namespace plethos::cli {

/// What `plethos plan` has found out.
struct PlanSummary {
  scenarios::PathAnswers answers;
  std::string optimum;        ///< what lengths are compared with, "jps"; empty: nothing
  std::int64_t left_out = 0;  ///< problems of the .scen file that are no queries
  bool by_cost = false;       ///< lengths are compared times the costs of cells
  double offline_ms = 0;      ///< medians of the repetitions
  double online_ms = 0;
  double claim_ms = 0;  ///< of the first repetition: claiming memory, and loading kernels; no part of the others
  int repetitions = 0;
  std::int64_t in_flight = 0;
  std::int64_t states = 0;
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
  std::string hint;  ///< what would help; empty: nothing is known to
  bool interrupted = false;
  std::vector<std::vector<scenarios::PathMove>> moves;  ///< of each repetition

  /// Returns 0 if no time was measured.
  double queries_per_second() const;
};

void print(const PlanSummary& summary);
/// Writes the call and the summary. `parameters` are those of the planner, by name, and `machine` is scenarios::machine_record(). Errors:
/// as JsonOutput::write().
void write_json(JsonOutput& output, const CallRecord& call, const Header& header, const Json& machine, const std::string& planner,
                const Json& parameters, const PlanSummary& summary, const backends::Backend& backend);

}  // namespace plethos::cli
