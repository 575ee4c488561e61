#include "perf/study/compare.hpp"

#include <nlohmann/json.hpp>

#include "perf/study/document.hpp"
#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::study;
using namespace plethos::tests;

namespace {

Json run(const std::string& backend, int threads, int agents, double ms, const std::string& checksum) {
  return {{"status", "done"},
          {"settings", {{"scenario", "circle"}, {"agents", agents}, {"set", Json::object()}, {"avoidance", "rvo"}, {"neighbors", "grid"}}},
          {"machine", {{"backend", backend}, {"device", backend + " device"}, {"lanes", "scalar"}, {"threads", threads}}},
          {"results", {{"ms_per_step", ms}, {"checksum", checksum}}}};
}

Json document(const Json& runs) {
  return {{"schema", schema_name},
          {"schema_version", schema_version},
          {"study", {{"name", "s"}, {"hash", "h"}, {"quick", false}}},
          {"header", Json::object()},
          {"runs", runs}};
}

std::string error_of(const Json& a, const Json& b) {
  return input_error([&] { compare_studies({a, b}, {"a.json", "b.json"}); });
}

}  // namespace

TEST_CASE("runs of the same work are laid side by side") {
  const Json a = document(Json::array({run("cuda", 100, 10, 1.0, "x"), run("openmp", 16, 10, 4.0, "x"), run("cuda", 100, 20, 2.0, "y")}));
  const Json b = document(Json::array({run("openmp", 16, 10, 8.0, "x"), run("tbb", 16, 10, 5.0, "z"), run("tbb", 16, 30, 5.0, "z")}));
  const Json comparison = compare_studies({a, b}, {"a.json", "b.json"});
  const Json& pairs = comparison.at("pairs");
  REQUIRE(pairs.size() == 2);
  CHECK(pairs[0].at("fastest") == true);
  CHECK(pairs[0].at("a").at("machine") == "cuda");
  CHECK(pairs[0].at("b").at("machine") == "tbb scalar, 16 threads");
  CHECK(pairs[0].at("ratio") == 5.0);
  CHECK(pairs[0].at("same_bits") == false);
  CHECK(pairs[1].at("fastest") == false);
  CHECK(pairs[1].at("a").at("machine") == "openmp scalar, 16 threads");
  CHECK(pairs[1].at("ratio") == 2.0);
  CHECK(pairs[1].at("same_bits") == true);
  CHECK(contains(comparison_text(comparison), "circle, 10 agents, rvo, grid  cuda "));
}

TEST_CASE("several results are laid beside the first, and told apart") {
  const Json a = document(Json::array({run("openmp", 16, 10, 4.0, "x")}));
  const Json b = document(Json::array({run("openmp", 16, 10, 8.0, "x")}));
  const Json c = document(Json::array({run("cuda", 100, 10, 1.0, "x")}));
  const Json comparison = compare_studies({a, b, c}, {"a.json", "b.json", "c.json"});
  REQUIRE(comparison.at("pairs").size() == 2);
  CHECK(comparison.at("pairs")[0].at("b").at("result") == "B");
  CHECK(comparison.at("pairs")[1].at("b").at("result") == "C");
  CHECK(comparison.at("pairs")[1].at("ratio") == 0.25);
  CHECK(comparison.at("more") == Json::array({c}));
  CHECK(contains(comparison_text(comparison), " C: cuda "));
  CHECK(contains(portability_text(comparison.at("platforms")), "  plethos              all 1              processors 1\n"));
  const Json other = document(Json::array({run("cuda", 100, 20, 1.0, "x")}));
  CHECK(contains(input_error([&] {
                   compare_studies({a, b, other}, {"a.json", "b.json", "c.json"});
                 }),
                 "--compare: a.json and c.json have no timed run of the same"));
}

TEST_CASE("the methods of what is laid side by side are named") {
  Json one = run("cuda", 100, 10, 1.0, "x");
  one["settings"]["avoidance"] = "orca";
  one["settings"]["start_at"] = 50;
  const Json comparison = compare_studies({document(Json::array({one})), document(Json::array({one}))}, {"a.json", "b.json"});
  CHECK(comparison.at("pairs")[0].at("work") == "circle, 10 agents, orca, grid, from step 50");
}

TEST_CASE("labels leave out what all runs share") {
  Json small = run("cuda", 100, 10, 1.0, "x"), large = run("cuda", 100, 20, 2.0, "y");
  small["settings"]["set"] = {{"samples", 50}, {"pitch", 0.7}};
  large["settings"]["set"] = {{"samples", 50}, {"pitch", 0.8}};
  const Json result = document(Json::array({small, large}));
  Json other = result;
  Json comparison = compare_studies({result, other}, {"a.json", "b.json"});
  CHECK(comparison.at("shared_parameters") == Json{{"samples", 50}});
  CHECK(comparison.at("pairs")[0].at("work") == "circle, 10 agents, rvo, grid, samples=50, pitch=0.7");
  CHECK(comparison.at("pairs")[0].at("label") == "circle, 10 agents, rvo, grid, pitch=0.7");
  CHECK(comparison.at("platforms").at("cases")[1].at("work") == "circle, 20 agents, rvo, grid, samples=50, pitch=0.8");
  CHECK(comparison.at("platforms").at("cases")[1].at("label") == "circle, 20 agents, rvo, grid, pitch=0.8");
  other["runs"][1]["settings"]["set"]["samples"] = 60;
  comparison = compare_studies({result, other}, {"a.json", "b.json"});
  CHECK(comparison.at("shared_parameters") == Json::object());
  CHECK(comparison.at("pairs")[0].at("label") == comparison.at("pairs")[0].at("work"));
}

TEST_CASE("runs that answer queries are compared by their time online") {
  const auto answered = [](const std::string& backend, double ms) {
    Json json = run(backend, 2, 10, 1, "x");
    json["settings"] = {{"kind", "paths"}, {"scenario", "city"}, {"queries", 10}, {"set", Json::object()}, {"planner", "straight"}};
    json["results"] = {{"online_ms", ms}, {"offline_ms", 1}, {"checksum", "x"}};
    return json;
  };
  const Json a = document(Json::array({answered("openmp", 4), answered("tbb", 2)}));
  const Json b = document(Json::array({answered("openmp", 1)}));
  const Json comparison = compare_studies({a, b}, {"a.json", "b.json"});
  CHECK(comparison.at("time") == "online_ms");
  REQUIRE(comparison.at("pairs").size() == 2);
  CHECK(comparison.at("pairs")[0].at("work") == "city, 10 queries, straight");
  CHECK(comparison.at("pairs")[0].at("a").at("online_ms") == 2);
  CHECK(comparison.at("pairs")[0].at("ratio") == 0.5);
  CHECK(comparison.at("pairs")[1].at("ratio") == 0.25);
  CHECK(contains(comparison_text(comparison), "city, 10 queries, straight  tbb scalar, 2 threads "));
}

TEST_CASE("plans that are emptied are compared by simulated seconds") {
  Json one = run("serial", 1, 10, 1.0, "x");
  one["settings"] = {{"kind", "emptying"}, {"scenario", "building"}, {"agents", 40},
                     {"plans", 200},       {"set", Json::object()},  {"planner", "astar"}};
  one["results"] = {{"seconds_to_empty", 20}, {"checksum", "x"}};
  Json other = one;
  other["results"]["seconds_to_empty"] = 25;
  const Json comparison = compare_studies({document(Json::array({one})), document(Json::array({other}))}, {"a.json", "b.json"});
  CHECK(comparison.at("pairs")[0].at("work") == "building, 40 agents, 200 plans, astar");
  CHECK(comparison.at("pairs")[0].at("ratio") == 1.25);
  const std::string text = comparison_text(comparison);
  CHECK(contains(text, " s "));
  CHECK(comparison.at("pairs")[0].at("faster") == "A");
  CHECK(comparison.at("platforms").at("cases").empty());
  CHECK(portability_text(comparison.at("platforms")).empty());
  CHECK_FALSE(contains(text, " ms "));
}

TEST_CASE("results that cannot be compared") {
  const Json a = document(Json::array({run("cuda", 100, 10, 1.0, "x")}));
  Json b = a;
  CHECK(error_of(a, b) == "no error");
  b["study"]["name"] = "t";
  CHECK(error_of(a, b) == "--compare: found study \"s\" in a.json and \"t\" in b.json, expected the same in both");
  b = a;
  b["study"]["quick"] = true;
  CHECK(contains(error_of(a, b), "found quick false in a.json and true in b.json"));
  b = a;
  b["study"]["hash"] = "i";
  CHECK(contains(error_of(a, b), "found the study's version"));
  b = document(Json::array({run("cuda", 100, 20, 1.0, "x")}));
  CHECK(contains(error_of(a, b), "have no timed run of the same"));
  b = a;
  b["runs"][0]["status"] = "failed";
  b["runs"][0].erase("results");
  CHECK(contains(error_of(a, b), "have no timed run of the same"));
}

TEST_CASE("a study that lacks something is a mistake of the call") {
  const Json whole = document(Json::array({run("cuda", 100, 20, 1.0, "x")}));
  REQUIRE(error_of(whole, whole) == "no error");
  for (const char* key : {"results", "machine", "settings"}) {
    CAPTURE(key);
    Json damaged = whole;
    damaged["runs"][0].erase(key);
    CHECK(error_of(damaged, damaged).starts_with("--compare: "));
  }
  Json damaged = whole;
  damaged["runs"] = 5;
  CHECK(contains(error_of(whole, damaged), "--compare: found a damaged study in a.json or b.json: "));
}

TEST_CASE("only a study's JSON is read") {
  const TemporaryFolder folder;
  const auto error = [&](const std::string& text) { return input_error([&] { read_study_document(folder.write("r.json", text)); }); };
  CHECK(contains(error("{\"schema\": "), "r.json: found a damaged file, expected JSON"));
  CHECK(contains(error("[]"), "r.json: schema: found another file"));
  CHECK(contains(error("{\"schema\": \"plethos-study\", \"schema_version\": 99}"), "r.json: schema_version: found 99, expected 2"));
  CHECK(contains(error("{\"schema\": \"plethos-study\", \"schema_version\": 2}"), "r.json: study: found none"));
  CHECK(error(document(Json::array()).dump()) == "no error");
  // Pages are called as their study.
  Json named = document(Json::array());
  named["study"]["name"] = "../s";
  CHECK(contains(error(named.dump()), "r.json: study: found the name \"../s\", expected that of a study"));
  named["study"] = 5;
  CHECK(contains(error(named.dump()), "r.json: study: found the name null"));
  CHECK(contains(input_error([&] { read_study_document(folder.path("none.json")); }), "none.json"));
}
