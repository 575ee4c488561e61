#include "perf/study/platforms.hpp"

#include <nlohmann/json.hpp>

#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::study;
using namespace plethos::tests;

namespace {

Json run(const std::string& backend, const std::string& device, int threads, int agents, double ms, double bound_ms = 0) {
  Json json{
      {"status", "done"},
      {"settings", {{"scenario", "circle"}, {"agents", agents}, {"set", Json::object()}, {"avoidance", "orca"}, {"neighbors", "grid"}}},
      {"machine", {{"backend", backend}, {"device", device}, {"lanes", "avx2"}, {"threads", threads}}},
      {"results", {{"ms_per_step", ms}, {"ms_per_step_low", 0.9 * ms}, {"ms_per_step_high", 1.1 * ms}, {"checksum", "x"}}}};
  if (bound_ms > 0) json["results"]["bound_ms"] = bound_ms;
  return json;
}

/// A host with a GPU, on which one application is slow, and a host without.
const Json with_gpu{{"runs",
                     {run("openmp", "a CPU", 1, 10, 16, 8), run("openmp", "a CPU", 4, 10, 4, 2), run("tbb", "a CPU", 4, 10, 8, 2),
                      run("cuda", "a GPU", 1000, 10, 1, 0.25), run("cuda", "a GPU", 1000, 20, 2)}}};
const Json without_gpu{{"runs", {run("openmp", "another CPU", 2, 10, 10, 1), run("tbb", "another CPU", 2, 10, 5, 1)}}};

Json row_of(const Json& one, const std::string& platform, const std::string& application) {
  for (const Json& row : one.at("rows")) {
    if (row.at("platform") == platform && row.at("application") == application) return row;
  }
  return {};
}

Json portability_of(const Json& one, const std::string& application) {
  for (const Json& entry : one.at("portability")) {
    if (entry.at("application") == application) return entry;
  }
  return {};
}

}  // namespace

TEST_CASE("efficiency is that of the best number of threads, over the best time known on the platform and over the roofline") {
  const Json platforms = platforms_of({&with_gpu, &without_gpu}, {});
  CHECK(platforms.at("names") == Json({"A: a CPU", "A: a GPU", "B: another CPU"}));
  REQUIRE(platforms.at("cases").size() == 2);
  const Json& one = platforms.at("cases")[0];
  CHECK(one.at("work") == "circle, 10 agents, orca, grid");
  const Json openmp = row_of(one, "A: a CPU", "openmp vectors");
  CHECK(openmp.at("on") == "openmp avx2, 4 threads");
  CHECK(openmp.at("time") == 4);
  CHECK(openmp.at("low") == doctest::Approx(3.6));
  CHECK(openmp.at("app_efficiency") == 1);
  CHECK(openmp.at("arch_efficiency") == 0.5);
  CHECK(row_of(one, "A: a CPU", "tbb vectors").at("app_efficiency") == 0.5);
  CHECK(row_of(one, "A: a CPU", "tbb vectors").at("best_source") == "openmp avx2, 4 threads, here");
  CHECK(row_of(one, "B: another CPU", "openmp vectors").at("app_efficiency") == 0.5);
  CHECK(row_of(one, "B: another CPU", "plethos").at("on") == "tbb avx2, 2 threads");
  CHECK(row_of(one, "A: a GPU", "cuda").at("arch_efficiency") == 0.25);
  CHECK(row_of(platforms.at("cases")[1], "A: a GPU", "cuda").at("arch_efficiency").is_null());
}

TEST_CASE("performance portability is the harmonic mean over all platforms, and 0 where one is missing") {
  const Json one = platforms_of({&with_gpu, &without_gpu}, {}).at("cases")[0];
  CHECK(portability_of(one, "openmp vectors").at("app") == 0);
  CHECK(portability_of(one, "cuda").at("arch") == 0);
  CHECK(portability_of(one, "plethos").at("app") == 1);
  CHECK(portability_of(one, "plethos").at("arch").get<double>() == doctest::Approx(3 / (1 / 0.5 + 1 / 0.25 + 1 / 0.2)));
  Json hosts = with_gpu;
  hosts["runs"].erase(hosts["runs"].begin() + 3, hosts["runs"].end());
  const Json cpus = platforms_of({&hosts, &without_gpu}, {}).at("cases")[0];
  CHECK(portability_of(cpus, "openmp vectors").at("app").get<double>() == doctest::Approx(2 / (1 / 1. + 1 / 0.5)));
  CHECK(portability_of(cpus, "tbb vectors").at("arch").get<double>() == doctest::Approx(2 / (1 / 0.25 + 1 / 0.2)));
}

TEST_CASE("processors and GPUs are sets by themselves where there are several of them") {
  const auto of_set = [](const Json& one, const std::string& application, const std::string& set) {
    const Json portable = portability_of(one, application);
    for (const Json& of : portable.at("sets")) {
      if (of.at("set") == set) return of.at("app");
    }
    return Json("no such set");
  };
  const Json platforms = platforms_of({&with_gpu, &without_gpu}, {});
  CHECK(platforms.at("sets") == Json{{{"name", "all"}, {"platforms", {"A: a CPU", "A: a GPU", "B: another CPU"}}},
                                     {{"name", "processors"}, {"platforms", {"A: a CPU", "B: another CPU"}}}});
  const Json& one = platforms.at("cases")[0];
  CHECK(of_set(one, "openmp vectors", "all") == 0);
  CHECK(of_set(one, "openmp vectors", "processors").get<double>() == doctest::Approx(2 / (1 / 1. + 1 / 0.5)));
  CHECK(of_set(one, "cuda", "processors").is_null());
  CHECK(contains(portability_text(platforms), "  processors: A: a CPU and B: another CPU\n"));
  CHECK(contains(portability_text(platforms), "  cuda                 all 0              processors -\n"));
  // A GPU of a kind that this build has never heard of is none of the processors.
  Json other = with_gpu;
  for (Json& run : other["runs"]) {
    if (run["machine"]["backend"] == "cuda") run["machine"]["backend"] = "hip";
  }
  const Json kinds = platforms_of({&with_gpu, &other}, {});
  CHECK(kinds.at("sets")[2] == Json{{"name", "GPUs"}, {"platforms", {"A: a GPU", "B: a GPU"}}});
  CHECK(of_set(kinds.at("cases")[0], "hip", "GPUs") == 0);
  CHECK(of_set(kinds.at("cases")[0], "plethos", "GPUs") == 1);
  // All of one kind are one set.
  CHECK(platforms_of({&without_gpu}, {}).at("sets").size() == 1);
}

TEST_CASE("an application that one platform lacks is not portable, whatever is not known of another, in any order") {
  Json unknown = without_gpu;
  for (Json& run : unknown["runs"]) run["results"].erase("bound_ms");
  Json other = with_gpu;
  other["runs"].erase(other["runs"].begin(), other["runs"].begin() + 2);
  for (const auto& results : {std::vector<const Json*>{&unknown, &other}, std::vector<const Json*>{&other, &unknown}}) {
    CHECK(portability_of(platforms_of(results, {}).at("cases")[0], "openmp vectors").at("arch") == 0);
    CHECK(portability_of(platforms_of(results, {}).at("cases")[0], "plethos").at("arch").is_null());
  }
}

TEST_CASE("a better time of somebody else counts, with its source") {
  const TemporaryFolder folder;
  const std::string begin = "[[best]]\ncase = \"circle, 10 agents, orca, grid\"\nplatform = \"A: a CPU\"\n";
  const auto best = [&](const std::string& end) { return read_best_times(folder.write("best.toml", begin + end)); };
  const auto row = [&](const std::string& time) {
    return row_of(platforms_of({&with_gpu}, best("time = " + time + "\nsource = \"RVO2\"\n")).at("cases")[0], "A: a CPU", "openmp vectors");
  };
  CHECK(row("2").at("app_efficiency") == 0.5);
  CHECK(row("2").at("best_source") == "RVO2");
  CHECK(row("5").at("app_efficiency") == 1);
  CHECK(contains(input_error([&] { best("time = 2\n"); }), "best.source: found none, expected a text in quotes"));
  CHECK(contains(input_error([&] { best("source = \"RVO2\"\n"); }),
                 "best.time: found none, expected a number, in the unit of the study's time"));
  CHECK(contains(input_error([&] { best("time = 0\nsource = \"RVO2\"\n"); }), "best.time: found 0"));
  const auto refused = [&](const std::string& work, const std::string& platform) {
    return input_error([&] { platforms_of({&with_gpu}, {{work, platform, 1, "RVO2"}}); });
  };
  // A case is called with what all share, or without, as tables have it.
  Json sharing = with_gpu;
  for (Json& run : sharing["runs"]) run["settings"]["set"] = {{"samples", 50}};
  for (const char* work : {"circle, 10 agents, orca, grid", "circle, 10 agents, orca, grid, samples=50"}) {
    const Json one = platforms_of({&sharing}, {{work, "A: a CPU", 2, "RVO2"}}).at("cases")[0];
    CHECK(row_of(one, "A: a CPU", "openmp vectors").at("best_source") == "RVO2");
  }
  CHECK(contains(refused("circle", "A: a CPU"), "--best: unknown case 'circle'"));
  CHECK(contains(refused("circle, 10 agents, orca, grid", "a CPU"), "--best: unknown platform 'a CPU'"));
}

TEST_CASE("the table for the P3 Analysis Library") {
  Json quoting = without_gpu;
  for (Json& run : quoting["runs"]) run["machine"]["device"] = "a \"fast\" CPU, with a comma";
  quoting["runs"][0]["results"].erase("bound_ms");
  const std::string text = p3_text(platforms_of({&quoting}, {}));
  CHECK(text ==
        "problem,application,platform,fom,app eff,arch eff\n"
        "\"circle, 10 agents, orca, grid\",\"openmp vectors\",\"A: a \"\"fast\"\" CPU, with a comma\",10.0,0.5,\n"
        "\"circle, 10 agents, orca, grid\",\"plethos\",\"A: a \"\"fast\"\" CPU, with a comma\",5.0,1.0,0.2\n"
        "\"circle, 10 agents, orca, grid\",\"tbb vectors\",\"A: a \"\"fast\"\" CPU, with a comma\",5.0,1.0,0.2\n");
}
