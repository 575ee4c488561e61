#include "perf/study/path_measurement.hpp"

#include "algorithms/planning/path_finder.hpp"
#include "algorithms/planning/planner.hpp"
#include "algorithms/planning/registry.hpp"
#include "backends/instantiate.hpp"
#include "core/error.hpp"
#include "tests/perf/study/studies.hpp"

namespace plethos::tests {
namespace {

using planning::PathQuery;
using planning::Paths;

/// What the next finders of the planner `fickle` do.
struct Mood {
  int finds = 0;                  ///< calls of find() so far
  int fickle_from = 100;          ///< from this call on, counted from 0, there are no ways
  std::uint64_t least_bytes = 0;  ///< of each finder
  int finders = 0;                ///< made so far
  std::vector<char> calls{};      ///< p: prepare(), f: find()
};
Mood mood;

class Fickle final : public planning::PathFinder {
 public:
  Fickle() { ++mood.finders; }
  void prepare(const World&) override { mood.calls.push_back('p'); }
  Paths find(std::span<const PathQuery> queries) override {
    mood.calls.push_back('f');
    const bool answers = mood.finds++ < mood.fickle_from;
    Paths paths;
    for (const PathQuery& query : queries) {
      paths.add(answers ? std::vector<Vec2>{query.from, query.to} : std::vector<Vec2>{});
    }
    return paths;
  }
  std::uint64_t bytes() const override { return 0; }
  std::uint64_t least_bytes(const World&, std::size_t) const override { return mood.least_bytes; }
};

struct FickleMethod {
  static MethodInfo info() { return {"fickle", "answers as it likes"}; }
  template <class Execution>
  static std::unique_ptr<planning::Planner<Execution>> make(const planning::PlannerSetup&, const ParameterValues&) {
    throw InputError("planner 'fickle': found a simulation, expected queries");
  }
  template <class Execution>
  static std::unique_ptr<planning::PathFinder> make_path_finder(const Execution&, const planning::PlannerSetup&, const ParameterValues&) {
    return std::make_unique<Fickle>();
  }
};

/// A planner can be added until the first test asks which there are.
const bool added = (planning::add<FickleMethod>(), true);

study::Outcome run_fickle(const Mood& next) {
  mood = next;
  const std::string text =
      "kind = \"paths\"\n[[runs]]\nscenario = \"narrow\"\nagents = 20\nqueries = 8\nplanner = [\"fickle\", \"straight\"]\n"
      "backends = \"serial\"\nrepetitions = 3\n";
  return outcome_of(plan_of(text));
}

std::string error_of_first(const study::Outcome& outcome) {
  REQUIRE(outcome.runs.size() == 2);
  CHECK(outcome.failed == 1);
  CHECK(outcome.made == 1);
  CHECK(outcome.runs[0].at("status") == "failed");
  CHECK(outcome.runs[1].at("status") == "done");
  return outcome.runs[0].at("error");
}

}  // namespace

TEST_CASE("a run whose repetition finds other ways fails, and the others are made") {
  REQUIRE(added);
  const study::Outcome steady = run_fickle({});
  CHECK(steady.made == 2);
  // One finder makes all passes, as one of a program does. Each begins with all of the offline work.
  CHECK(mood.finders == 1);
  CHECK(std::string(mood.calls.begin(), mood.calls.end()) == "pfpfpfpf");
  const std::string ways = steady.runs.at(0).at("results").at("checksum");
  // The first pass is none of the repetitions.
  const std::string error = error_of_first(run_fickle({0, 2, 0}));
  CHECK(error.starts_with("repetition 2 found other ways: found checksum "));
  CHECK(error.ends_with(", expected " + ways));
  CHECK(mood.finds == 3);
}

TEST_CASE("a run that needs more memory than is free fails before it answers a query, and the others are made") {
  const std::string error = error_of_first(run_fickle({0, 100, std::uint64_t{1} << 60}));
  CHECK(error.starts_with("out of memory: 8 queries by fickle need about 1.07e+09 GiB on serial, "));
  CHECK(mood.finds == 0);
}

}  // namespace plethos::tests
