#pragma once

#include <string>
#include <vector>

#include "perf/study/study.hpp"
#include "scenarios/json.hpp"

namespace plethos::study {

/// Evaluates each claim: on every device its figure for each run or pair of runs, and the one that stands beside the paper's.
Json evaluate_claims(const std::vector<Claim>& claims, const Json& runs);

/// Says for every piece of work that several backends, lanes or forms of parallelism did whether it ended in the same bits.
Json compare_bits(const Json& runs);

/// Returns a text such as "openmp avx512, 16 threads", or the name of a GPU's backend.
std::string describe_machine(const Json& run);

}  // namespace plethos::study
