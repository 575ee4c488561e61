#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace plethos::scenarios {

/// What times were measured on and by (docs/guide/studies.md, "machine"), numbers as numbers, as it is now. Needs a backends::Runtime.
nlohmann::ordered_json machine_record();

/// The record as one line for people: processor, cores, memory, operating system, load.
std::string machine_text(const nlohmann::ordered_json& record);
/// The GPU's line; empty if there is none in the record.
std::string gpu_text(const nlohmann::ordered_json& record);

}  // namespace plethos::scenarios
