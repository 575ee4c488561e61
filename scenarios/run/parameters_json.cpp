#include "scenarios/run/parameters_json.hpp"

#include <nlohmann/json.hpp>

namespace plethos::scenarios {

nlohmann::ordered_json written_json(const WrittenValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return *number;
  if (const auto* yes = std::get_if<bool>(&value)) return *yes;
  return std::get<std::string>(value);
}

WrittenValue written_from(const nlohmann::ordered_json& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_string()) return json.get<std::string>();
  return json.get<double>();
}

nlohmann::ordered_json parameters_json(const Parameters& parameters, const simulation::Methods& methods) {
  nlohmann::ordered_json json;
  for (const ParameterInfo& info : parameter_table().infos()) {
    json[info.name] = written_json(written_value(info, parameter_table().get(parameters, info.name)));
  }
  json["seed"] = parameters.seed;
  for (const ParameterInfo& info : simulation::parameters_in_use(methods)) {
    const auto value = methods.values.find(info.name);
    json[info.name] = written_json(written_value(info, value == methods.values.end() ? info.default_value : value->second));
  }
  return json;
}

}  // namespace plethos::scenarios
