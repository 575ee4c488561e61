#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "scenarios/io/output_file.hpp"

namespace plethos::scenarios {

/// Returns the object as the text of a file.
std::string json_text(const nlohmann::ordered_json& json);

/// Writes the object and then gives the file its name, so that no reader sees half of it. Errors: as OutputFile; MachineError if it cannot
/// be written.
void write_json_file(OutputFile& output, const nlohmann::ordered_json& json);

/// Does the same for a file that has no OutputFile yet. `label`, such as "--json", is for messages.
void write_json_file(const std::string& label, const std::string& path, const nlohmann::ordered_json& json);

/// Returns the number, or null for infinity and NaN, which JSON lacks.
nlohmann::ordered_json finite_or_null(double value);

/// Returns 16 hexadecimal digits. Numbers in JSON are only safe up to 53 bits.
std::string hexadecimal(std::uint64_t value);

}  // namespace plethos::scenarios
