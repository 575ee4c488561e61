#include "perf/study/statistics.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "perf/study/compare.hpp"
#include "perf/study/document.hpp"
#include "perf/study/result_times.hpp"
#include "tests/harness/random.hpp"

using namespace plethos;
using namespace plethos::study;
using namespace plethos::tests;

namespace {

/// Returns how likely at least `low` and at most `high` of n samples are below the median, by counting all of the 2^n ways.
double likelihood(int n, int low, int high) {
  int ways = 0;
  for (unsigned way = 0; way < 1u << n; ++way) {
    int below = 0;
    for (int k = 0; k < n; ++k) below += static_cast<int>(way >> k & 1);
    ways += below >= low && below <= high ? 1 : 0;
  }
  return static_cast<double>(ways) / (1u << n);
}

double normal(Random& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(random.between(0, 1));
  return sum;
}

/// Draws what processes measure of a time, as shared machines do: each process has its own speed, repetitions vary less, and one in
/// twelve meets other work and takes up to twice as long.
Samples drawn_times(Random& random, double time, int processes, int repetitions) {
  Samples samples;
  for (int process = 0; process < processes; ++process) {
    samples.emplace_back();
    const double of_process = time * std::exp(0.03 * normal(random));
    for (int k = 0; k < repetitions; ++k) {
      const double met = random.once_in(12) ? 1 + static_cast<double>(random.between(0, 1)) : 1;
      samples.back().push_back(of_process * met * std::exp(0.015 * normal(random)));
    }
  }
  return samples;
}

Json run_of(int agents, const Samples& samples) {
  Json run{
      {"status", "done"},
      {"settings", {{"scenario", "circle"}, {"agents", agents}, {"set", Json::object()}, {"avoidance", "orca"}, {"neighbors", "grid"}}},
      {"machine", {{"backend", "serial"}, {"device", "a device"}, {"lanes", "scalar"}, {"threads", 1}}},
      {"results", {{"checksum", "x"}}},
      {"repetitions", Json::array()}};
  for (std::size_t process = 0; process < samples.size(); ++process) {
    for (const double ms : samples[process]) run["repetitions"].push_back({{"ms_per_step", ms}, {"process", process + 1}});
  }
  summarize_times(run);
  return run;
}

/// Draws a study of ten rows, all of whose times are `factor` of what they usually are.
Json drawn_study(Random& random, double factor, int processes) {
  Json runs = Json::array();
  for (int row = 1; row <= 10; ++row) runs.push_back(run_of(row, drawn_times(random, factor * row, processes, 3)));
  return {{"schema", schema_name},
          {"schema_version", schema_version},
          {"study", {{"name", "s"}, {"hash", "h"}, {"quick", false}}},
          {"header", Json::object()},
          {"runs", runs}};
}

int differences_seen(const Json& a, const Json& b) {
  const Json comparison = compare_studies({a, b}, {"a", "b"});
  return static_cast<int>(std::count_if(comparison.at("pairs").begin(), comparison.at("pairs").end(),
                                        [](const Json& pair) { return pair.at("faster") != ""; }));
}

}  // namespace

TEST_CASE("the interval of a median goes between samples that hold it with 95%, as counting all cases says, and no closer ones do") {
  for (int n = 1; n <= 16; ++n) {
    CAPTURE(n);
    std::vector<double> values;
    for (int k = 1; k <= n; ++k) values.push_back(k);
    std::reverse(values.begin(), values.end());
    const Interval interval = interval_of_median(values);
    const int low = static_cast<int>(interval.low), high = static_cast<int>(interval.high);
    CHECK(low + high == n + 1);
    // The median lies above sample `low` if at least `low` samples are below it.
    CHECK(interval.confidence == doctest::Approx(likelihood(n, low, high - 1)));
    CHECK((interval.confidence >= usual_confidence) == (n >= 6));
    if (n < 6) CHECK(low == 1);
    if (n >= 6 && low + 1 <= high - 1) CHECK(likelihood(n, low + 1, high - 2) < usual_confidence);
  }
}

TEST_CASE("a time is known well when its median's interval is within 5% of it") {
  CHECK_FALSE(is_precise({1, 1, 1, 1, 1}));
  CHECK(is_precise({1, 1, 1, 1, 1, 1}));
  CHECK(is_precise({0.951, 1, 1, 1, 1, 1.049}));
  CHECK_FALSE(is_precise({0.949, 1, 1, 1, 1, 1}));
  CHECK_FALSE(is_precise({1, 1, 1, 1, 1, 1.051}));
}

TEST_CASE("Student's t") {
  // Tables in Abramowitz and Stegun, Handbook of Mathematical Functions, 26.10.
  CHECK(student_t(1, 0.95) == doctest::Approx(12.706).epsilon(1e-4));
  CHECK(student_t(2, 0.95) == doctest::Approx(4.303).epsilon(1e-4));
  CHECK(student_t(3, 0.99) == doctest::Approx(5.841).epsilon(1e-4));
  CHECK(student_t(4, 0.95) == doctest::Approx(2.776).epsilon(2e-4));
  CHECK(student_t(9, 0.8) == doctest::Approx(1.383).epsilon(1e-3));
  CHECK(student_t(30, 0.999) == doctest::Approx(3.646).epsilon(1e-4));
  CHECK(student_t(100000, 0.95) == doctest::Approx(1.96).epsilon(1e-3));
}

TEST_CASE("the interval of a median knows of thousands of samples") {
  for (const int n : {1200, 3000, 100000}) {
    CAPTURE(n);
    std::vector<double> values;
    for (int k = 1; k <= n; ++k) values.push_back(k);
    const Interval interval = interval_of_median(values);
    CHECK(interval.confidence >= usual_confidence);
    CHECK(interval.confidence < usual_confidence + 0.005);
    // By the normal distribution.
    CHECK((interval.high - interval.low) / 2 == doctest::Approx(1.96 * std::sqrt(n) / 2).epsilon(0.02));
  }
}

TEST_CASE("intervals of times hold what other processes would measure, however many repetitions a process makes") {
  CHECK(interval_of_times({{1, 1, 2, 3, 4, 5, 6, 7, 8}}).confidence == interval_of_median({1, 1, 2, 3, 4, 5, 6, 7, 8}).confidence);
  Random random("times");
  for (const int repetitions : {3, 30}) {
    CAPTURE(repetitions);
    int held = 0;
    for (int trial = 0; trial < 500; ++trial) {
      const Interval interval = interval_of_times(drawn_times(random, 2, 3, repetitions));
      CHECK(interval.confidence == usual_confidence);
      held += interval.contains(2) ? 1 : 0;
    }
    CHECK(held > 462);
    CHECK(held < 495);
  }
}

TEST_CASE("rates have the intervals of their times, with what they are rates of") {
  Json run = run_of(10, {{1, 1.1, 1.2}, {1.1, 1.2, 1.3}, {1.2, 1.3, 1.4}});
  run["results"]["agent_steps_per_second"] = 1e4 / run.at("results").at("ms_per_step").get<double>();
  const Samples rates = samples_of(run, "agent_steps_per_second");
  REQUIRE(rates.size() == 3);
  CHECK(rates[0][0] == doctest::Approx(1e4));
  CHECK(rates[2][2] == doctest::Approx(1e4 / 1.4));
  CHECK(interval_of_times(rates).contains(run.at("results").at("agent_steps_per_second")));
  // Only what repetitions measure has samples.
  for (Json& repetition : run["repetitions"]) repetition["steps"] = 12;
  CHECK(samples_of(run, "steps").empty());
  CHECK(samples_of(run, "frames_per_minute").empty());
  run["repetitions"][0]["process"] = 0;
  CHECK(samples_of(run, "ms_per_step").size() == 4);
}

TEST_CASE("intervals of ratios hold the true one as often as they say") {
  Random random("ratios");
  for (const bool together : {false, true}) {
    CAPTURE(together);
    int held = 0;
    for (int trial = 0; trial < 500; ++trial) {
      const auto interval = interval_of_ratio(drawn_times(random, 3, 3, 3), drawn_times(random, 2, 3, 3), together);
      held += interval->contains(1.5) ? 1 : 0;
    }
    CHECK(held > 467);
  }
}

TEST_CASE("one sample of a side has no interval, and one process a wider one") {
  CHECK_FALSE(interval_of_ratio({{1}}, {{2, 2}}, true));
  const auto one = interval_of_ratio({{2, 2, 2}}, {{1, 1, 1}}, true);
  CHECK(one->low == doctest::Approx(2 / 1.1));
  CHECK(one->high == doctest::Approx(2 * 1.1));
  const auto several = interval_of_ratio({{2, 2}, {2, 2}}, {{1, 1}, {1, 1}}, true);
  CHECK(several->low == doctest::Approx(2));
  CHECK(several->high == doctest::Approx(2));
}

TEST_CASE("a study compared with itself 20 times finds at most one difference in all, and three times the time in every row") {
  Random random("compared with itself");
  int seen = 0;
  for (int trial = 0; trial < 20; ++trial) seen += differences_seen(drawn_study(random, 1, 3), drawn_study(random, 1, 3));
  CHECK(seen <= 1);
  // All rows of a comparison hold together, so that one of twenty comparisons may find something.
  int finding = 0;
  for (int trial = 0; trial < 40; ++trial) finding += differences_seen(drawn_study(random, 1, 3), drawn_study(random, 1, 3)) > 0 ? 1 : 0;
  CHECK(finding <= 5);
  CHECK(differences_seen(drawn_study(random, 1, 5), drawn_study(random, 3, 5)) == 10);
}

TEST_CASE("rows that something disturbed, or that were measured once, are not judged") {
  Random random("not judged");
  const Json a = drawn_study(random, 1, 5);
  Json b = drawn_study(random, 3, 5);
  b["runs"][3]["disturbed"] = {"other processes took 34% of the processors' time"};
  const Json pairs = compare_studies({a, b}, {"a", "b"}).at("pairs");
  CHECK(pairs[3].at("faster") == "");
  CHECK(pairs[3].at("not_judged") == "B: other processes took 34% of the processors' time");
  CHECK(pairs[2].at("faster") == "A");
  CHECK(pairs[2].at("not_judged") == "");
  for (const Samples& samples : {Samples{{6}}, Samples{{9, 9, 9, 9, 9, 9}}}) {
    b["runs"][2] = run_of(3, samples);
    const Json again = compare_studies({a, b}, {"a", "b"}).at("pairs")[2];
    CHECK(again.at("faster") == "");
    CHECK(again.at("not_judged") == "one process alone measured");
    CHECK(again.at("low").is_null() == (samples[0].size() == 1));
  }
}
