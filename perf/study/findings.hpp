#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "perf/study/study.hpp"

namespace plethos::study {

/// What the runs say to each claim: on every device its figure for each run or pair of runs, and the one that stands beside the paper's.
nlohmann::ordered_json evaluate_claims(const std::vector<Claim>& claims, const nlohmann::ordered_json& runs);

/// For every piece of work that several backends, lanes or ways of being parallel did: whether it ended in the same bits.
nlohmann::ordered_json compare_bits(const nlohmann::ordered_json& runs);

/// "openmp avx512, 16 threads", or "cuda".
std::string describe_machine(const nlohmann::ordered_json& run);

}  // namespace plethos::study
