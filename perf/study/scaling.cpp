#include "perf/study/scaling.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "backends/backend.hpp"
#include "perf/study/fields.hpp"

namespace plethos::study {
namespace {

double ranks_of(const Json& run) { return number_field(run, "ranks").value_or(1); }
double rate_of(const Json& run) { return *number_field(run, "agent_steps_per_second"); }

/// Returns what the ranks of a run compute on: threads of a CPU, or GPUs.
double processors_of(const Json& run) {
  return ranks_of(run) * (backends::on_device(run.at("machine").at("backend")) ? 1 : *number_field(run, "threads"));
}

/// Returns what runs share that are compared.
std::string kin(const Json& run) {
  std::vector<std::string> leave_out{"ranks"};
  if (number_field(run, "agents_per_rank")) leave_out.insert(leave_out.end(), {"agents", "content"});
  // Then each rank takes its part of the processors.
  if (number_field(run, "threads_asked") == 0.) leave_out.emplace_back("threads");
  // These are measured on one rank alone.
  leave_out.insert(leave_out.end(), {"stages", "bound", "avoidance_parts"});
  return work_key(run, leave_out);
}

}  // namespace

void add_scaling(Json& runs) {
  std::map<std::string, std::vector<Json*>> groups;
  for (Json& run : runs) {
    if (number_field(run, "agent_steps_per_second").value_or(0) > 0) groups[kin(run)].push_back(&run);
  }
  for (const auto& [key, group] : groups) {
    const Json* fewest = group.front();
    bool several = false;
    for (const Json* run : group) {
      several = several || ranks_of(*run) != ranks_of(*fewest);
      if (ranks_of(*run) < ranks_of(*fewest)) fewest = run;
    }
    if (!several) continue;
    const double rate = rate_of(*fewest), processors = processors_of(*fewest);
    for (Json* run : group) {
      const double speedup = rate_of(*run) / rate;
      (*run)["results"]["speedup"] = speedup;
      (*run)["results"]["efficiency"] = speedup * processors / processors_of(*run);
    }
  }
}

}  // namespace plethos::study
