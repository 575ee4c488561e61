#include "perf/study/bound.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "backends/roofline/roofline.hpp"

namespace plethos::study {
namespace {

/// Returns a stage's mean work, and the least time that it takes within the limits.
Json stage_json(const std::string& stage, const std::vector<Work>& works, const backends::Roofline& limit) {
  Work mean{0, 0};
  for (const Work& work : works) {
    mean.operations += work.operations / static_cast<double>(works.size());
    mean.bytes += work.bytes / static_cast<double>(works.size());
  }
  const double operations_ms = 1e3 * mean.operations / limit.operations_per_second;
  const double bytes_ms = 1e3 * mean.bytes / limit.bytes_per_second;
  return {{"stage", stage},
          {"operations", mean.operations},
          {"bytes", mean.bytes},
          {"by", operations_ms >= bytes_ms ? "operations" : "bytes"},
          {"ms", std::max(operations_ms, bytes_ms)}};
}

}  // namespace

Json bound(const backends::Backend& backend, const std::vector<CountedStep>& counted) {
  double bytes = 0;
  for (const CountedStep& step : counted) bytes += step.avoid.bytes / static_cast<double>(counted.size());
  const backends::Roofline limit = backends::roofline(backend, bytes);
  Json stages = Json::array();
  const auto add = [&](const std::string& stage, const auto& work_in) {
    std::vector<Work> works;
    for (const CountedStep& step : counted) works.push_back(work_in(step));
    stages.push_back(stage_json(stage, works, limit));
  };
  // Stages stand in the order of a step, in which agents avoid before they move.
  const std::vector<simulation::StageWork>& others = counted.front().others;
  const auto last = std::find_if(others.begin(), others.end(), [](const simulation::StageWork& other) { return other.stage == "move"; });
  const auto add_others = [&](auto from, auto to) {
    for (; from != to; ++from) {
      add(from->stage, [k = static_cast<std::size_t>(from - others.begin())](const CountedStep& step) { return step.others[k].work; });
    }
  };
  add_others(others.begin(), last);
  add("avoid", [](const CountedStep& step) { return step.avoid; });
  add_others(last, others.end());
  double step_ms = 0;
  Json bound;
  for (const Json& stage : stages) {
    step_ms += stage.at("ms").get<double>();
    if (stage.at("stage") == "avoid") bound = stage;
  }
  bound.erase("stage");
  bound["threads"] = backend.threads;
  bound["peak_operations_per_second"] = limit.operations_per_second;
  bound["peak_bytes_per_second"] = limit.bytes_per_second;
  bound["stages"] = stages;
  bound["step_ms"] = step_ms;
  return bound;
}

}  // namespace plethos::study
