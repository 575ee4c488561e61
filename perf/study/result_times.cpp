#include "perf/study/result_times.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "scenarios/run/median.hpp"

namespace plethos::study {

void add_median(Json& results, const std::string& name, const std::vector<double>& times) {
  results[name] = scenarios::median(times);
  results[name + "_min"] = *std::min_element(times.begin(), times.end());
  results[name + "_max"] = *std::max_element(times.begin(), times.end());
}

}  // namespace plethos::study
