#include "backends/execution.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/harness/matrix.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {

template <class MemorySpace>
struct CountVisits {
  Kokkos::View<std::int32_t*, MemorySpace> visits;
  KOKKOS_FUNCTION void operator()(int i) const { Kokkos::atomic_add(&visits(i), 1); }
};

/// The same with blocks of its own size.
template <class MemorySpace>
struct CountVisitsFinely {
  static constexpr int grain = 64;
  Kokkos::View<std::int32_t*, MemorySpace> visits;
  KOKKOS_FUNCTION void operator()(int i) const { Kokkos::atomic_add(&visits(i), 1); }
};

PLETHOS_SCALAR_MATRIX_TEST("every item is computed once, and none behind the last") {
  for (const int count : {0, 1, 2, 63, 64, 65, 4095, 4096, 4097, 100003}) {
    CAPTURE(count);
    backends::visit(backend, [&](const auto& execution) {
      using Space = typename std::decay_t<decltype(execution)>::memory_space;
      const Kokkos::View<std::int32_t*, Space> visits("visits", static_cast<std::size_t>(count) + 64);
      backends::for_each(execution, "plethos::tests::count_visits", count, CountVisits<Space>{visits});
      backends::for_each(execution, "plethos::tests::count_visits", count, CountVisitsFinely<Space>{visits});
      execution.fence();
      const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), visits);
      int wrong = 0;
      for (int i = 0; i < count + 64; ++i) wrong += host(i) == (i < count ? 2 : 0) ? 0 : 1;
      CHECK(wrong == 0);
    });
  }
}

struct VectorItems {
  struct Arguments {
    std::vector<std::atomic<int>>* visits;
    std::atomic<int>* misaligned;
  };
  static constexpr int grain = 64;
  Arguments arguments;

  void operator()(int i) const { (*arguments.visits)[static_cast<std::size_t>(i)] += 1; }
  static auto simd_entry(const backends::SimdTarget&) {
    return +[](const Arguments& in, int begin, int end) {
      if (begin % grain != 0) ++*in.misaligned;
      for (int i = begin; i < end; ++i) (*in.visits)[static_cast<std::size_t>(i)] += 1000;
    };
  }
};

PLETHOS_MATRIX_TEST("a kernel's vector entry is called where the backend has vector lanes, and only there") {
  if (!backend.scheduler) return;
  for (const int count : {1, 64, 1001}) {
    std::vector<std::atomic<int>> visits(static_cast<std::size_t>(count));
    std::atomic<int> misaligned{0};
    backends::for_each(backends::HostExecution{backend.scheduler, backend.target}, "plethos::tests::vector_items", count,
                       VectorItems{{&visits, &misaligned}});
    CHECK(misaligned == 0);
    const int expected = backend.target ? 1000 : 1;
    CHECK(std::count_if(visits.begin(), visits.end(), [&](const auto& n) { return n != expected; }) == 0);
  }
}

PLETHOS_SCALAR_MATRIX_TEST("a scheduler uses no more threads than it says") {
  if (!backend.scheduler) return;
  std::set<std::thread::id> seen;
  std::mutex lock;
  std::atomic<int> sum{0};
  backend.scheduler->run("plethos::tests::threads", 1000, [&](int block) {
    sum += block;
    const std::scoped_lock guard(lock);
    seen.insert(std::this_thread::get_id());
  });
  CHECK(sum == 1000 * 999 / 2);
  // oneTBB may let one worker leave and another one join.
  if (backend.name != "tbb") CHECK(seen.size() <= static_cast<std::size_t>(backend.threads));
  if (backend.threads == 1) CHECK(seen.size() == 1);
}

}  // namespace plethos::tests
