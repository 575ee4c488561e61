#include "backends/roofline/roofline.hpp"

#include <doctest/doctest.h>

using namespace plethos;

TEST_CASE("a backend's roofline is measured once, for work of one size") {
  for (const char* lanes : {"scalar", "simd"}) {
    const backends::Backend backend = backends::make_backend({"serial", lanes, 1});
    // The first fits into every core's caches.
    for (const double bytes : {5e4, 1e6, 4e8}) {
      CAPTURE(bytes);
      const backends::Roofline limit = backends::roofline(backend, bytes);
      // The bounds are slower than any processor since 2000 and faster than any core.
      CHECK(limit.operations_per_second > 1e7);
      CHECK(limit.operations_per_second < 1e13);
      CHECK(limit.bytes_per_second > 1e7);
      CHECK(limit.bytes_per_second < 1e13);
      const backends::Roofline again = backends::roofline(backends::make_backend({"serial", lanes, 1}), bytes);
      CHECK(again.operations_per_second == limit.operations_per_second);
      CHECK(again.bytes_per_second == limit.bytes_per_second);
    }
  }
}
