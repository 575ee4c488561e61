#include "algorithms/avoidance/orca/orca_by_warps.hpp"

#include <doctest/doctest.h>

#include "algorithms/avoidance/arguments_of.hpp"
#include "tests/algorithms/avoidance/choose.hpp"
#include "tests/harness/host_warp.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

/// Returns what teams choose, an agent after the other.
template <class Threads>
std::vector<Vec2> choose_by_teams(const Neighborhoods& hoods, std::int32_t capacity) {
  const SceneMemory<Kokkos::HostSpace> memory(hoods, capacity);
  const AllParameters& parameters = hoods.parameters;
  avoidance::OrcaArguments in{avoidance::arguments_of(memory.scene(hoods), memory.velocities), parameters.time_horizon,
                              parameters.time_horizon_obstacles};
  in.perturbation = parameters.perturbation;
  for (std::int32_t i = 0; i < in.agents; ++i) {
    Threads::run([&](const auto& team) { avoidance::orca_choose_by(team, in, i); });
  }
  return memory.chosen();
}

struct TeamCrowd {
  int agents;
  float size;
  int segments;
  std::int32_t capacity;
  float perturbation;
};

}  // namespace

TEST_CASE("orca: a team of any width chooses the bits of one thread") {
  Random random("orca by teams");
  for (const TeamCrowd& crowd : {TeamCrowd{60, 30, 0, 10, 0}, TeamCrowd{60, 4, 0, 10, 0}, TeamCrowd{60, 2.5f, 0, 16, 1},
                                 TeamCrowd{80, 6, 12, 10, 1}, TeamCrowd{60, 3, 20, 16, 0}, TeamCrowd{1, 5, 3, 10, 1}}) {
    CAPTURE(crowd.size);
    CAPTURE(crowd.capacity);
    Neighborhoods hoods = random_neighborhoods(random, crowd.agents, crowd.size, crowd.segments, static_cast<std::size_t>(crowd.capacity));
    hoods.parameters.perturbation = crowd.perturbation;
    hoods.parameters.time_step = random.between(0.05f, 0.25f);
    hoods.parameters.time_horizon = random.between(1, 10);
    hoods.parameters.time_horizon_obstacles = random.between(0.5f, 5);
    const std::vector<Vec2> expected = choose_by_orca(plainest_backend(), hoods, crowd.capacity);
    CHECK(different_bits(choose_by_teams<HostThreads<32>>(hoods, crowd.capacity), expected) == 0);
    CHECK(different_bits(choose_by_teams<HostThreads<64>>(hoods, crowd.capacity), expected) == 0);
  }
}

}  // namespace plethos::tests
