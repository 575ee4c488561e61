#include "backends/device.hpp"

#include "backends/execution.hpp"
#include "backends/marker.hpp"
#include "backends/replayed.hpp"
#include "backends/teams.hpp"
#include "core/copy_view.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {

TEST_CASE("a build with a new kind of device has its backend, whose kernels run there") {
  CHECK(backends::backend_names().back() == "dummy");
  CHECK(backends::on_device("dummy"));
  CHECK(backends::why_unavailable("dummy").empty());
  CHECK(name_of(scalar_configurations().back()) == "dummy scalar, 1 thread");
  const backends::Backend backend = backends::make_backend({"dummy", "scalar", 0});
  CHECK(backend.device == "a dummy of one thread");
  CHECK(backends::memory(backend).total == backends::host_memory().total);
  const bool on_it = backends::visit(backend, [](const auto& execution) {
    using Space = typename std::decay_t<decltype(execution)>::memory_space;
    return std::is_same_v<Space, backends::MemoryOf<backends::DeviceSpace>::type> && !in_host_memory<Space>;
  });
  CHECK(on_it);
}

template <class MemorySpace>
struct AddToValues {
  Kokkos::View<std::int32_t*, MemorySpace> values;
  std::int32_t times, add;
  KOKKOS_FUNCTION void operator()(int i) const { values(i) = times * values(i) + add; }
};

TEST_CASE("what is launched there can be marked, waited for and replayed") {
  backends::visit(backends::make_backend({"dummy", "scalar", 0}), [](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    using Space = typename Execution::memory_space;
    const Kokkos::View<std::int32_t*, Space> values("plethos::tests::values", 100);
    backends::Marker<Execution> marker;
    backends::Replayed<Execution> replayed;
    for (int time = 0; time < 3; ++time) {
      replayed.run(execution, [&](const Execution& on) {
        backends::for_each(on, "plethos::tests::add", 100, AddToValues<Space>{values, 1, 2});
        backends::for_each(on, "plethos::tests::add", 100, AddToValues<Space>{values, 3, 1});
      });
    }
    marker.set(execution);
    marker.wait();
    const auto host = host_view(values);
    for (std::size_t i = 0; i < host.size(); ++i) CHECK(host(i) == 3 * (3 * (3 * 2 + 1 + 2) + 1 + 2) + 1);
  });
}

template <class MemorySpace>
struct AddUpByTeams {
  static constexpr int grain = 1;
  using launch_bounds = backends::Tuning::Warps<32>;
  Kokkos::View<std::uint32_t*, MemorySpace> sums;

  KOKKOS_FUNCTION void operator()(int number) const { work(backends::OneThread(), number); }
  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    work(backends::Warp(), member.league_rank());
  }
  template <class Team>
  KOKKOS_FUNCTION void work(const Team& team, int number) const {
    const std::uint32_t sum = team.sum(number, [](std::int32_t i) { return static_cast<std::uint32_t>(i); });
    if (team.rank() == 0) sums(number) = team.broadcast(sum);
  }
};

PLETHOS_SCALAR_MATRIX_TEST("teams work there as on every other backend") {
  backends::visit(backend, [](const auto& execution) {
    using Space = typename std::decay_t<decltype(execution)>::memory_space;
    const Kokkos::View<std::uint32_t*, Space> sums("plethos::tests::sums", 60);
    backends::for_each_team(execution, "plethos::tests::add_up", 60, backends::warp_size, 0, AddUpByTeams<Space>{sums});
    execution.fence();
    const auto host = host_view(sums);
    for (std::uint32_t number = 0; number < 60; ++number) CHECK(host(number) == number * (number == 0 ? 0 : number - 1) / 2);
  });
}

}  // namespace plethos::tests
