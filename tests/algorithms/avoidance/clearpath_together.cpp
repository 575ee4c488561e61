#include "algorithms/avoidance/clearpath/clearpath_kernel-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_stages.hpp"
#include "algorithms/avoidance/clearpath_guarded/clearpath_guarded_kernel-inl.hpp"
#include "backends/teams.hpp"
#include "tests/algorithms/avoidance/choose.hpp"
#include "tests/algorithms/avoidance/clearpath_rounds.hpp"
#include "tests/harness/host_block.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using avoidance::ClearpathOptions;
using scalar::ClearpathChoice;
using namespace clearpath_rounds;

/// In this dense crowd nearly all agents search, and most of them again and again. In the other round, lists are so long that a team takes
/// several turns for the edges.
const Round& crowd() { return rounds()[2]; }
const Round& long_lists() { return rounds()[4]; }

constexpr ClearpathOptions alone{.together = false};

/// Returns what blocks choose for all agents that search.
template <class Team, class Rules>
std::vector<Vec2> choose_by_blocks(const Round& round, bool sides) {
  constexpr int capacity = maximum_neighbors;
  const SceneMemory<Kokkos::HostSpace> memory(round.hoods, round.capacity);
  const AllParameters& parameters = round.hoods.parameters;
  avoidance::ClearpathArguments in = avoidance::clearpath_arguments(memory.scene(round.hoods), memory.velocities, sides, parameters, {});
  if (Rules::guarded_neighbors > 0) in.perturbation = parameters.perturbation;
  std::vector<std::int32_t> searching;
  for (std::int32_t i = 0; i < in.agents; ++i) {
    if (in.state[i] != active_state) {
      scalar::keep_velocity<ScalarLane>(in, i, in.state[i], ScalarMask{true});
    } else if (!avoidance::clearpath_stage<Rules, capacity>(in, i, scalar::clearpath_test)) {
      searching.push_back(i);
    }
  }
  Team::run([&](const Team& team) {
    auto* const regions = team.template scratch<scalar::ClearpathRegions<capacity>>(1);
    scalar::ClearpathTogether<ScalarLane, Rules, Team, capacity> work(team, *regions, Team::size);
    for (const std::int32_t i : searching) {
      avoidance::clearpath_search_together(in, i, scalar::clearpath_first_search, work);
    }
  });
  return memory.chosen();
}

}  // namespace

TEST_CASE("ClearPath: a block of any width chooses the bits of one thread") {
  for (const Round* round : {&crowd(), &long_lists()}) {
    CAPTURE(round->capacity);
    for (const ClearpathKind variant : variants) {
      CAPTURE(variant);
      const std::vector<Vec2> expected = choose(plainest_backend(), round->hoods, round->capacity, variant, alone);
      for_each_block([&]<class Team>(Team) {
        CAPTURE(Team::size);
        const auto chosen = variant == ClearpathKind::guarded
                                ? choose_by_blocks<Team, scalar::ClearpathGuardedRules>(*round, true)
                                : choose_by_blocks<Team, scalar::ClearpathPublished>(*round, variant != ClearpathKind::clearpath2);
        CHECK(different_bits(chosen, expected) == 0);
      });
    }
  }
}

PLETHOS_MATRIX_TEST("ClearPath: teams, and who searches alone before, choose the bits of who works alone") {
  for (const Round* round : {&crowd(), &long_lists()}) {
    CAPTURE(round->capacity);
    for (const ClearpathKind variant : variants) {
      CAPTURE(variant);
      const std::vector<Vec2> expected = choose(backend, round->hoods, round->capacity, variant, alone);
      // A GPU counts as full with the first value, and not with the second.
      for (const std::int32_t from : {0, 1 << 20}) {
        CAPTURE(from);
        for (const bool together : {true, false}) {
          const ClearpathOptions options{.together = together, .gpu_packs_from = from};
          CHECK(different_bits(choose(backend, round->hoods, round->capacity, variant, options), expected) == 0);
        }
      }
    }
  }
}

TEST_CASE("ClearPath: of equally close velocities a team takes that of the lowest edge, whoever finds it") {
  ClearpathChoice choice{};
  const backends::First<ClearpathChoice> closest{&choice};
  const ClearpathChoice far{2, 1, 0, 0, 3};
  const ClearpathChoice high{1, 7, 0.5f, 0, 9};
  const ClearpathChoice low{1, 4, 0, 0.5f, 2};
  for (const bool high_first : {true, false}) {
    closest.init(choice);
    CHECK(choice.edge == -1);
    closest.join(choice, far);
    closest.join(choice, high_first ? high : low);
    closest.join(choice, high_first ? low : high);
    CHECK(choice.edge == 4);
    CHECK(choice.y == 0.5f);
    ClearpathChoice none{};
    closest.init(none);
    closest.join(none, choice);
    CHECK(none.edge == 4);
  }
  // Without a velocity the choice keeps what was needed most.
  const ClearpathChoice few{scalar::clearpath_never, -1, 0, 0, 3};
  const ClearpathChoice many{scalar::clearpath_never, -1, 0, 0, 5};
  for (const bool many_first : {true, false}) {
    closest.init(choice);
    closest.join(choice, many_first ? many : few);
    closest.join(choice, many_first ? few : many);
    CHECK(choice.edge == -1);
    CHECK(choice.regions == 5);
  }
}

}  // namespace plethos::tests
