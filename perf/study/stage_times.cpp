#include "perf/study/stage_times.hpp"

#include <nlohmann/json.hpp>

#include "algorithms/simulation/simulation.hpp"

namespace plethos::study {

Json stage_times(const std::map<std::string, double>& seconds, double steps) {
  const auto add = [&](const std::string& name, const std::string& region, Json& to) {
    const auto found = seconds.find("plethos::simulation::" + region);
    if (found != seconds.end()) to.push_back({{"name", name}, {"ms", 1e3 * found->second / steps}});
  };
  Json result = Json::array();
  for (const simulation::Stage& stage : simulation::stages()) {
    add(stage.name, stage.name, result);
    Json parts = Json::array();
    for (const std::string& part : stage.parts) add(part, stage.name + "::" + part, parts);
    if (!parts.empty()) result.back()["parts"] = parts;
  }
  return result;
}

void add_stage_results(const Json& stages, Json& results) {
  double all = 0;
  for (const Json& stage : stages) all += stage.at("ms").get<double>();
  const auto add = [&](const Json& timed) {
    const std::string name = timed.at("name");
    results[name + "_ms"] = timed.at("ms");
    if (all > 0) results[name + "_percent"] = 100 * timed.at("ms").get<double>() / all;
  };
  for (const Json& stage : stages) {
    add(stage);
    for (const Json& part : stage.value("parts", Json::array())) add(part);
  }
}

}  // namespace plethos::study
