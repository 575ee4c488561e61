#include "backends/roofline/roofline.hpp"

#include <doctest/doctest.h>

using namespace plethos;

TEST_CASE("a backend's roofline is measured once") {
  const backends::Backend backend = backends::make_backend({"serial", "simd", 1});
  const backends::Roofline& limit = backends::roofline(backend);
  // Slower than any processor since 2000, faster than any core.
  CHECK(limit.operations_per_second > 1e7);
  CHECK(limit.operations_per_second < 1e13);
  CHECK(limit.bytes_per_second > 1e7);
  CHECK(limit.bytes_per_second < 1e13);
  CHECK(&backends::roofline(backends::make_backend({"serial", "simd", 1})) == &limit);
}
