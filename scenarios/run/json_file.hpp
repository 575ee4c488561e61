#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace plethos::scenarios {

/// Writes the object to a temporary file beside `path` and renames it, so that nobody ever sees half of it. `label`, such as "--json", is
/// for messages. Errors: InputError if the file cannot be created, MachineError if it cannot be written.
void write_json_file(const std::string& label, const std::string& path, const nlohmann::ordered_json& json);

/// The number, or null: JSON knows neither infinity nor NaN.
nlohmann::ordered_json finite_or_null(double value);

/// 16 hexadecimal digits: numbers in JSON hold no more than 53 bits for certain.
std::string hexadecimal(std::uint64_t value);

}  // namespace plethos::scenarios
