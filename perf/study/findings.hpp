#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "perf/study/study.hpp"

namespace plethos::study {

/// Evaluates each claim: on every device its figure for each run or pair of runs, and the one that stands beside the paper's.
nlohmann::ordered_json evaluate_claims(const std::vector<Claim>& claims, const nlohmann::ordered_json& runs);

/// Says for every piece of work that several backends, lanes or forms of parallelism did whether it ended in the same bits.
nlohmann::ordered_json compare_bits(const nlohmann::ordered_json& runs);

/// Returns a text such as "openmp avx512, 16 threads", or the name of a GPU's backend.
std::string describe_machine(const nlohmann::ordered_json& run);

}  // namespace plethos::study
