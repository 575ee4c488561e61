#include "scenarios/run/time_left.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace plethos::scenarios;

TEST_CASE("an even pace counts down to zero") {
  TimeLeft left(1000);
  CHECK(left.seconds() == 0);
  for (int second = 1; second < 100; ++second) {
    left.update(10 * second, second);
    CHECK(left.rate() == doctest::Approx(10));
    CHECK(left.seconds() == doctest::Approx(100 - second));
  }
  left.update(1000, 100);
  CHECK(left.seconds() == 0);
}

TEST_CASE("a stretch that is slower does not make the time left jump, and a lasting change is taken over") {
  TimeLeft left(10000);
  double time = 0;
  double done = 0;
  const auto run = [&](double pace, double seconds) {
    double largest = 0;
    for (double end = time + seconds; time < end - 1e-9;) {
      time += 0.1;
      done += 0.1 * pace;
      const double before = left.seconds();
      left.update(done, time);
      if (before > 0) largest = std::max(largest, std::fabs(left.seconds() - before));
    }
    return largest;
  };
  run(10, 50);
  CHECK(left.seconds() == doctest::Approx(950).epsilon(0.01));
  // A second at a tenth of the pace: the last stretch alone would say 9500 s, the pace of the last while 4 s more every tenth of it.
  CHECK(run(1, 1) < 1.5);
  CHECK(left.seconds() < 1000);
  CHECK(run(10, 60) < 1.5);
  run(20, 120);
  CHECK(left.seconds() == doctest::Approx((10000 - done) / 20).epsilon(0.05));
}

TEST_CASE("no time and no work change nothing") {
  TimeLeft left(10);
  left.update(0, 1);
  CHECK(left.rate() == 0);
  left.update(5, 2);
  const double seconds = left.seconds();
  left.update(5, 3);
  left.update(4, 4);
  left.update(6, 2);
  CHECK(left.seconds() == seconds);
}

TEST_CASE("durations are told in the two largest units") {
  CHECK(duration_text(0) == "0 s");
  CHECK(duration_text(59.4) == "59 s");
  CHECK(duration_text(59.6) == "1 min 00 s");
  CHECK(duration_text(185) == "3 min 05 s");
  CHECK(duration_text(7620) == "2 h 07 min");
}
