#include "core/frame_rate.hpp"

#include <doctest/doctest.h>

using plethos::frame_rate;

TEST_CASE("a frame rate is that of the time step as it was written") {
  CHECK(frame_rate(0.05f, 1) == 20.0);
  CHECK(frame_rate(0.1f, 1) == 10.0);
  CHECK(frame_rate(0.0625f, 1) == 16.0);
  CHECK(frame_rate(0.01f, 4) == 25.0);
  CHECK(frame_rate(static_cast<float>(1 / 30.0), 1) == 30.0);
  CHECK(frame_rate(0.05f, 3) == 20.0 / 3.0);
  CHECK(frame_rate(0.03f, 1) == 100.0 / 3.0);
  CHECK(frame_rate(0.15f, 2) == 100.0 / 30.0);
  CHECK(frame_rate(0.4f, 1) == 2.5);
  CHECK(frame_rate(2.5f, 1) == 0.4);
  CHECK(frame_rate(10.f, 1) == 0.1);
  CHECK(frame_rate(1e-6f, 1) == 1e6);
  CHECK(frame_rate(0.05f, 1000000000) == 2e-8);
}
