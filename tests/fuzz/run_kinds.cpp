#include "perf/study/block_readers.hpp"
#include "perf/study/fields.hpp"
#include "perf/study/run_kind.hpp"

// Where the algorithms are not built: what the reader of studies needs of the kinds of runs, with some of their fields.

namespace plethos::study {

const std::vector<std::string>& machine_fields() {
  static const std::vector<std::string> names{"backend", "lanes", "threads"};
  return names;
}

const std::vector<RunKind>& run_kinds() {
  static const std::vector<RunKind> kinds = [] {
    RunKind simulation{};
    simulation.name = "simulation";
    simulation.fields.settings = {"scenario", "agents", "avoidance", "neighbors"};
    simulation.fields.results = {"ms_per_step", "frames_per_second", "bytes", "steps", "arrived"};
    simulation.fields.curves = {"step", "time", "arrived_share", "step_ms"};
    simulation.fields.stacks = {"bytes", "stage_ms"};
    simulation.read_block = &read_simulation_block;
    simulation.read_quick = &read_simulation_quick;
    RunKind paths{};
    paths.name = "paths";
    paths.fields.settings = {"scenario", "queries", "planner"};
    paths.fields.results = {"solved", "online_ms", "bytes"};
    paths.read_block = &read_path_block;
    paths.read_quick = &read_path_quick;
    return std::vector<RunKind>{simulation, paths};
  }();
  return kinds;
}

}  // namespace plethos::study
