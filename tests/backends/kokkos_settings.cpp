#include "backends/kokkos_settings.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>
#include <utility>
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
        "--kokkos-device-id=99999999999", "--kokkos-map-device-id-by=x", "--kokkos-", "--kokkos-numa=1", "--kokkos-disable-warnings=maybe",
        "--kokkos-disable-warnings=", "--kokkos-tune-internals=2", "--kokkos-help=all", "--kokkos-tools-args=", "--kokkos-device-id="}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(pool({bad}), InputError);
  }
  CHECK_NOTHROW(pool({"--kokkos-disable-warnings", "--kokkos-tune-internals=No", "--kokkos-print-configuration=0", "--kokkos-device-id=0",
                      "--kokkos-map-device-id-by=random", "--kokkos-tools-args=-c x"}));
}

TEST_CASE("variables of the environment on which Kokkos aborts are the user's mistake") {
  for (const auto& [name, bad] :
       {std::pair{"KOKKOS_DISABLE_WARNINGS", "maybe"}, std::pair{"KOKKOS_TUNE_INTERNALS", ""}, std::pair{"KOKKOS_PRINT_CONFIGURATION", "2"},
        std::pair{"KOKKOS_DEVICE_ID", "x"}, std::pair{"KOKKOS_MAP_DEVICE_ID_BY", "magic"}}) {
    CAPTURE(name);
    const char* const before = std::getenv(name);
    const std::string kept = before == nullptr ? "" : before;
    setenv(name, bad, 1);
    CHECK_THROWS_AS(pool({}), InputError);
    if (before == nullptr) {
      unsetenv(name);
    } else {
      setenv(name, kept.c_str(), 1);
    }
  }
}

}  // namespace plethos::tests
