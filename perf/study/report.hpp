#pragma once

#include <string>

namespace plethos::study {

/// Makes an HTML page of the JSON of a study or of a comparison, with perf/report in Python. It writes the whole page or nothing. Returns
/// an empty text, or one line that says what is missing and how to make the page elsewhere.
std::string make_report(const std::string& input, const std::string& output);

}  // namespace plethos::study
