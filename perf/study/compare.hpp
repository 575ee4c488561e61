#pragma once

#include <string>
#include <vector>

#include "perf/study/platforms.hpp"
#include "scenarios/json.hpp"

namespace plethos::study {

/// Reads a study's JSON. Errors: InputError if it is missing, is not JSON, belongs to no study, or has another schema version.
Json read_study_document(const std::string& path);

/// Lays results of one study, two or more, side by side: for every piece of work that the first and another did, the runs on the same
/// backend, lanes and threads, and the fastest run of each; and all of them as platforms (platforms.hpp). The returned JSON holds them
/// (docs/guide/studies.md). `names` are for messages. Errors: InputError if the studies, their versions or their lengths (--quick) differ,
/// or if one has no work in common with the first; as platforms_of().
Json compare_studies(const std::vector<Json>& results, const std::vector<std::string>& names, const std::vector<BestTime>& best_times = {});

/// Returns the comparison as a table for a terminal.
std::string comparison_text(const Json& comparison);

}  // namespace plethos::study
