#include "backends/runtime.hpp"

#include <doctest/doctest.h>

#include <Kokkos_Core.hpp>

namespace plethos::tests {

// The program of the tests has started Kokkos. tests/consumer/host.cpp starts and ends it.
TEST_CASE("a runtime joins a Kokkos that runs, and leaves it running") {
  const int threads = Kokkos::num_threads();
  {
    const backends::Runtime runtime(threads + 1);
    CHECK(runtime.joined());
    CHECK(Kokkos::num_threads() == threads);
    char program[] = "program";
    char flag[] = "--kokkos-nonsense";
    char* arguments[] = {program, flag, nullptr};
    int count = 2;
    const backends::Runtime another(count, arguments);
    CHECK(another.joined());
    CHECK(count == 2);
  }
  CHECK(Kokkos::is_initialized());
}

}  // namespace plethos::tests
