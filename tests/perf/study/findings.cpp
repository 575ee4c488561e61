#include "perf/study/findings.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace plethos;
using namespace plethos::study;

namespace {

Json run(const std::string& neighbors, int agents, const std::string& backend, double ms, const std::string& checksum) {
  return {{"settings",
           {{"scenario", "circle"},
            {"content", agents},
            {"agents", agents},
            {"set", {{"samples", 50}}},
            {"neighbors", neighbors},
            {"avoidance", "rvo"},
            {"steering", "none"},
            {"repetitions", agents}}},
          {"machine", {{"backend", backend}, {"device", backend}, {"lanes", "scalar"}, {"threads", 2}}},
          {"results", {{"ms_per_step", ms}, {"checksum", checksum}, {"steps", 10}}}};
}

const Json runs{run("brute", 10, "openmp", 8, "a"), run("grid", 10, "openmp", 4, "a"), run("brute", 20, "openmp", 30, "b"),
                run("grid", 20, "openmp", 5, "c"),  run("brute", 20, "cuda", 3, "b"),  run("grid", 20, "cuda", 2, "b")};

Claim ratio() {
  Claim claim;
  claim.name = "brute over grid";
  claim.measure = "ms_per_step";
  claim.numerator = {{"neighbors", "brute"}};
  claim.denominator = {{"neighbors", "grid"}};
  claim.summary = "largest";
  claim.paper = 4;
  return claim;
}

}  // namespace

TEST_CASE("a ratio is taken between runs that are alike otherwise, device by device") {
  const Json result = evaluate_claims({ratio()}, runs);
  const Json& findings = result.at(0).at("findings");
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].at("on") == "openmp scalar, 2 threads");
  CHECK(findings[0].at("value") == 6.0);
  CHECK(findings[0].at("at") == "circle, 20 agents, rvo");
  CHECK(findings[0].at("over_paper") == 1.5);
  CHECK(findings[0].at("rows").size() == 2);
  CHECK(findings[1].at("on") == "cuda");
  CHECK(findings[1].at("value") == 1.5);
  Claim mean = ratio();
  mean.summary = "mean";
  CHECK(evaluate_claims({mean}, runs).at(0).at("findings")[0].at("value") == 4.0);
  Claim smallest = ratio();
  smallest.summary = "smallest";
  CHECK(evaluate_claims({smallest}, runs).at(0).at("findings")[0].at("value") == 2.0);
}

TEST_CASE("a ratio of times says whether a difference is seen, and nothing of runs that something disturbed") {
  Json timed = runs;
  for (Json& one : timed) {
    const double ms = one.at("results").at("ms_per_step");
    for (int k = 0; k < 6; ++k) one["repetitions"].push_back({{"ms_per_step", ms * (1 + 0.001 * k)}, {"process", 1 + k / 2}});
  }
  const Json seen = evaluate_claims({ratio()}, timed).at(0).at("findings")[0];
  CHECK(seen.at("difference") == true);
  CHECK(seen.at("not_judged") == "");
  CHECK(seen.at("low") < seen.at("value"));
  CHECK(seen.at("high") > seen.at("value"));
  CHECK(seen.at("confidence").get<double>() == doctest::Approx(0.975));
  CHECK(seen.at("rows")[0].at("confidence") == 0.95);
  Json unknown = timed;
  unknown[3]["repetitions"][0]["ms_per_step"] = 0;
  CHECK(evaluate_claims({ratio()}, unknown).at(0).at("findings")[0].at("low").is_null());
  timed[3]["disturbed"] = {"other processes took much"};
  const Json disturbed = evaluate_claims({ratio()}, timed).at(0).at("findings")[0];
  CHECK(disturbed.at("difference").is_null());
  CHECK(disturbed.at("not_judged") == "other processes took much");
  Json once = evaluate_claims({ratio()}, runs).at(0).at("findings")[0];
  CHECK(once.at("low").is_null());
}

TEST_CASE("a ratio between backends") {
  Claim claim = ratio();
  claim.numerator = {{"backend", "openmp"}};
  claim.denominator = {{"backend", "cuda"}};
  claim.where = {{"neighbors", "grid"}};
  CHECK(evaluate_claims({claim}, runs).at(0).at("findings").empty());  // devices differ
  claim.ignore = {"device"};
  const Json findings = evaluate_claims({claim}, runs).at(0).at("findings");
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].at("on") == "openmp scalar, 2 threads over cuda");
  CHECK(findings[0].at("value") == 2.5);
}

TEST_CASE("a figure without a ratio, and one that no run shows") {
  Claim claim = ratio();
  claim.numerator = claim.denominator = {};
  claim.where = {{"agents", 20.0}, {"set.samples", 50.0}};
  const Json findings = evaluate_claims({claim}, runs).at(0).at("findings");
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].at("value") == 30.0);
  claim.where = {{"agents", 21.0}};
  CHECK(evaluate_claims({claim}, runs).at(0).at("findings").empty());
}

TEST_CASE("bits are compared between runs of the same work") {
  const Json result = compare_bits(runs);
  REQUIRE(result.size() == 4);
  for (const Json& work : result) {
    const bool differs = work.at("work") == "circle, 20 agents, rvo, grid, samples=50";
    CHECK(work.at("same") == !differs);
    CHECK(work.at("checksums").size() == (work.at("work").get<std::string>().find("20") != std::string::npos ? 2 : 1));
  }
}

TEST_CASE("runs of other methods are told apart by their text") {
  Json one = run("grid", 10, "openmp", 4, "a");
  one["settings"]["avoidance"] = "orca";
  Json other = one;
  other["settings"]["avoidance"] = "clearpath2";
  other["settings"]["steering"] = "reynolds";
  Claim claim = ratio();
  claim.numerator = claim.denominator = {};
  const Json rows = evaluate_claims({claim}, Json::array({one, other})).at(0).at("findings")[0].at("rows");
  CHECK(rows[0].at("at") == "circle, 10 agents, orca, grid");
  CHECK(rows[1].at("at") == "circle, 10 agents, clearpath2, reynolds, grid");
  const Json bits = compare_bits(Json::array({one, other}));
  CHECK(bits[0].at("work") == "circle, 10 agents, orca, grid, samples=50");
  CHECK(bits[1].at("work") == "circle, 10 agents, clearpath2, reynolds, grid, samples=50");
}

TEST_CASE("bits are compared between ways of doing the same, named by what they change") {
  Json nested = run("grid", 10, "openmp", 4, "a");
  nested["settings"]["set"]["parallel"] = "nested";
  Json kept = run("grid", 10, "openmp", 4, "b");
  kept["settings"]["regroup"] = false;
  const Json bits = compare_bits(Json::array({run("grid", 10, "openmp", 4, "a"), nested, kept}));
  REQUIRE(bits.size() == 1);
  CHECK(bits[0].at("work") == "circle, 10 agents, rvo, grid, samples=50");
  CHECK(bits[0].at("same") == false);
  CHECK(bits[0].at("checksums") ==
        Json{{"openmp scalar, 2 threads", "a"}, {"openmp scalar, 2 threads, nested", "a"}, {"openmp scalar, 2 threads, no regroup", "b"}});
}

TEST_CASE("bits of lanes that round otherwise, and of runs that differ from time to time, are not compared") {
  const Json plain = run("brute", 10, "serial", 9, "z");
  for (const auto& [part, field] : {std::pair("machine", "same_bits"), std::pair("results", "reproducible")}) {
    Json other = plain;
    other[part][field] = false;
    Json both = runs;
    both.push_back(other);
    CHECK(compare_bits(both) == compare_bits(runs));
    both.back() = plain;
    CHECK(compare_bits(both) != compare_bits(runs));
  }
}
