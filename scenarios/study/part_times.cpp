#include "scenarios/study/part_times.hpp"

#include <nlohmann/json.hpp>

#include "scenarios/run/median.hpp"

namespace plethos::study {

using Json = nlohmann::ordered_json;

Json part_times(const std::vector<simulation::PartTimes>& forms) {
  Json parts = Json::array();
  if (forms.empty()) return parts;
  const double all = scenarios::median(forms.back().seconds);
  double before = 0;
  for (const simulation::PartTimes& form : forms) {
    const double until = scenarios::median(form.seconds);
    parts.push_back({{"name", form.part}, {"ms", 1e3 * (until - before)}, {"percent", 100 * (until - before) / all}});
    before = until;
  }
  return parts;
}

void add_part_results(const Json& parts, Json& results) {
  double all = 0;
  for (const Json& part : parts) {
    const std::string name = part.at("name");
    results[name + "_ms"] = part.at("ms");
    results[name + "_percent"] = part.at("percent");
    all += part.at("ms").get<double>();
  }
  if (!parts.empty()) results["all_parts_ms"] = all;
}

}  // namespace plethos::study
