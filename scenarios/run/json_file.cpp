#include "scenarios/run/json_file.hpp"

#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/error.hpp"

namespace plethos::scenarios {

std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void write_json_file(OutputFile& output, const nlohmann::ordered_json& json) {
  // It writes into the file that OutputFile has made and locked.
  std::ofstream file(output.temporary(), std::ios::trunc);
  file << json_text(json);
  file.close();
  if (!file) throw MachineError(output.place() + ": cannot be written (disk full?)");
  output.keep();
}

void write_json_file(const std::string& label, const std::string& path, const nlohmann::ordered_json& json) {
  OutputFile output(path, label);
  write_json_file(output, json);
}

bool is_own_json(const std::string& path) {
  std::ifstream file(path);
  const auto json = nlohmann::json::parse(file, nullptr, false);
  if (!json.is_object()) return false;
  const auto schema = json.find("schema");
  if (schema != json.end() && schema->is_string()) return schema->get<std::string>().starts_with("plethos");
  const auto header = json.find("header");
  return header != json.end() && header->is_object() && header->contains("plethos");
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
