#include "perf/study/bound.hpp"

#include <doctest/doctest.h>

#include "backends/roofline/roofline.hpp"

using namespace plethos;

TEST_CASE("a bound is the mean work of a step over the rates of the backend, and says which of them holds") {
  const backends::Backend backend = backends::make_backend({"serial", "scalar", 1});
  const auto computes = study::bound(backend, {{1e9, 100}, {2e9, 300}, {6e9, 200}});
  CHECK(computes.at("operations").get<double>() == doctest::Approx(3e9));
  CHECK(computes.at("bytes").get<double>() == doctest::Approx(200));
  CHECK(computes.at("threads") == 1);
  CHECK(computes.at("by") == "operations");
  // Rates are measured once for work of one size.
  CHECK(computes.at("ms").get<double>() == doctest::Approx(3e12 / backends::roofline(backend, 200).operations_per_second));

  const auto reads = study::bound(backend, {{0, 2e6}, {1, 4e6}});
  CHECK(reads.at("bytes").get<double>() == doctest::Approx(3e6));
  CHECK(reads.at("by") == "bytes");
  CHECK(reads.at("ms").get<double>() == doctest::Approx(3e9 / backends::roofline(backend, 3e6).bytes_per_second));
}
