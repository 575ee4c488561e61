#include "perf/study/emptying_runs.hpp"
#include "perf/study/path_runs.hpp"
#include "perf/study/potential_runs.hpp"
#include "perf/study/run_kind.hpp"
#include "perf/study/simulation_runs.hpp"

namespace plethos::study {

const std::vector<RunKind>& run_kinds() {
  static const std::vector<RunKind> kinds{simulation_runs(), path_runs(), potential_runs(), emptying_runs()};
  return kinds;
}

}  // namespace plethos::study
