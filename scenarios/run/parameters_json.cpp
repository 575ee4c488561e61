#include "scenarios/run/parameters_json.hpp"

#include <nlohmann/json.hpp>

namespace plethos::scenarios {

Json written_json(const WrittenValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return *number;
  if (const auto* yes = std::get_if<bool>(&value)) return *yes;
  return std::get<std::string>(value);
}

WrittenValue written_from(const Json& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_string()) return json.get<std::string>();
  return json.get<double>();
}

Json parameters_json(const Parameters& parameters, const simulation::MethodChoices& methods) {
  Json json;
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

Json group_parameters_json(const simulation::MethodChoices& methods, const std::vector<std::string>& groups) {
  Json json = Json::array();
  const std::vector<ParameterInfo> infos = simulation::parameters_in_use(methods);
  for (std::size_t group = 0; group < methods.group_values.size(); ++group) {
    Json own;
    for (const auto& [name, value] : methods.group_values[group]) {
      own[name] = written_json(written_value(require_parameter(infos, name, "parameter"), value));
    }
    if (!own.empty()) json.push_back({{"group", groups.at(group)}, {"parameters", own}});
  }
  return json;
}

}  // namespace plethos::scenarios
