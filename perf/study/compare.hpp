#pragma once

#include <string>

#include "scenarios/json.hpp"

namespace plethos::study {

/// Reads a study's JSON. Errors: InputError if it is missing, is not JSON, belongs to no study, or has another schema version.
Json read_study_document(const std::string& path);

/// Lays two results of one study side by side: for every piece of work that both did, the runs on the same backend, lanes and threads, and
/// the fastest run of each. The returned JSON holds both (docs/guide/studies.md). `name_a` and `name_b` are for messages. Errors:
/// InputError if the studies, their versions or their lengths (--quick) differ, or if they have no work in common.
Json compare_studies(const Json& a, const Json& b, const std::string& name_a, const std::string& name_b);

/// Returns the comparison as a table for a terminal.
std::string comparison_text(const Json& comparison);

}  // namespace plethos::study
