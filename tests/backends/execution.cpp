#include "backends/execution.hpp"

#include <atomic>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "core/copy_view.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {

template <class MemorySpace>
struct CountVisits {
  Kokkos::View<std::int32_t*, MemorySpace> visits;
  KOKKOS_FUNCTION void operator()(int i) const { Kokkos::atomic_add(&visits(i), 1); }
};

/// Does the same with blocks of its own size.
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
      const auto host = host_view(visits);
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
      if (begin % backends::widest_vector != 0) ++*in.misaligned;
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

TEST_CASE("every item is computed once whatever the schedule and the grain") {
  for (const std::string name : {"serial", "openmp", "tbb"}) {
    const int threads = name == "serial" ? 1 : 2;
    for (const char* schedule : backends::schedule_names) {
      for (const int grain : {0, 1, 64, 100, 5000}) {
        CAPTURE(name);
        CAPTURE(schedule);
        CAPTURE(grain);
        const backends::Backend backend = backends::make_backend({name, "scalar", threads, schedule, grain});
        const Kokkos::View<std::int32_t*, Kokkos::HostSpace> visits("visits", 1001);
        backends::visit(backend, [&](const auto& execution) {
          using Space = typename std::decay_t<decltype(execution)>::memory_space;
          if constexpr (std::is_same_v<Space, Kokkos::HostSpace>) {
            backends::for_each(execution, "plethos::tests::count_visits", 1001, CountVisits<Space>{visits});
          }
        });
        CHECK(std::count(visits.data(), visits.data() + 1001, 1) == 1001);
      }
    }
  }
}

TEST_CASE("the grain decides how many items a block holds, in whole vectors") {
  const auto size = [](int grain, int threads, int count = 100000) {
    const backends::Backend backend = backends::make_backend({"openmp", "scalar", threads, "auto", grain});
    const backends::HostExecution execution{backend.scheduler, backend.target, backend.grain};
    return backends::block_size<CountVisits<Kokkos::HostSpace>>(execution, count);
  };
  CHECK(size(0, 1) == 4096);
  CHECK(size(1, 1) == 16);
  CHECK(size(65, 2) == 80);
  CHECK(size(100000, 2) == 4096);
  // With few items there is a block for each thread, if that is a vector.
  CHECK(size(0, 2, 1000) == 64);
  CHECK(size(0, 2, 80) == 48);
  CHECK(size(0, 2, 20) == 16);
  CHECK(size(0, 2, 1) == 16);
}

TEST_CASE("a static schedule gives every thread one part, in order") {
  const backends::Backend backend = backends::make_backend({"openmp", "scalar", 2, "static"});
  std::vector<std::thread::id> on(100);
  backend.scheduler->run("plethos::tests::parts", 100,
                         [&](int block) { on[static_cast<std::size_t>(block)] = std::this_thread::get_id(); });
  int changes = 0;
  for (std::size_t k = 1; k < on.size(); ++k) changes += on[k] == on[k - 1] ? 0 : 1;
  CHECK(changes == 1);
  CHECK(on[49] != on[50]);
}

}  // namespace plethos::tests
