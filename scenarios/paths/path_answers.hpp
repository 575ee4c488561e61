#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "scenarios/json.hpp"
#include "scenarios/paths/path_problems.hpp"

namespace plethos::scenarios {

/// What is to be said of ways that answer queries. It does not depend on the machine.
struct PathAnswers {
  std::int64_t queries = 0;
  std::int64_t solved = 0;
  std::optional<std::int64_t> mismatches;   ///< queries that have a way and should have none, or the other way around; nothing: not known
  std::optional<double> length_mean;        ///< m, of queries with a way
  std::optional<double> over_optimum_mean;  ///< how many times as long as the optimum, of queries with a way and an optimum above 0
  std::optional<double> over_optimum_max;
  std::int64_t shorter = 0;  ///< queries whose way is shorter than the optimum, by more than a .scen file's rounding: that is none then
  std::int64_t worst = -1;   ///< the query of the maximum
};

/// Returns what the ways are judged by, for each query: their length in metres, or in a map with differing costs of cells the length times
/// the cost of the cells that it leads through. Infinite without a way. NaN for a way that is not straight or diagonal along cells in a map
/// with costs.
std::vector<double> judged_lengths(const World& world, const planning::Paths& paths);

/// Compares ways with `optimum`, by query as judged_lengths(), and with `reachable`. Either may be empty: then it is not known. There may
/// be ways for the first queries only.
PathAnswers judge(const World& world, const planning::Paths& paths, std::span<const double> optimum, const std::vector<bool>& reachable);

/// Returns the answers as JSON, by the names of the fields without `shorter` and `worst`. What is not known is null.
Json answers_json(const PathAnswers& answers);

}  // namespace plethos::scenarios
