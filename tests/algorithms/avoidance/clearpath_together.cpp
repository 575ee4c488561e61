#include "algorithms/avoidance/clearpath/clearpath_kernel-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_stages.hpp"
#include "algorithms/avoidance/clearpath_guarded/clearpath_guarded_kernel-inl.hpp"
#include "backends/teams.hpp"
#include "tests/algorithms/avoidance/choose.hpp"
#include "tests/algorithms/avoidance/clearpath_rounds.hpp"
#include "tests/harness/choose_with.hpp"
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

/// A device's team on one thread, with its members in the opposite order.
struct BackwardTeam {
  template <class Function>
  KOKKOS_FUNCTION void each(int count, int, const Function& f) const {
    for (int i = count; i-- > 0;) f(i);
  }
  template <class Function>
  KOKKOS_FUNCTION bool any(int count, const Function& f) const {
    bool found = false;
    for (int i = count; i-- > 0;) found = f(i) || found;
    return found;
  }
  /// Finds each member's own best, and then the first of these.
  template <class Order, class Function>
  KOKKOS_FUNCTION typename Order::value_type least(int count, const Function& f) const {
    typename Order::value_type best = Order::last();
    for (int i = count; i-- > 0;) {
      typename Order::value_type own = Order::last();
      f(i, own);
      backends::First<Order>{&best}.join(best, own);
    }
    return best;
  }
};

/// Chooses for all agents that search, by such teams.
template <class Rules>
struct ByBackwardTeams {
  bool sides;
  avoidance::ClearpathGuardedParameters parameters;

  template <class Execution, class Scene, class Vectors>
  void choose(const Execution&, const Scene& scene, const Vectors& velocities) const {
    constexpr int capacity = maximum_neighbors;
    if constexpr (std::is_same_v<typename Execution::memory_space, Kokkos::HostSpace>) {
      avoidance::ClearpathArguments in = avoidance::clearpath_arguments(scene, velocities, sides, parameters, {});
      if (Rules::guarded_neighbors > 0) in.perturbation = parameters.perturbation;
      const BackwardTeam team;
      const auto regions = std::make_unique<scalar::ClearpathRegions<capacity>>();
      for (std::int32_t i = 0; i < in.agents; ++i) {
        if (in.state[i] != active_state) {
          scalar::keep_velocity<ScalarLane>(in, i, in.state[i], ScalarMask{true});
        } else if (!avoidance::clearpath_stage<Rules, capacity>(in, i, scalar::clearpath_test)) {
          scalar::ClearpathTogether<ScalarLane, Rules, BackwardTeam, capacity> work(team, *regions);
          scalar::clearpath_search_together<ScalarLane>(in, i, scalar::clearpath_first_search, work);
        }
      }
    }
  }
};

}  // namespace

TEST_CASE("ClearPath: what a team's members do in any order gives the bits of one thread") {
  for (const Round* round : {&crowd(), &long_lists()}) {
    CAPTURE(round->capacity);
    for (const ClearpathKind variant : variants) {
      CAPTURE(variant);
      const auto by = [&](const auto& teams) {
        return choose_with(plainest_backend(), round->hoods, round->capacity, [&](const auto&) { return teams; });
      };
      const AllParameters& parameters = round->hoods.parameters;
      const bool sides = variant != ClearpathKind::clearpath2;
      const auto by_teams = variant == ClearpathKind::guarded ? by(ByBackwardTeams<scalar::ClearpathGuardedRules>{sides, parameters})
                                                              : by(ByBackwardTeams<scalar::ClearpathPublished>{sides, parameters});
      CHECK(different_bits(by_teams, choose(plainest_backend(), round->hoods, round->capacity, variant, alone)) == 0);
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
