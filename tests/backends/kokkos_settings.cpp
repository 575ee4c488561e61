#include "backends/kokkos_settings.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/error.hpp"

namespace plethos::tests {
namespace {

int pool(const std::vector<const char*>& arguments, int threads = 0) { return backends::check_kokkos_settings(arguments, threads); }

}  // namespace

TEST_CASE("the OpenMP pool has the threads that were asked for, as far as it can hold them") {
  CHECK(pool({"program"}, 3) == 3);
  CHECK(pool({"program", "--kokkos-num-threads=2"}) == 2);
  CHECK(pool({"--kokkos-num-threads=512", "--other", "2"}) == 512);
  CHECK(pool({}, 600) == backends::most_pool_threads);
  CHECK(pool({}) >= 1);
  CHECK_THROWS_WITH_AS(pool({"--kokkos-num-threads=2"}, 2), "--kokkos-num-threads: found it beside --threads 2, expected one of them",
                       InputError);
}

TEST_CASE("flags that Kokkos ignores or aborts on are the user's mistake") {
  CHECK_THROWS_WITH_AS(pool({"--kokkos-num-threads=513"}), "--kokkos-num-threads: found '513', expected a whole number from 1 to 512",
                       InputError);
  for (const char* bad :
       {"--kokkos-num-threads=0", "--kokkos-num-threads=", "--kokkos-num-threads=2x", "--kokkos-num-threads", "--kokkos-device-id=-1",
        "--kokkos-device-id=99999999999", "--kokkos-map-device-id-by=x", "--kokkos-", "--kokkos-numa=1"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(pool({bad}), InputError);
  }
  CHECK_NOTHROW(
      pool({"--kokkos-disable-warnings", "--kokkos-device-id=0", "--kokkos-map-device-id-by=random", "--kokkos-tools-args=-c x"}));
}

}  // namespace plethos::tests
