#include "scenarios/run/hints.hpp"

#include <cstdio>
#include <numeric>

#include "scenarios/run/median.hpp"

namespace plethos::scenarios {
namespace {

constexpr double far_above = 3;
constexpr std::size_t least_times = 8;
constexpr double least_seconds = 1;  // in shorter runs the first steps, which are slower than others, dominate the mean

}  // namespace

std::string end_name(const RunEnd& end) {
  if (end.failed) return "failed";
  if (end.interrupted) return "interrupted";
  if (end.unfinished) return "unfinished";
  return end.under_way() > 0 || end.travelers == 0 ? "limit" : "arrived";
}

std::string end_text(const RunEnd& end) {
  const std::string of_all = std::to_string(end.under_way()) + " of " + std::to_string(end.travelers) + " agents under way";
  if (end.failed) return "by a fault, " + of_all;
  if (end.interrupted) return "interrupted, " + of_all;
  if (end.unfinished) return "unfinished, " + of_all + "; --restart goes on from the last checkpoint";
  if (end.travelers == 0) return "at its limit of " + std::to_string(end.steps) + " steps; no agent has a goal";
  if (end.under_way() == 0) return "all have arrived";
  std::string text = "at its limit of " + std::to_string(end.steps) + " steps, " + of_all;
  if (end.endless == end.under_way()) return text + ", whose ways have no end";
  if (end.endless > 0) text += " (the ways of " + std::to_string(end.endless) + " have no end)";
  return text;
}

std::string busy_hint(const std::vector<double>& step_times, double seconds, const std::string& backend) {
  if (step_times.size() < least_times || seconds < least_seconds) return {};
  const double mean = std::accumulate(step_times.begin(), step_times.end(), 0.) / static_cast<double>(step_times.size());
  const double middle = median(step_times);
  if (!(mean > far_above * middle)) return {};
  char times[32];
  std::snprintf(times, sizeof times, "%.2g", mean / middle);
  std::string text = std::string("steps took ") + times + " times their median on average: is the machine busy with other work? ";
  if (backend == "openmp") return text + "Fewer --threads, --backend tbb or OMP_WAIT_POLICY=passive may help";
  if (backend == "tbb") return text + "Fewer --threads may help";
  return text + "Compare medians, or run again";
}

}  // namespace plethos::scenarios
