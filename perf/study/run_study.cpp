#include "perf/study/run_study.hpp"

#include "backends/out_of_memory.hpp"
#include "backends/ranks/agree.hpp"
#include "core/error.hpp"
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

}  // namespace

Outcome run_study(const Plan& plan, const std::string& folder, const RankGroups& groups, const std::function<void(const Position&)>& moved,
                  double most_wait_seconds) {
  const scenarios::InterruptGuard guard;
  const backends::Ranks& all = groups.all();
  const bool keeps = all.rank() == 0;
  std::optional<RunStore> store;
  std::vector<std::optional<Json>> kept(plan.runs.size());
  std::vector<std::uint8_t> is_kept(plan.runs.size());
  Position position{0, plan.runs.size(), nullptr, 0, 0};
  backends::on_rank_0(all, [&] {
    store.emplace(folder + "/runs");
    for (std::size_t i = 0; i < plan.runs.size(); ++i) {
      kept[i] = store->load(plan.runs[i].key);
      is_kept[i] = kept[i] ? 1 : 0;
      if (!kept[i]) position.work += plan.runs[i].kind->work(plan.runs[i]);
    }
  });
  all.broadcast(std::as_writable_bytes(std::span(is_kept)));
  // All runs of a plan are of one kind.
  const std::unique_ptr<RunMaker> maker = plan.runs.empty() ? nullptr : plan.runs.front().kind->maker();
  Outcome outcome{.machine = scenarios::machine_record(all.library())};
  const auto stopped = [&] { return all.greatest(std::int64_t{scenarios::interrupted()}) != 0; };
  std::int64_t finished = 0;
  for (std::size_t i = 0; i < plan.runs.size() && !stopped(); ++i) {
    const PlannedRun& run = plan.runs[i];
    if (is_kept[i] != 0) {
      if (keeps) outcome.runs.push_back(std::move(*kept[i]));
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
      if (keeps) outcome.runs.push_back(failed_run(run, made.why));
      if (outcome.failed++ == 0) outcome.first_failure = describe(run) + ": " + made.why;
    } else {
      backends::on_rank_0(all, [&] {
        watch.write(*made.json);
        store->save(run.key, *made.json);
        outcome.runs.push_back(*made.json);
      });
      ++outcome.made;
    }
    finished += run.kind->work(run);
  }
  outcome.interrupted = stopped();
  return outcome;
}

}  // namespace plethos::study
