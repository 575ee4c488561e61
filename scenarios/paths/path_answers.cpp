#include "scenarios/paths/path_answers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace plethos::scenarios {
namespace {

/// The most that a .scen file's rounding to two places makes of a length, as a share of it.
constexpr double rounding = 2e-3;

std::int32_t sign(std::int32_t difference) { return difference > 0 ? 1 : difference < 0 ? -1 : 0; }

/// Returns the length of a way (m) along the centers of cells, times their costs.
double cost_of_way(const WorldGrid& grid, std::span<const Vec2> way) {
  const auto cost = [&](GridCell cell) { return static_cast<double>(grid.cost_at(grid.index(cell.x, cell.y))); };
  double sum = 0;
  for (std::size_t k = 1; k < way.size(); ++k) {
    GridCell at = grid.cell_at(way[k - 1]);
    const GridCell end = grid.cell_at(way[k]);
    const std::int32_t across = end.x - at.x;
    const std::int32_t down = end.y - at.y;
    const bool along_cells = across == 0 || down == 0 || std::abs(across) == std::abs(down);
    if (!along_cells || grid.center(at) != way[k - 1] || grid.center(end) != way[k]) return std::numeric_limits<double>::quiet_NaN();
    const double step = (across != 0 && down != 0 ? std::sqrt(2.) : 1.) * static_cast<double>(grid.cell_size);
    while (at != end) {
      const GridCell next{at.x + sign(across), at.y + sign(down)};
      sum += step * (cost(at) + cost(next)) / 2;
      at = next;
    }
  }
  return sum;
}

std::optional<double> mean(const std::vector<double>& values) {
  if (values.empty()) return {};
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

}  // namespace

std::vector<double> judged_lengths(const World& world, const planning::Paths& paths) {
  const bool by_cost = world.grid != nullptr && cost_range(*world.grid).most > 1;
  std::vector<double> lengths;
  for (std::size_t q = 0; q < paths.count(); ++q) {
    if (!paths.is_solved(q)) {
      lengths.push_back(std::numeric_limits<double>::infinity());
    } else {
      lengths.push_back(by_cost ? cost_of_way(*world.grid, paths.way(q)) : paths.length(q));
    }
  }
  return lengths;
}

PathAnswers judge(const World& world, const planning::Paths& paths, std::span<const double> optimum, const std::vector<bool>& reachable) {
  PathAnswers answers;
  answers.queries = static_cast<std::int64_t>(paths.count());
  std::vector<double> lengths;
  std::int64_t mismatches = 0;
  for (std::size_t q = 0; q < paths.count(); ++q) {
    if (paths.is_solved(q)) lengths.push_back(paths.length(q));
    if (!reachable.empty() && paths.is_solved(q) != reachable[q]) ++mismatches;
  }
  answers.solved = static_cast<std::int64_t>(lengths.size());
  if (!reachable.empty()) answers.mismatches = mismatches;
  answers.length_mean = mean(lengths);
  const std::vector<double> judged = judged_lengths(world, paths);
  std::vector<double> ratios;
  for (std::size_t q = 0; q < std::min(judged.size(), optimum.size()); ++q) {
    if (!std::isfinite(judged[q]) || !std::isfinite(optimum[q]) || optimum[q] <= 0) continue;
    ratios.push_back(judged[q] / optimum[q]);
    if (ratios.back() < 1 - rounding) ++answers.shorter;
    if (answers.over_optimum_max && ratios.back() <= *answers.over_optimum_max) continue;
    answers.over_optimum_max = ratios.back();
    answers.worst = static_cast<std::int64_t>(q);
  }
  answers.over_optimum_mean = mean(ratios);
  return answers;
}

Json answers_json(const PathAnswers& answers) {
  Json json;
  json["queries"] = answers.queries;
  json["solved"] = answers.solved;
  json["mismatches"] = or_null(answers.mismatches);
  json["length_mean"] = or_null(answers.length_mean);
  json["over_optimum_mean"] = or_null(answers.over_optimum_mean);
  json["over_optimum_max"] = or_null(answers.over_optimum_max);
  return json;
}

}  // namespace plethos::scenarios
