#include "scenarios/run/hints.hpp"

#include <doctest/doctest.h>

using namespace plethos::scenarios;

TEST_CASE("a run tells how it ended, how many are under way and what helps") {
  const auto text = [](RunEnd end) { return end_name(end) + ": " + end_text(end); };
  CHECK(text({100, 20, 20, 0, false}) == "arrived: all have arrived");
  CHECK(text({100, 20, 18, 0, true}) == "interrupted: interrupted, 2 of 20 agents under way");
  CHECK(text({100, 20, 18, 0, false, true}) ==
        "unfinished: unfinished, 2 of 20 agents under way; --restart goes on from the last checkpoint");
  CHECK(text({100, 20, 18, 0, false, true, true}) == "failed: by a fault, 2 of 20 agents under way");
  CHECK(text({100, 20, 18, 0, false}) == "limit: at its limit of 100 steps, 2 of 20 agents under way");
  CHECK(text({100, 20, 0, 20, false}) == "limit: at its limit of 100 steps, 20 of 20 agents under way, whose ways have no end");
  CHECK(end_text({100, 20, 0, 5, false}).find("(the ways of 5 have no end)") != std::string::npos);
  CHECK(text({100, 0, 0, 0, false}) == "limit: at its limit of 100 steps; no agent has a goal");
}

TEST_CASE("a mean of step times far above their median hints at a busy machine") {
  std::vector<double> times(20, 0.001);
  CHECK(busy_hint(times, 2, "openmp").empty());
  times[3] = 0.03;  // one slow step in twenty: 2.45 medians
  CHECK(busy_hint(times, 2, "openmp").empty());
  times[4] = 0.03;  // 3.9
  CHECK(busy_hint(times, 2, "openmp").find("3.9 times their median") != std::string::npos);
  CHECK(busy_hint(times, 2, "openmp").find("--backend tbb") != std::string::npos);
  CHECK(busy_hint(times, 2, "tbb").find("Fewer --threads") != std::string::npos);
  CHECK(busy_hint(times, 2, "serial").find("--threads") == std::string::npos);
  CHECK(busy_hint(times, 0.9, "openmp").empty());
  CHECK(busy_hint({1, 100}, 101, "openmp").empty());
  CHECK(busy_hint({}, 2, "openmp").empty());
}
