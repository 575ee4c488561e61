#pragma once

#include <string>

#include "scenarios/json.hpp"

namespace plethos::scenarios {

/// Returns the machine's present record (docs/guide/studies.md, "machine"), with numbers as numbers. `ranks_library` is what connects the
/// ranks, if there are several (backends::Ranks::library()). Needs a backends::Runtime.
Json machine_record(const std::string& ranks_library = {});

/// Returns the record as one line for people: processor, cores, memory, operating system, load.
std::string machine_text(const Json& record);
/// Returns the GPU's line, or an empty text if the record has none.
std::string gpu_text(const Json& record);

}  // namespace plethos::scenarios
