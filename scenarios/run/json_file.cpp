#include "scenarios/run/json_file.hpp"

#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/error.hpp"

namespace plethos::scenarios {

std::string json_text(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

void write_json_file(OutputFile& output, const Json& json) {
  // It writes into the file that OutputFile has made and locked.
  std::ofstream file(output.temporary(), std::ios::trunc);
  file << json_text(json);
  file.close();
  if (!file) throw MachineError(output.place() + ": cannot be written (disk full?)");
  output.keep();
}

void write_json_file(const std::string& label, const std::string& path, const Json& json) {
  OutputFile output(path, OutputKind::json, label);
  write_json_file(output, json);
}

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json finite_or_null(double value) {
  Json json;
  if (std::isfinite(value)) json = value;
  return json;
}

std::string hexadecimal(std::uint64_t value) {
  char text[17];
  std::snprintf(text, sizeof text, "%016" PRIx64, value);
  return text;
}

}  // namespace plethos::scenarios
