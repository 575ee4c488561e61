#include "perf/study/fields.hpp"

// Stands in where the algorithms are not built: it has some of the names that perf/study/fields.cpp gathers from them.

namespace plethos::study {

const std::vector<std::string>& setting_fields() {
  static const std::vector<std::string> names{"scenario", "agents", "avoidance", "neighbors", "backend", "lanes", "threads"};
  return names;
}

const std::vector<std::string>& measure_fields() {
  static const std::vector<std::string> names{"ms_per_step", "frames_per_second", "bytes", "steps", "arrived"};
  return names;
}

const std::vector<std::string>& curve_fields() {
  static const std::vector<std::string> names{"step", "time", "arrived_share", "step_ms"};
  return names;
}

}  // namespace plethos::study
