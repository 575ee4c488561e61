#pragma once

#include <string>
#include <vector>

namespace plethos::cli {

/// Makes an HTML page of one study's JSON, or of two that are compared, with perf/report in Python. The page is written whole or not at
/// all. Returns an empty text, or one line that says what is missing and how to make the page elsewhere.
std::string make_report(const std::vector<std::string>& inputs, const std::string& output);

}  // namespace plethos::cli
