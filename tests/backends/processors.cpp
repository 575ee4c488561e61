#include "backends/processors.hpp"

#include <doctest/doctest.h>
#include <omp.h>
#include <sched.h>

#include <thread>

namespace plethos::tests {
namespace {

int allowed() {
  cpu_set_t set;
  CPU_ZERO(&set);
  REQUIRE(sched_getaffinity(0, sizeof set, &set) == 0);
  return CPU_COUNT(&set);
}

}  // namespace

TEST_CASE("the processors that can be used are those of all places, and a thread can run on all of them") {
  const std::vector<int> processors = backends::usable_processors();
  REQUIRE(!processors.empty());
  for (std::size_t k = 1; k < processors.size(); ++k) CHECK(processors[k - 1] < processors[k]);
  std::thread([&] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(processors.back(), &one);
    REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
    CHECK(allowed() == 1);
    backends::run_on_all_processors();
    // Without places nobody but the system knows.
    if (omp_get_num_places() > 0) CHECK(allowed() == static_cast<int>(processors.size()));
  }).join();
}

}  // namespace plethos::tests
