#include "perf/study/energy_pairs.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/text.hpp"
#include "perf/study/energy.hpp"
#include "perf/study/fields.hpp"
#include "perf/study/findings.hpp"
#include "perf/study/platforms.hpp"
#include "perf/study/result_times.hpp"
#include "perf/study/statistics.hpp"

namespace plethos::study {
namespace {

/// Returns the result by which two runs' energy of a part is compared, or nothing if they have none in common.
std::string common_result(const Json& a, const Json& b, const std::string& part) {
  for (const char* of : {"_net", ""}) {
    const std::string name = part + of + "_joules_per_million_agent_steps";
    if (number_field(a, name) && number_field(b, name)) return name;
  }
  return "";
}

Json energy_of(const Json& a, const Json& b, const std::string& name, const std::string& name_of_b, std::size_t intervals) {
  const Samples of_a = samples_of(a, name), of_b = samples_of(b, name);
  std::optional<Interval> interval;
  if (!of_a.empty() && !of_b.empty()) interval = interval_of_ratio(of_b, of_a, false, confidence_of_each(intervals));
  const double ratio = *number_field(b, name) / *number_field(a, name);
  Json json{{"result", name}, {"a", *number_field(a, name)}, {"b", *number_field(b, name)}, {"ratio", ratio}};
  add_interval(json, interval);
  std::string why;
  for (const auto& [run, side] : {std::pair(&a, result_name(0)), std::pair(&b, name_of_b)}) {
    if (const std::string disturbed = disturbance_of(*run); why.empty() && !disturbed.empty()) why = side + ": " + disturbed;
  }
  if (why.empty() && std::min(of_a.size(), of_b.size()) < 2) why = "one process alone measured";
  json["less"] = !why.empty() || !interval || interval->contains(1) ? "" : ratio > 1 ? result_name(0) : name_of_b;
  json["not_judged"] = why;
  return json;
}

}  // namespace

void add_energy_pairs(Json& pairs, const std::vector<std::pair<const Json*, const Json*>>& runs) {
  std::vector<std::vector<std::string>> names(runs.size());
  std::size_t intervals = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    for (const std::string& part : energy_parts()) {
      if (const std::string name = common_result(*runs[i].first, *runs[i].second, part); !name.empty()) names[i].push_back(name);
    }
    intervals += names[i].size();
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (names[i].empty()) continue;
    pairs[i]["energy"] = Json::array();
    for (const std::string& name : names[i])
      pairs[i]["energy"].push_back(energy_of(*runs[i].first, *runs[i].second, name, pairs[i].at("b").at("result"), intervals));
  }
}

std::string energy_pairs_text(const Json& pairs) {
  std::string text;
  for (const Json& pair : pairs) {
    for (const Json& energy : pair.value("energy", Json::array())) {
      const std::string other = pair.at("b").at("result"), less = energy.at("less"), why = energy.at("not_judged");
      const std::string judged = !why.empty() ? "not judged: " + why : less.empty() ? "no difference seen" : less + " takes less";
      text += "  " +
              one_line(pair.at("label").get<std::string>() + ", A on " + pair.at("a").at("machine").get<std::string>() + ", " + other +
                       " on " + pair.at("b").at("machine").get<std::string>() + ": " + energy.at("result").get<std::string>() + " A " +
                       short_number(energy.at("a")) + ", " + other + " " + short_number(energy.at("b")) + ", " + other + "/A " +
                       short_number(energy.at("ratio")) + " " + interval_text(energy) + "; " + judged) +
              "\n";
    }
  }
  return text.empty() ? "" : "\nenergy\n" + text;
}

}  // namespace plethos::study
