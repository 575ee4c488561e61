#pragma once

#include <string>

#include "scenarios/json.hpp"

namespace plethos::study {

/// Returns a study's result as the appendix of a paper, in Markdown: the artifact description and evaluation that the SC conference asks
/// for. It has the claims and what was found, the commands, the time they took, machine and software, and the checksum of each run. What
/// forbids to cite the result stands at the top. `path`: the result's file, of which the text has the name alone. Errors: InputError if the
/// result is damaged.
std::string artifact_text(const Json& result, const std::string& path);

}  // namespace plethos::study
