#include "perf/study/result_times.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "perf/study/energy.hpp"
#include "perf/study/run_kind.hpp"
#include "scenarios/run/median.hpp"

namespace plethos::study {
namespace {

/// Takes the median over processes at each point of a curve. Processes whose runs ended at other steps, as irreproducible ones may, leave
/// it as the first has measured it.
void merge_curves(const std::vector<Json>& of_processes, Json& whole) {
  for (const Json& run : of_processes) {
    if (run.at("curve").at("step") != whole.at("step")) return;
  }
  for (std::size_t i = 0; i < whole.at("ms").size(); ++i) {
    std::vector<double> times;
    for (const Json& run : of_processes) times.push_back(run.at("curve").at("ms").at(i));
    whole["ms"][i] = scenarios::median(times);
  }
}

/// Adds what disturbed one process to what disturbed the others. Results of older programs do not tell.
void add_disturbances(const Json& run, Json& whole) {
  if (!run.contains("disturbed") || !whole.contains("disturbed")) return;
  for (const Json& disturbance : run.at("disturbance")) whole["disturbance"].push_back(disturbance);
  Json& texts = whole["disturbed"];
  for (const Json& text : run.at("disturbed")) {
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
  }
}

}  // namespace

void add_median(Json& results, const std::string& name, const std::vector<double>& times) {
  results[name] = scenarios::median(times);
  results[name + "_min"] = *std::min_element(times.begin(), times.end());
  results[name + "_max"] = *std::max_element(times.begin(), times.end());
}

Samples samples_of(const Json& run, const std::string& result) {
  const RunFields& fields = kind_of(run).fields;
  const auto rate = std::find_if(fields.rates.begin(), fields.rates.end(), [&](const Rate& one) { return one.name == result; });
  const bool is_rate = rate != fields.rates.end();
  const std::string& time = is_rate ? rate->time : result;
  if (std::find(fields.times.begin(), fields.times.end(), time) == fields.times.end()) return {};
  const Json results = run.value("results", Json::object());
  const double amount = is_rate ? results.value(result, 0.) * results.value(time, 0.) : 1;
  Samples samples;
  std::int64_t process = 0;
  for (const Json& repetition : run.value("repetitions", Json::array())) {
    const Json value = repetition.value(time, Json());
    if (!value.is_number() || !(value.get<double>() > 0)) return {};
    const std::int64_t own = repetition.value("process", std::int64_t{1});
    if (samples.empty() || own != process) samples.emplace_back();
    process = own;
    samples.back().push_back(is_rate ? amount / value.get<double>() : value.get<double>());
  }
  return samples;
}

std::string disturbance_of(const Json& run) {
  const Json disturbed = run.value("disturbed", Json::array());
  return disturbed.empty() ? "" : disturbed.front().get<std::string>();
}

void summarize_times(Json& run) {
  const RunFields& fields = kind_of(run).fields;
  Json& results = run["results"];
  for (const std::string& time : fields.times) {
    const Samples samples = samples_of(run, time);
    if (samples.empty()) continue;
    const double before = results.contains(time) ? results.at(time).get<double>() : 0;
    add_median(results, time, all_samples(samples));
    const Interval interval = interval_of_times(samples);
    results[time + "_low"] = interval.low;
    results[time + "_high"] = interval.high;
    results["time_confidence"] = interval.confidence;
    for (const Rate& rate : fields.rates) {
      if (rate.time == time && results.contains(rate.name))
        results[rate.name] = results[rate.name].get<double>() * before / results[time].get<double>();
    }
  }
}

Json merge_processes(const std::vector<Json>& of_processes) {
  Json whole = of_processes.front();
  for (std::size_t process = 0; process < of_processes.size(); ++process) {
    const Json& run = of_processes[process];
    const std::string expected = whole.at("results").at("checksum"), found = run.at("results").at("checksum");
    if (found != expected && whole.at("results").value("reproducible", true)) {
      throw MachineError("process " + std::to_string(process + 1) + " ended in other results: found checksum " + found + ", expected " +
                         expected);
    }
    if (process == 0) continue;
    for (Json repetition : run.at("repetitions")) {
      repetition["process"] = process + 1;
      whole["repetitions"].push_back(repetition);
    }
    add_disturbances(run, whole);
    add_energy(run, whole);
  }
  if (whole.contains("curve")) merge_curves(of_processes, whole["curve"]);
  whole["machine"]["processes"] = of_processes.size();
  summarize_times(whole);
  return whole;
}

}  // namespace plethos::study
