#pragma once

#include <csignal>

#include "perf/study/run_kind.hpp"
#include "perf/study/run_study.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace plethos::tests {

inline study::Plan plan_of(const std::string& text, const study::StudyOptions& options = {}) {
  return study::plan_runs(study::parse_study(text, "s.toml"), options);
}

/// Returns why a study cannot be planned, or "no error".
inline std::string plan_error(const std::string& text, const study::StudyOptions& options = {}) {
  return input_error([&] { plan_of(text, options); });
}

/// Returns the key of a study's only run.
inline std::string key_of(const std::string& text, const study::StudyOptions& options = {}) {
  const study::Plan plan = plan_of(text, options);
  REQUIRE(plan.runs.size() == 1);
  return plan.runs[0].key;
}

inline void ignore(const study::Position&) {}

/// Makes the runs of a plan, in a folder of their own.
inline study::Outcome outcome_of(const study::Plan& plan) {
  const TemporaryFolder folder;
  return study::run_study(plan, folder.path("out"), {}, ignore);
}

/// Makes the runs of a plan, and checks that what is said of their work grows up to all of it. Returns that work beside them.
inline std::pair<study::Outcome, std::int64_t> watched_outcome_of(const study::Plan& plan, const std::string& folder) {
  std::int64_t last = 0, work = 0;
  study::Outcome outcome = study::run_study(plan, folder, {}, [&](const study::Position& position) {
    CHECK(position.done >= last);
    last = position.done;
    work = position.work;
  });
  CHECK(last == work);
  return {outcome, work};
}

/// Makes the runs of a study, none of which fails.
inline Json runs_of(const std::string& text, const study::StudyOptions& options = {}) {
  const study::Outcome outcome = outcome_of(plan_of(text, options));
  CHECK(outcome.failed == 0);
  return outcome.runs;
}

/// Checks that an interrupt in the second one of four runs keeps what is finished, and that the next start goes on.
inline void check_interrupt(const std::string& text, const study::StudyOptions& options) {
  const TemporaryFolder folder;
  bool raised = false;
  const study::Outcome outcome = study::run_study(plan_of(text, options), folder.path("out"), {}, [&](const study::Position& position) {
    if (position.run != 2 || raised) return;
    raised = true;
    std::raise(SIGINT);
  });
  CHECK(outcome.interrupted);
  CHECK(outcome.made == 2);
  CHECK(outcome.runs.size() == 2);
  const study::Outcome rest = study::run_study(plan_of(text, options), folder.path("out"), {}, ignore);
  CHECK_FALSE(rest.interrupted);
  CHECK(rest.kept == 2);
  CHECK(rest.made == 2);
}

}  // namespace plethos::tests
