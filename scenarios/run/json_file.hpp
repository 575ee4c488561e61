#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "scenarios/io/output_file.hpp"
#include "scenarios/json.hpp"

namespace plethos::scenarios {

/// Returns the object as the text of a file.
std::string json_text(const Json& json);

/// Writes the object and then gives the file its name, so that no reader sees half of it. Errors: as OutputFile; MachineError if it cannot
/// be written.
void write_json_file(OutputFile& output, const Json& json);

/// Does the same for a file that has no OutputFile yet. `label`, such as "--json", is for messages.
void write_json_file(const std::string& label, const std::string& path, const Json& json);

/// Returns the number, or null for infinity and NaN, which JSON lacks.
Json finite_or_null(double value);
/// Returns the number, or null for none.
Json or_null(const std::optional<double>& value);

/// Returns 16 hexadecimal digits. Numbers in JSON are only safe up to 53 bits.
std::string hexadecimal(std::uint64_t value);

}  // namespace plethos::scenarios
