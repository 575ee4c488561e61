#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "scenarios/io/output_file.hpp"

namespace plethos::scenarios {

/// Writes the object and gives the file its name, so that nobody ever sees half of it.
/// Errors: as OutputFile; MachineError if it cannot be written.
void write_json_file(OutputFile& output, const nlohmann::ordered_json& json);

/// The same for a file that nobody has claimed before. `label`, such as "--json", is for messages.
void write_json_file(const std::string& label, const std::string& path, const nlohmann::ordered_json& json);

/// Whether a file is the JSON of a run, of a study or of a comparison that Plethos wrote. Cost: reads all of it.
bool is_own_json(const std::string& path);

/// The number, or null: JSON knows neither infinity nor NaN.
nlohmann::ordered_json finite_or_null(double value);

/// 16 hexadecimal digits: numbers in JSON hold no more than 53 bits for certain.
std::string hexadecimal(std::uint64_t value);

}  // namespace plethos::scenarios
