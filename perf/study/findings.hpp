#pragma once

#include <optional>
#include <string>
#include <vector>

#include "perf/study/statistics.hpp"
#include "perf/study/study.hpp"
#include "scenarios/json.hpp"

namespace plethos::study {

/// Evaluates each claim: on every device its figure for each run or pair of runs, and the one that stands beside the paper's. A figure
/// whose times were repeated has an interval. That of the largest or smallest ratio holds together with those of the others, among which it
/// is chosen. Two runs of a ratio are measured by the same processes. `difference` says whether the ratio's interval leaves out 1.
Json evaluate_claims(const std::vector<Claim>& claims, const Json& runs);

/// Says for every piece of work that several backends, lanes or forms of parallelism did whether it ended in the same bits.
Json compare_bits(const Json& runs);

/// Adds `low`, `high` and `confidence` of an interval, or null.
void add_interval(Json& json, const std::optional<Interval>& interval);

/// Returns a number with four digits, and the interval of a figure as "[LOW, HIGH]", or nothing if it has none.
std::string short_number(double value);
std::string interval_text(const Json& figure);

/// Returns a text such as "openmp avx512, 16 threads", or the name of a GPU's backend.
std::string describe_machine(const Json& run);

}  // namespace plethos::study
