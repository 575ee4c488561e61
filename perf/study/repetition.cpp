#include "perf/study/repetition.hpp"

#include <algorithm>

#include "scenarios/run/median.hpp"

namespace plethos::study {
namespace {

double stretch_ms(const scenarios::Stretch& stretch) { return 1e3 * stretch.seconds / static_cast<double>(stretch.steps); }

}  // namespace

double Repetition::seconds() const {
  double sum = 0;
  for (const scenarios::Stretch& stretch : stretches) sum += stretch.seconds;
  return sum;
}

std::int64_t Repetition::steps() const {
  std::int64_t sum = 0;
  for (const scenarios::Stretch& stretch : stretches) sum += stretch.steps;
  return sum;
}

double Repetition::ms_per_step() const { return steps() > 0 ? 1e3 * seconds() / static_cast<double>(steps()) : 0; }

Json repetition_json(const Repetition& repetition) {
  std::vector<double> times;
  for (const scenarios::Stretch& stretch : repetition.stretches) times.push_back(stretch_ms(stretch));
  const auto [low, high] = std::minmax_element(times.begin(), times.end());
  Json json{{"seconds", repetition.seconds()},
            {"steps", repetition.steps()},
            {"ms_per_step", repetition.ms_per_step()},
            {"ms_per_step_median", scenarios::median(times)},
            {"ms_per_step_min", *low},
            {"ms_per_step_max", *high},
            {"checksum", repetition.checksum}};
  json.update(repetition.energy);
  return json;
}

Json curve_json(const std::vector<Repetition>& repetitions) {
  Json curve{{"step", Json::array()}, {"ms", Json::array()}};
  for (std::size_t i = 0; i < repetitions.front().stretches.size(); ++i) {
    std::vector<double> times;
    for (const Repetition& repetition : repetitions) times.push_back(stretch_ms(repetition.stretches[i]));
    curve["step"].push_back(repetitions.front().stretches[i].end);
    curve["ms"].push_back(scenarios::median(times));
  }
  return curve;
}

}  // namespace plethos::study
