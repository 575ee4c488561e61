#include "perf/study/run_study.hpp"

#include "backends/out_of_memory.hpp"
#include "core/error.hpp"
#include "perf/study/run_store.hpp"
#include "scenarios/run/interrupt.hpp"
#include "scenarios/run/machine_json.hpp"

namespace plethos::study {

using Json = nlohmann::ordered_json;

Outcome run_study(const Plan& plan, const std::string& folder, const std::function<void(const Position&)>& moved) {
  const scenarios::InterruptGuard guard;
  const RunStore store(folder + "/runs");
  Position position{0, plan.runs.size(), nullptr, 0, 0};
  std::vector<std::optional<Json>> kept;
  for (const PlannedRun& run : plan.runs) {
    kept.push_back(store.load(run.key));
    if (!kept.back()) position.work += run.kind->work(run);
  }
  // All runs of a plan are of one kind.
  const std::unique_ptr<RunMaker> maker = plan.runs.empty() ? nullptr : plan.runs.front().kind->maker();
  Outcome outcome;
  outcome.machine = scenarios::machine_record();
  std::int64_t finished = 0;
  for (std::size_t i = 0; i < plan.runs.size() && !scenarios::interrupted(); ++i) {
    const PlannedRun& run = plan.runs[i];
    if (kept[i]) {
      outcome.runs.push_back(std::move(*kept[i]));
      ++outcome.kept;
      continue;
    }
    position.run = i;
    position.what = &run;
    const auto run_moved = [&](std::int64_t work) {
      position.done = finished + work;
      moved(position);
    };
    run_moved(0);
    std::optional<Json> json;
    std::string why = run.fault;
    try {
      if (why.empty()) json = maker->make(run, run_moved);
    } catch (const InputError&) {
      throw;
    } catch (const std::exception& error) {
      why = backends::is_out_of_memory(error) ? "out of memory" : error.what();
    }
    if (!why.empty()) {
      outcome.runs.push_back(failed_run(run, why));
      if (outcome.failed++ == 0) outcome.first_failure = describe(run) + ": " + why;
    } else if (json) {
      store.save(run.key, *json);
      outcome.runs.push_back(*json);
      ++outcome.made;
    } else {
      break;
    }
    finished += run.kind->work(run);
  }
  outcome.interrupted = scenarios::interrupted();
  return outcome;
}

}  // namespace plethos::study
