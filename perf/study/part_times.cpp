#include "perf/study/part_times.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace plethos::study {

namespace {

/// s
struct Quartile {
  double value, above_least;
};

Quartile lower_quartile(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  const double value = seconds[(seconds.size() - 1) / 4];
  return {value, value - seconds.front()};
}

}  // namespace

Json part_times(const std::vector<simulation::PartTimes>& forms) {
  Json result = Json::object();
  if (forms.empty()) return result;
  const double all = lower_quartile(forms.back().seconds).value;
  result["ms"] = 1e3 * all;
  result["parts"] = Json::array();
  Quartile before{0, 0};
  for (const simulation::PartTimes& form : forms) {
    const Quartile until = lower_quartile(form.seconds);
    const double own = until.value - before.value;
    const double resolution = before.above_least + until.above_least;
    result["parts"].push_back({{"name", form.part},
                               {"ms", 1e3 * own},
                               {"resolution_ms", 1e3 * resolution},
                               {"percent", own > resolution ? 100 * own / all : 0.0}});
    before = until;
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
