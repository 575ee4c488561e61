#include "perf/study/part_times.hpp"

#include <algorithm>

#include "tests/perf/study/studies.hpp"

using namespace plethos;
using namespace plethos::study;

TEST_CASE("a part takes what its form takes longer than the one before, unless that cannot be told") {
  // s; what is far more than the least came from elsewhere.
  const Json measured = part_times({{"first", {5, 1, 1.1, 6, 7}}, {"second", {3.2, 9, 3, 9, 9}}, {"third", {3.1, 3.3, 40, 4, 4}}});
  CHECK(measured.at("ms") == doctest::Approx(3300));
  const Json& parts = measured.at("parts");
  REQUIRE(parts.size() == 3);
  const auto check = [&](std::size_t k, double ms, double resolution, double percent) {
    CHECK(parts[k].at("ms") == doctest::Approx(ms));
    CHECK(parts[k].at("resolution_ms") == doctest::Approx(resolution));
    CHECK(parts[k].at("percent") == doctest::Approx(percent));
  };
  check(0, 1100, 100, 100 * 1.1 / 3.3);
  check(1, 2100, 300, 100 * 2.1 / 3.3);
  check(2, 100, 400, 0);

  Json results;
  add_part_results(measured, results);
  CHECK(results.at("second_ms") == doctest::Approx(2100));
  CHECK_FALSE(results.contains("third_ms"));
  CHECK(results.at("third_percent") == 0);
  CHECK(results.at("all_parts_ms") == doctest::Approx(3300));
}

TEST_CASE("a method without parts has no part times") {
  CHECK(part_times({}).empty());
  Json results = Json::object();
  add_part_results(part_times({}), results);
  CHECK(results.empty());
}

TEST_CASE("the steps of ClearPath as published are measured on the scene at hand, and that changes nothing") {
  const auto run_with = [&](const std::string& method, const std::string& measure) {
    const std::string block = "[[runs]]\nscenario = \"crosswalk\"\nagents = 40\nbackends = \"serial\"\nsteps = 20\nwarm_up = 10\n";
    return tests::runs_of(block + "avoidance = \"" + method + "\"\nmeasure = " + measure + "\n").at(0);
  };
  for (const std::string method : {"clearpath1", "clearpath2"}) {
    const Json plain = run_with(method, "[\"stages\"]");
    const Json run = run_with(method, "[\"stages\", \"avoidance_parts\"]");
    CHECK(run.at("results").at("checksum") == plain.at("results").at("checksum"));
    CHECK(run.at("results").at("overlaps") == plain.at("results").at("overlaps"));
    CHECK_FALSE(plain.contains("avoidance_parts"));
    const Json& parts = run.at("avoidance_parts").at("parts");
    REQUIRE(parts.size() == 6);
    CHECK(parts[0].at("name") == "normals");
    CHECK(parts[5].at("name") == "removal");
    CHECK(run.at("results").at("all_parts_ms") > 0);
    for (const Json& part : parts) {
      const std::string name = part.at("name").get<std::string>() + "_percent";
      CHECK(run.at("results").at(name) == part.at("percent"));
      const std::vector<std::string>& results = run_kinds().front().fields.results;
      CHECK(std::count(results.begin(), results.end(), name) == 1);
    }
  }
  for (const std::string method : {"orca", "clearpath-guarded"}) {
    const Json run = run_with(method, "[\"avoidance_parts\"]");
    CHECK(run.at("status") == "done");
    CHECK_FALSE(run.contains("avoidance_parts"));
  }
}
