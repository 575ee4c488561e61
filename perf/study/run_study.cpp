#include "perf/study/run_study.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "backends/out_of_memory.hpp"
#include "backends/ranks/agree.hpp"
#include "core/error.hpp"
#include "perf/study/identity.hpp"
#include "perf/study/result_times.hpp"
#include "perf/study/run_store.hpp"
#include "perf/study/run_watch.hpp"
#include "scenarios/run/interrupt.hpp"
#include "scenarios/run/machine_json.hpp"

namespace plethos::study {
namespace {

/// How a run has ended.
enum class Ending : std::int64_t { done, interrupted, failed, refused };

struct Made {
  Ending ending;
  std::optional<Json> json;  ///< of a run that is done, on rank 0
  std::string why;           ///< otherwise
};

/// Makes a run on the ranks that share it. Errors: those of a rank that has failed alone.
Made make(RunMaker& maker, const PlannedRun& run, const backends::Ranks& ranks, const std::function<void(std::int64_t)>& moved) {
  try {
    std::optional<Json> json = maker.make(run, ranks, moved);
    const bool done = json.has_value();
    return {done ? Ending::done : Ending::interrupted, std::move(json), ""};
  } catch (const InputError& error) {
    if (!ranks.all_fail()) throw;
    return {Ending::refused, {}, error.what()};
  } catch (const std::exception& error) {
    if (!ranks.all_fail()) throw;
    return {Ending::failed, {}, backends::is_out_of_memory(error) ? "out of memory" : error.what()};
  }
}

/// Together: waits for the ranks that make a run, and tells all how it has ended.
void tell(const backends::Ranks& all, Made& made) {
  all.meet();
  all.broadcast(std::as_writable_bytes(std::span(&made.ending, 1)));
  backends::broadcast(all, made.why);
}

/// Returns the runs of a plan in the order in which a process makes them. Times drift while a machine warms up or others work on it: in
/// each process the runs stand in another order, so that this meets all of them alike. Runs that share what is costly stay together.
std::vector<std::size_t> order_of(const Plan& plan, int process) {
  const auto drawn = [&](const std::string& text) { return hash_text(text + std::to_string(process)); };
  std::vector<std::pair<std::string, std::string>> places;
  // Without the machine, which may be another one on each rank.
  for (const PlannedRun& run : plan.runs)
    places.emplace_back(drawn(run.kind->shared(run)), drawn(settings_json(run).dump() + describe(run)));
  std::vector<std::size_t> order(plan.runs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return places[a] < places[b]; });
  return order;
}

/// Returns the name of the file of what a process has measured of a run.
std::string key_of(const PlannedRun& run, int process) { return process == 0 ? run.key : run.key + "-" + std::to_string(process + 1); }

/// Returns a run as one process after the first makes it.
PlannedRun of_process(const PlannedRun& planned, int process) {
  PlannedRun run = planned;
  run.process = process;
  if (process > 0) run.kind->leave_times(run);
  return run;
}

}  // namespace

Outcome run_study(const Plan& plan, const std::string& folder, const RankGroups& groups, const std::function<void(const Position&)>& moved,
                  int process, double most_wait_seconds) {
  const scenarios::InterruptGuard guard;
  const backends::Ranks& all = groups.all();
  const bool keeps = all.rank() == 0;
  std::optional<RunStore> store;
  std::vector<Json> results(plan.runs.size());
  std::vector<std::uint8_t> is_kept(plan.runs.size());
  std::vector<bool> concerns(plan.runs.size(), true);
  Position position{0, plan.runs.size(), nullptr, 0, 0, process};
  backends::on_rank_0(all, [&] {
    store.emplace(folder + "/runs");
    for (std::size_t i = 0; i < plan.runs.size(); ++i) {
      // What the first process could not measure no other can.
      concerns[i] = process == 0 || (process < plan.runs[i].processes && store->load(plan.runs[i].key));
      if (!concerns[i]) continue;
      std::optional<Json> kept = store->load(key_of(plan.runs[i], process));
      is_kept[i] = kept ? 1 : 0;
      if (kept) results[i] = std::move(*kept);
      if (!is_kept[i]) position.work += plan.runs[i].kind->work(of_process(plan.runs[i], process));
    }
  });
  all.broadcast(std::as_writable_bytes(std::span(is_kept)));
  // All runs of a plan are of one kind.
  const std::unique_ptr<RunMaker> maker = plan.runs.empty() ? nullptr : plan.runs.front().kind->maker();
  Outcome outcome{.machine = scenarios::machine_record(all.library())};
  const auto stopped = [&] { return all.greatest(std::int64_t{scenarios::interrupted()}) != 0; };
  std::int64_t finished = 0;
  for (const std::size_t i : order_of(plan, process)) {
    if (stopped()) break;
    if (!concerns[i]) continue;
    if (is_kept[i] != 0) {
      ++outcome.kept;
      ++position.run;
      continue;
    }
    const PlannedRun run = of_process(plan.runs[i], process);
    position.what = &plan.runs[i];
    const auto run_moved = [&](std::int64_t work) {
      position.done = finished + work;
      moved(position);
    };
    run_moved(0);
    RunWatch watch(run, all);
    if (run.fault.empty() && most_wait_seconds > 0) {
      position.waits = true;
      watch.wait_for_quiet(most_wait_seconds, [&] { run_moved(0); });
      position.waits = false;
      if (stopped()) break;
    }
    Made made{Ending::failed, {}, run.fault};
    const backends::Ranks* const ranks = groups.find(run.ranks);
    watch.begin();
    if (run.fault.empty() && ranks != nullptr) made = make(*maker, run, *ranks, run_moved);
    tell(all, made);
    watch.end();
    if (made.ending == Ending::refused) throw InputError(made.why);
    if (made.ending == Ending::interrupted) break;
    if (made.ending == Ending::failed) {
      if (keeps) results[i] = failed_run(run, made.why);
      if (outcome.failed++ == 0) outcome.first_failure = describe(run) + ": " + made.why;
    } else {
      backends::on_rank_0(all, [&] {
        watch.write(*made.json);
        (*made.json)["key"] = key_of(run, process);
        store->save(key_of(run, process), *made.json);
        results[i] = std::move(*made.json);
      });
      ++outcome.made;
    }
    ++position.run;
    run_moved(run.kind->work(run));
    finished = position.done;
  }
  outcome.interrupted = stopped();
  for (Json& result : results) {
    if (!result.is_null()) outcome.runs.push_back(std::move(result));
  }
  return outcome;
}

bool needs_process(const Plan& plan, const std::string& folder, int process) {
  const RunStore store(folder + "/runs");
  return std::any_of(plan.runs.begin(), plan.runs.end(), [&](const PlannedRun& run) {
    return process < run.processes && store.load(run.key) && !store.load(key_of(run, process));
  });
}

void merge_all_processes(const Plan& plan, const std::string& folder, Outcome& outcome) {
  const RunStore store(folder + "/runs");
  Json runs = Json::array();
  for (Json& of_first : outcome.runs) {
    const auto planned = std::find_if(plan.runs.begin(), plan.runs.end(),
                                      [&](const PlannedRun& run) { return run.key == of_first.at("key").get<std::string>(); });
    if (of_first.at("status") != "done" || planned == plan.runs.end() || planned->processes == 1) {
      runs.push_back(std::move(of_first));
      continue;
    }
    std::vector<Json> parts{std::move(of_first)};
    for (int process = 1; process < planned->processes; ++process) {
      std::optional<Json> part = store.load(key_of(*planned, process));
      if (!part) break;
      parts.push_back(std::move(*part));
    }
    std::string why;
    if (parts.size() == static_cast<std::size_t>(planned->processes)) {
      try {
        runs.push_back(merge_processes(parts));
      } catch (const MachineError& error) {
        why = error.what();
      }
    } else if (!outcome.interrupted) {
      why = "process " + std::to_string(parts.size() + 1) + " did not measure it; did a file of the study change meanwhile?";
    }
    if (parts.size() == static_cast<std::size_t>(planned->processes) && why.empty()) continue;
    if (outcome.made > 0) --outcome.made;
    if (why.empty()) continue;
    runs.push_back(failed_run(*planned, why));
    if (outcome.failed++ == 0) outcome.first_failure = describe(*planned) + ": " + why;
  }
  outcome.runs = std::move(runs);
}

}  // namespace plethos::study
