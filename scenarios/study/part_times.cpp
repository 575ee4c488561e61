#include "scenarios/study/part_times.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "scenarios/run/median.hpp"

namespace plethos::study {

using Json = nlohmann::ordered_json;

Json part_times(const std::vector<simulation::PartTimes>& forms) {
  Json result = Json::object();
  if (forms.empty()) return result;
  const double all = 1e3 * scenarios::median(forms.back().seconds);
  result["ms"] = all;
  result["parts"] = Json::array();
  std::vector<double> before(forms.front().seconds.size(), 0);
  for (const simulation::PartTimes& form : forms) {
    std::vector<double> own;
    for (std::size_t i = 0; i < before.size(); ++i) own.push_back(1e3 * (form.seconds[i] - before[i]));
    const double ms = scenarios::median(own);
    for (double& value : own) value = std::abs(value - ms);
    const double resolution = 2 * scenarios::median(own);
    const bool told = ms > resolution;
    result["parts"].push_back({{"name", form.part}, {"ms", ms}, {"resolution_ms", resolution}, {"percent", told ? 100 * ms / all : 0.0}});
    before = form.seconds;
  }
  return result;
}

void add_part_results(const Json& measured, Json& results) {
  if (measured.empty()) return;
  results["all_parts_ms"] = measured.at("ms");
  for (const Json& part : measured.at("parts")) {
    const std::string name = part.at("name");
    if (part.at("percent") > 0) results[name + "_ms"] = part.at("ms");
    results[name + "_percent"] = part.at("percent");
  }
}

}  // namespace plethos::study
