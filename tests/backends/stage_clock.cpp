#include "backends/stage_clock.hpp"

#include <doctest/doctest.h>

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <chrono>
#include <thread>

using namespace plethos;

namespace {

void nap(int milliseconds) { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); }

}  // namespace

TEST_CASE("a stage clock adds up the time of every region while it lives") {
  {
    const backends::StageClock clock;
    for (int i = 0; i < 3; ++i) {
      Kokkos::Profiling::ScopedRegion outer("outer");
      nap(2);
      Kokkos::Profiling::ScopedRegion inner("inner");
      nap(4);
    }
    const auto seconds = clock.seconds();
    REQUIRE(seconds.size() == 2);
    CHECK(seconds.at("inner") >= 0.012);
    CHECK(seconds.at("outer") >= seconds.at("inner") + 0.006);
    const double empty = clock.empty_region_seconds();
    CHECK(empty > 0);
    CHECK(empty < 0.001);
    CHECK(clock.seconds() == seconds);
  }
  { Kokkos::Profiling::ScopedRegion unseen("unseen"); }
  const backends::StageClock next;
  CHECK(next.seconds().empty());
}
