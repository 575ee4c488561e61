#include "perf/study/run_kind.hpp"

#include "core/error.hpp"
#include "scenarios/json.hpp"

namespace plethos::study {

const RunKind& run_kind(const std::string& name) {
  std::vector<std::string> names;
  for (const RunKind& kind : run_kinds()) {
    if (kind.name == name) return kind;
    names.push_back(kind.name);
  }
  throw InputError(unknown_name_message("kind of runs", name, names));
}

const RunKind& kind_of(const Json& run) { return run_kind(run.at("settings").value("kind", run_kinds().front().name)); }

}  // namespace plethos::study
