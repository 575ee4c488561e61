#include "perf/study/scaling.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace plethos;
using namespace plethos::study;

namespace {

struct Setting {
  int agents, per_rank, ranks, threads, asked;
  const char* backend = "openmp";
};

/// Returns a run that takes a second for so many agent-steps.
Json run(const Setting& of, double agent_steps) {
  Json json{{"settings",
             {{"scenario", "lattice"}, {"content", of.agents}, {"agents", of.agents}, {"set", Json::object()}, {"bound", of.ranks == 1}}},
            {"machine",
             {{"backend", of.backend},
              {"device", "d"},
              {"lanes", "scalar"},
              {"threads", of.threads},
              {"threads_asked", of.asked},
              {"ranks", of.ranks}}},
            {"results", {{"agent_steps_per_second", agent_steps}}}};
  if (of.per_rank > 0) json["settings"]["agents_per_rank"] = of.per_rank;
  return json;
}

double result(const Json& run, const char* name) { return run.at("results").at(name).get<double>(); }

}  // namespace

TEST_CASE("strong scaling compares the same agents, thread by thread") {
  Json runs{run({100, 0, 4, 2, 2}, 600), run({100, 0, 2, 2, 2}, 400), run({100, 0, 2, 1, 1}, 300), run({200, 0, 4, 2, 2}, 1000)};
  add_scaling(runs);
  CHECK(result(runs[0], "speedup") == 1.5);
  CHECK(result(runs[0], "efficiency") == 0.75);
  CHECK(result(runs[1], "speedup") == 1);
  CHECK(result(runs[1], "efficiency") == 1);
  // Other threads a rank, or other agents, have nothing to be compared with.
  CHECK_FALSE(runs[2].at("results").contains("efficiency"));
  CHECK_FALSE(runs[3].at("results").contains("efficiency"));
}

TEST_CASE("ranks that share a host's threads have as many in all") {
  Json runs{run({100, 0, 1, 8, 0}, 800), run({100, 0, 4, 2, 0}, 600)};
  add_scaling(runs);
  CHECK(result(runs[1], "speedup") == 0.75);
  CHECK(result(runs[1], "efficiency") == 0.75);
}

TEST_CASE("weak scaling compares as many agents a rank") {
  Json runs{run({100, 100, 1, 4, 0}, 400), run({200, 100, 2, 4, 0}, 720), run({400, 200, 2, 4, 0}, 720), run({200, 0, 2, 4, 0}, 720)};
  add_scaling(runs);
  CHECK(result(runs[1], "speedup") == 1.8);
  CHECK(result(runs[1], "efficiency") == 0.9);
  CHECK_FALSE(runs[2].at("results").contains("efficiency"));
  CHECK_FALSE(runs[3].at("results").contains("efficiency"));
}

TEST_CASE("a rank on a GPU counts as one, whatever runs at the same time there") {
  Json runs{run({100, 0, 1, 4096, 0, "cuda"}, 400), run({100, 0, 2, 2048, 0, "cuda"}, 700)};
  add_scaling(runs);
  CHECK(result(runs[1], "efficiency") == 0.875);
}
