#include "scenarios/run/json_file.hpp"

#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/error.hpp"

namespace plethos::scenarios {

void write_json_file(const std::string& label, const std::string& path, const nlohmann::ordered_json& json) {
  const std::string place = label.empty() ? path : label + " " + path;
  const std::string temporary = path + ".part";
  std::ofstream file(temporary);
  if (!file) throw InputError(place + ": cannot be created");
  file << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
  file.close();
  std::error_code error;
  if (!file) {
    std::filesystem::remove(temporary, error);
    throw MachineError(place + ": cannot be written (disk full?)");
  }
  std::filesystem::rename(temporary, path, error);
  if (error) {
    const std::string reason = error.message();
    std::filesystem::remove(temporary, error);
    throw InputError(place + ": " + reason);
  }
}

nlohmann::ordered_json finite_or_null(double value) {
  nlohmann::ordered_json json;
  if (std::isfinite(value)) json = value;
  return json;
}

std::string hexadecimal(std::uint64_t value) {
  char text[17];
  std::snprintf(text, sizeof text, "%016" PRIx64, value);
  return text;
}

}  // namespace plethos::scenarios
