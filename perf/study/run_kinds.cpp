#include "perf/study/run_kind.hpp"

namespace plethos::study {

const std::vector<RunKind>& run_kinds() {
  static const std::vector<RunKind> kinds{simulation_runs(), path_runs(), potential_runs(), emptying_runs()};
  return kinds;
}

}  // namespace plethos::study
