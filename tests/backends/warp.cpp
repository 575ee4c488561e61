#include "backends/warp.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "backends/teams.hpp"
#include "core/to_view.hpp"
#include "tests/harness/host_warp.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {

constexpr std::int32_t most_team_values = 150;
/// Of a team, at most.
constexpr std::int32_t most_threads = 64;
constexpr std::int32_t called_teams = 40;

/// What one thread is told.
struct TeamTold {
  std::int32_t first;
  std::uint32_t sum, shared, beside, before;
  std::int32_t any;
  std::uint32_t least;
  std::uint64_t mask, alike;

  friend bool operator==(const TeamTold&, const TeamTold&) = default;
};

/// Calls all functions of teams.
template <class MemorySpace>
struct CallTeam {
  static constexpr int grain = 1;
  using launch_bounds = Kokkos::LaunchBounds<backends::warp_size, 1>;

  Kokkos::View<std::uint32_t*, MemorySpace> values;  ///< (called_teams, most_team_values)
  Kokkos::View<std::int32_t*, MemorySpace> counts;   ///< (called_teams)
  Kokkos::View<TeamTold*, MemorySpace> told;         ///< (called_teams, most_threads)
  Kokkos::View<std::uint32_t*, MemorySpace> room;    ///< (called_teams, most_threads)

  KOKKOS_FUNCTION void operator()(int number) const { work(backends::OneThread(), number); }
  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    work(backends::Warp(), member.league_rank());
  }
  template <class Team>
  KOKKOS_INLINE_FUNCTION void work(const Team& team, int number) const {
    const std::uint32_t* const own = values.data() + static_cast<std::size_t>(number * most_team_values);
    std::uint32_t* const written = room.data() + static_cast<std::size_t>(number * most_threads);
    const std::uint32_t value = own[team.rank()];
    TeamTold result{};
    result.first = team.first(counts(number), [&](std::int32_t i) { return own[i] % 16 == 0; });
    result.sum = team.sum(counts(number), [&](std::int32_t i) { return own[i]; });
    result.shared = team.broadcast(value);
    // Everyone reads what the next one has written, before that one writes anew.
    std::uint32_t read = 0;
    for (std::uint32_t time = 0; time < 3; ++time) {
      written[team.rank()] = value + time;
      team.sync();
      read = 3 * read + written[(team.rank() + 1) % team.size];
      team.sync();
    }
    result.beside = read;
    if constexpr (backends::WarpTeam<Team>) {
      result.before = team.from(value, team.rank() - 5);
      result.any = team.from(static_cast<std::int32_t>(value) - 20, static_cast<int>(value) % team.size);
      result.least = team.least(value);
      result.mask = team.mask(value % 2 == 1);
      result.alike = team.alike(static_cast<std::int32_t>(value % 4) - 2);
    }
    told(number * most_threads + team.rank()) = result;
  }
};

struct TeamCalls {
  std::vector<std::uint32_t> values;
  std::vector<std::int32_t> counts;

  explicit TeamCalls(Random& random) {
    for (std::int32_t number = 0; number < called_teams; ++number) {
      // Among them are counts on either side of one and of two values a thread.
      counts.push_back(number < 6 ? std::array{0, 1, 32, 33, 64, 65}[static_cast<std::size_t>(number)]
                                  : random.integer(0, most_team_values));
      for (std::int32_t k = 0; k < most_team_values; ++k) values.push_back(static_cast<std::uint32_t>(random.integer(number % 2, 60)));
    }
  }
  template <class MemorySpace>
  CallTeam<MemorySpace> kernel() const {
    constexpr auto threads = static_cast<std::size_t>(called_teams * most_threads);
    return {to_view<MemorySpace>("plethos::tests::values", values), to_view<MemorySpace>("plethos::tests::counts", counts),
            Kokkos::View<TeamTold*, MemorySpace>("plethos::tests::told", threads),
            Kokkos::View<std::uint32_t*, MemorySpace>("plethos::tests::room", threads)};
  }
  /// Checks what teams of so many threads are told.
  void check(int size, const std::vector<TeamTold>& told) const {
    for (std::int32_t number = 0; number < called_teams; ++number) {
      const std::uint32_t* const own = values.data() + number * most_team_values;
      const std::uint32_t* const end = own + counts[static_cast<std::size_t>(number)];
      const std::uint32_t* const found = std::find_if(own, end, [](std::uint32_t value) { return value % 16 == 0; });
      for (int rank = 0; rank < size; ++rank) {
        TeamTold expected{};
        expected.first = found == end ? -1 : static_cast<std::int32_t>(found - own);
        expected.sum = std::accumulate(own, end, 0u);
        expected.shared = own[0];
        expected.beside = 13 * own[(rank + 1) % size] + 5;
        if (size > 1) {
          expected.before = own[(rank + size - 5) % size];
          expected.any = static_cast<std::int32_t>(own[own[rank] % static_cast<std::uint32_t>(size)]) - 20;
          expected.least = *std::min_element(own, own + size);
          for (int other = 0; other < size; ++other) {
            expected.mask |= std::uint64_t{own[other] % 2} << other;
            expected.alike |= std::uint64_t{own[other] % 4 == own[rank] % 4} << other;
          }
        }
        CAPTURE(size);
        CAPTURE(number);
        CAPTURE(rank);
        CHECK(told[static_cast<std::size_t>(number * most_threads + rank)] == expected);
      }
    }
  }
};

PLETHOS_SCALAR_MATRIX_TEST("a team tells its threads what their values are together") {
  Random random("search teams");
  const TeamCalls calls(random);
  backends::visit(backend, [&](const auto& execution) {
    using Space = typename std::decay_t<decltype(execution)>::memory_space;
    const CallTeam<Space> kernel = calls.kernel<Space>();
    backends::for_each_team(execution, "plethos::tests::call_team", called_teams, backends::warp_size, 0, kernel);
    execution.fence();
    const auto told = host_view(kernel.told);
    calls.check(backend.scheduler ? 1 : backends::warp_size, {told.data(), told.data() + told.size()});
  });
}

TEST_CASE("a warp on the host tells its threads the same") {
  Random random("search teams");
  const TeamCalls calls(random);
  for_each_warp([&]<class Team>(Team) {
    const auto kernel = calls.kernel<Kokkos::HostSpace>();
    Team::run([&](const Team& team) {
      for (std::int32_t number = 0; number < called_teams; ++number) kernel.work(team, number);
    });
    calls.check(Team::size, {kernel.told.data(), kernel.told.data() + kernel.told.size()});
  });
}

TEST_CASE("threads of a warp on the host that do not call the same together end with an error") {
  const auto some_call = [](const HostWarp& team) {
    if (team.rank() < 7) team.mask(true);
    team.sync();
  };
  CHECK_THROWS_WITH_AS(HostWarp::run(some_call), "thread 7 calls 'sync', and others 'mask'", std::logic_error);
  const auto one_ends = [](const HostWarp& team) {
    if (team.rank() != 31) team.sync();
  };
  CHECK_THROWS_WITH_AS(HostWarp::run(one_ends), "thread 31 calls 'the end', and others 'sync'", std::logic_error);
  const auto one_throws = [](const HostWarp& team) {
    team.sync();
    if (team.rank() == 3) throw std::runtime_error("three");
    team.sync();
  };
  CHECK_THROWS_WITH_AS(HostWarp::run(one_throws), "three", std::runtime_error);
  int ended = 0;
  HostWarp::run([&](const HostWarp& team) {
    if (team.rank() == 0) ++ended;
  });
  CHECK(ended == 1);
}

}  // namespace plethos::tests
