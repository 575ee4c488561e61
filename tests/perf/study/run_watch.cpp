#include "perf/study/run_watch.hpp"

#include <algorithm>

#include "backends/ranks/self/self.hpp"
#include "tests/perf/study/studies.hpp"

using namespace plethos;
using namespace plethos::study;
using namespace plethos::tests;

namespace {

const std::string two_runs = R"(
[[runs]]
scenario = "circle"
agents = [4, 12]
backends = "serial"
lanes = "scalar"
steps = 4
repetitions = 1
)";

/// Returns what a watch writes of a run of so many threads that does nothing.
Json watched(const backends::BackendOptions& backend) {
  PlannedRun run;
  run.backend = backend;
  RunWatch watch(run, backends::self());
  watch.begin();
  watch.end();
  Json json;
  watch.write(json);
  return json;
}

/// Returns whether there are so many threads, more than processors; with 0 any number of them.
bool tells_of_threads(const Json& json, int threads) {
  const std::string text = (threads > 0 ? std::to_string(threads) : "") + " threads on ";
  const Json& texts = json.at("disturbed");
  return std::any_of(texts.begin(), texts.end(), [&](const Json& one) { return contains(one.get<std::string>(), text); });
}

}  // namespace

TEST_CASE("every run says what disturbed it, in numbers and in words") {
  const Json runs = runs_of(two_runs);
  REQUIRE(runs.size() == 2);
  for (const Json& run : runs) {
    const Json& disturbance = run.at("disturbance").at(0);
    CHECK(disturbance.at("seconds").get<double>() > 0);
    CHECK(disturbance.at("processors") >= 1);
    CHECK(disturbance.at("waited_seconds") == 0);
    for (const char* name : {"others_share", "stolen_share"}) {
      const Json& share = disturbance.at(name);
      CHECK((share.is_null() || (share >= 0 && share <= 1)));
    }
    CHECK_FALSE(disturbance.contains("gpu"));
    CHECK(run.at("disturbed").is_array());
  }
}

TEST_CASE("threads are those of the backend") {
  const int usable = static_cast<int>(backends::usable_processors().size());
  CHECK(tells_of_threads(watched({"openmp", "scalar", 3 * usable}), 3 * usable));
  CHECK_FALSE(tells_of_threads(watched({"openmp", "scalar", 0}), 0));
  const Json of_device = watched({"cuda"});
  CHECK(of_device.at("disturbance").at(0).at("gpu").contains("other_processes"));
}

TEST_CASE("a study waits before each run, says so, and heeds an interrupt meanwhile") {
  const TemporaryFolder folder;
  const Plan plan = plan_of(two_runs);
  std::vector<std::size_t> waited;
  const Outcome outcome = run_study(
      plan, folder.path("out"), {},
      [&](const Position& position) {
        if (position.waits && (waited.empty() || waited.back() != position.run)) waited.push_back(position.run);
      },
      0, 0.15);
  CHECK(waited == std::vector<std::size_t>{0, 1});
  REQUIRE(outcome.runs.size() == 2);
  for (const Json& run : outcome.runs) {
    CHECK(run.at("disturbance").at(0).at("waited_seconds").get<double>() >= 0.15);
    CHECK(run.at("disturbance").at(0).at("waited_seconds").get<double>() < 10);
  }
  const auto interrupt = [](const Position& position) {
    if (position.waits) std::raise(SIGINT);
  };
  const Outcome interrupted = run_study(plan, folder.path("other"), {}, interrupt, 0, 60);
  CHECK(interrupted.interrupted);
  CHECK(interrupted.made == 0);
  CHECK(interrupted.runs.empty());
}
