#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "algorithms/avoidance/perturbation-inl.hpp"
#include "core/lane/scalar_lane.hpp"
#include "core/vec2.hpp"

/// Tests the perturbation of one agent, each rule by itself and in closed form (docs/algorithms/orca.md, "Symmetry"). The inputs are the
/// numbers that the rule names. The output is an angle or a share of agents.
namespace plethos::tests {
namespace {

using Blocked = scalar::BlockedBy<ScalarLane>;

constexpr float speed = 1.25f;  // m/s, preferred, along x
constexpr std::uint32_t steps_a_second = 20;
constexpr float most_turns = 3;

/// The situation of an agent that may be held up.
struct Plight {
  float lacked = 1;    ///< the part of its way that the agent has lacked
  float progress = 0;  ///< its speed along x, as a part of its preferred speed
  float left = 0;      ///< m/s, its own motion to the left
  bool beside_walls = false;
  bool blocked = true;
  int yielding = 1;         ///< the number of agents that block it and yield
  float others_lacked = 1;  ///< the part of its way that each of these has lacked
  float others_left = 0;    ///< m^2/s^2, the sum of their motion to the left
  float tangent = 1;        ///< the parameter `perturbation`
};

/// Returns the agent's preferred velocity after the perturbation.
Vec2 preferred(const Plight& plight, std::uint32_t id, std::uint32_t step = 0, std::uint64_t seed = 1) {
  avoidance::Arguments in{};
  in.perturbation = plight.tangent;
  in.perturbation_steps = steps_a_second;
  in.random.seed = seed;
  in.step = &step;
  scalar::LaneAgent<ScalarLane> agent{};
  agent.preferred_x = speed;
  agent.vx = plight.progress * speed;
  agent.vy = plight.left;
  agent.id = id;
  agent.lacked = plight.lacked;
  const auto yielding = static_cast<float>(plight.yielding);
  const Blocked blocked{{plight.beside_walls}, {plight.blocked}, yielding, yielding * plight.others_lacked, plight.others_left};
  scalar::perturb<ScalarLane>(in, blocked, most_turns, agent);
  return {agent.preferred_x, agent.preferred_y};
}

/// Returns the tangent by which the agent turns, positive to the left. Its speed must stay the same.
float turned_by(const Plight& plight, std::uint32_t id = 0, std::uint32_t step = 0, std::uint64_t seed = 1) {
  const Vec2 v = preferred(plight, id, step, seed);
  CHECK(length(v) == doctest::Approx(speed).epsilon(1e-5));
  return v.y / v.x;
}

/// An agent that is held up but moves, and so is never stuck.
Plight slowed() { return {.progress = 0.5f, .left = 1}; }

constexpr std::uint32_t crowd_size = 20000;

/// Returns the share of a crowd of such agents that go anywhere. The others go on as they wanted, or turn aside.
double share_that_leaves(const Plight& plight) {
  const float together = plight.yielding > 0 && !plight.beside_walls ? std::fmin(plight.lacked, plight.others_lacked) : 0;
  const float aside = plight.tangent * std::fmin(std::fmax(5 * together - 1, 0.f), most_turns);
  int leave = 0;
  for (std::uint32_t id = 0; id < crowd_size; ++id) {
    const Vec2 v = preferred(plight, id);
    const float tangent = v.y / v.x;
    const bool goes_on = v.x > 0 && std::fabs(std::fabs(tangent) - aside) < 1e-4f;
    leave += goes_on ? 0 : 1;
  }
  return leave / static_cast<double>(crowd_size);
}

/// Returns four standard deviations of such a share.
double give_or_take(double share) { return 4 * std::sqrt(share * (1 - share) / crowd_size); }

/// An agent that stands, blocked by others that yield, by agents that never yield, or beside walls.
Plight among_others() { return {}; }
Plight behind_standing() { return {.yielding = 0}; }
Plight beside_walls() { return {.beside_walls = true}; }

}  // namespace

TEST_CASE("who has lacked a fifth of its way begins to turn, and turns by the more, the more it has lacked") {
  struct Case {
    float lacked, tangent;
  };
  for (const Case& c : {Case{0, 0}, Case{0.15f, 0}, Case{0.199f, 0}, Case{0.22f, 0.1f}, Case{0.25f, 0.25f}, Case{0.3f, 0.5f},
                        Case{0.35f, 0.75f}, Case{0.4f, 1}, Case{0.7f, 2.5f}, Case{0.8f, 3}, Case{1, 3}}) {
    CAPTURE(c.lacked);
    Plight plight = slowed();
    plight.lacked = c.lacked;
    CHECK(turned_by(plight) == doctest::Approx(c.tangent).epsilon(1e-4));
    plight.tangent = 0.3f;
    CHECK(turned_by(plight) == doctest::Approx(0.3f * c.tangent).epsilon(1e-4));
    // The agents that block it must have lacked as much on average.
    plight = slowed();
    plight.yielding = 3;
    plight.others_lacked = c.lacked;
    CHECK(turned_by(plight) == doctest::Approx(c.tangent).epsilon(1e-4));
  }
}

TEST_CASE("nobody turns beside walls, for agents that never yield, or at nine tenths of its speed") {
  Plight plight = slowed();
  plight.yielding = 0;
  CHECK(turned_by(plight) == 0);
  plight = slowed();
  plight.beside_walls = true;
  CHECK(turned_by(plight) == 0);
  plight = slowed();
  plight.progress = 0.89f;
  CHECK(turned_by(plight) == doctest::Approx(3));
  plight.progress = 0.91f;
  CHECK(turned_by(plight) == 0);
}

TEST_CASE("an agent turns to the side to which it and those that block it move, and by chance where they hardly do") {
  const float squared = speed * speed;
  Plight plight = slowed();
  const auto to_the_left = [&](float own, float others) {
    plight.left = own;
    plight.others_left = others;
    int left = 0;
    for (std::uint32_t second = 0; second < 1000; ++second) left += turned_by(plight, 7, second * steps_a_second) > 0 ? 1 : 0;
    return left;
  };
  // The unit is m/s times the preferred speed. More than a sixteenth of the squared speed decides in every second.
  CHECK(to_the_left(0.07f * speed, 0) == 1000);
  CHECK(to_the_left(-0.07f * speed, 0) == 0);
  CHECK(to_the_left(0, 0.07f * squared) == 1000);
  CHECK(to_the_left(0, -0.07f * squared) == 0);
  CHECK(to_the_left(0.2f * speed, -0.3f * squared) == 0);
  CHECK(to_the_left(-0.2f * speed, 0.3f * squared) == 1000);
  // With half of that, chance takes the other side one time in eight, as the mean of two numbers is spread. With nothing, chance decides
  // all.
  CHECK(std::abs(to_the_left(0.03125f * speed, 0) - 875) < 50);
  CHECK(std::abs(to_the_left(0, 0) - 500) < 70);
}

TEST_CASE("where nothing decides for a side, two of three agents take the same one, for a second") {
  Plight plight = slowed();
  plight.left = 0;
  int agree = 0;
  int stay = 0;
  int reseeded = 0;
  constexpr std::uint32_t seconds = 2000;
  for (std::uint32_t second = 0; second < seconds; ++second) {
    const float tangent = turned_by(plight, 0, second * steps_a_second);
    agree += turned_by(plight, 1, second * steps_a_second) == tangent ? 1 : 0;
    stay += turned_by(plight, 0, second * steps_a_second + 19) == tangent ? 1 : 0;
    reseeded += turned_by(plight, 0, second * steps_a_second, 2) == tangent ? 0 : 1;
  }
  CHECK(stay == seconds);
  // Two sums that share one of two numbers from -1 to 1 agree in sign with the chance (1 + 1/3) / 2. Four standard deviations are 85.
  CHECK(std::abs(agree - 1333) < 85);
  CHECK(std::abs(reseeded - 1000) < 90);
}

TEST_CASE("of those that are stuck 85 of 100 go anywhere beside walls, every other one behind agents that never yield, one of 16 else") {
  CHECK(std::abs(share_that_leaves(among_others()) - 0.0625) < give_or_take(0.0625));
  CHECK(std::abs(share_that_leaves(behind_standing()) - 0.5) < give_or_take(0.5));
  // Agents that go anywhere and happen to go ahead, or aside by 45 degrees, are too few to show.
  CHECK(std::abs(share_that_leaves(beside_walls()) - 0.85) < give_or_take(0.85));
  Plight plight = beside_walls();
  plight.yielding = 0;
  CHECK(std::abs(share_that_leaves(plight) - 0.85) < give_or_take(0.85));
}

TEST_CASE("nobody is stuck whom no one blocks, or who makes a tenth of its way") {
  for (const Plight& plight : {among_others(), behind_standing(), beside_walls()}) {
    Plight alone = plight;
    alone.blocked = false;
    alone.yielding = 0;
    CHECK(share_that_leaves(alone) == 0);
    Plight creeping = plight;
    creeping.progress = 0.09f;
    CHECK(share_that_leaves(creeping) > 0.05);
    creeping.progress = 0.11f;
    CHECK(share_that_leaves(creeping) == 0);
  }
}

TEST_CASE("an agent is stuck once it has lacked three tenths of its way beside walls, and nine tenths in the open") {
  Plight plight = beside_walls();
  plight.lacked = 0.29f;
  CHECK(share_that_leaves(plight) < 0.01);
  plight.lacked = 0.31f;
  CHECK(share_that_leaves(plight) > 0.8);
  // Beside walls, and behind agents that never yield, what the others have lacked does not count.
  plight.others_lacked = 0;
  CHECK(share_that_leaves(plight) > 0.8);
  plight = behind_standing();
  plight.lacked = 0.89f;
  CHECK(share_that_leaves(plight) == 0);
  plight.lacked = 0.91f;
  CHECK(share_that_leaves(plight) > 0.45);
  // In the open both sides must have waited.
  plight = among_others();
  plight.others_lacked = 0.89f;
  CHECK(share_that_leaves(plight) == 0);
  plight.others_lacked = 0.91f;
  CHECK(share_that_leaves(plight) > 0.05);
  plight.lacked = 0.89f;
  CHECK(share_that_leaves(plight) == 0);
}

TEST_CASE("who goes anywhere goes to any side as fast as it wanted, for a second") {
  const Plight plight = beside_walls();
  std::array<int, 4> quarters{};
  int changed = 0;
  int reseeded = 0;
  for (std::uint32_t id = 0; id < 4000; ++id) {
    const Vec2 v = preferred(plight, id);
    CHECK(length(v) == doctest::Approx(speed).epsilon(1e-5));
    const auto quarter = static_cast<std::size_t>(std::atan2(v.y, v.x) / (std::numbers::pi / 2) + 2);
    ++quarters.at(quarter);
    for (std::uint32_t step = 1; step < steps_a_second; ++step) CHECK(preferred(plight, id, step) == v);
    changed += preferred(plight, id, steps_a_second) == v ? 0 : 1;
    reseeded += preferred(plight, id, 0, 2) == v ? 0 : 1;
  }
  // 85 of 100 agents leave, to all four quarters alike. The others go ahead, which counts to one of the quarters.
  for (const std::size_t back : {0u, 3u}) CHECK(std::abs(quarters[back] - 850) < 100);
  CHECK(std::abs(quarters[1] - 850) < 100);
  CHECK(std::abs(quarters[2] - 1450) < 120);
  CHECK(changed > 3800);
  CHECK(reseeded > 3800);
}

template <class In>
concept has_maximum_speed = requires(const In& in) {
  in.maximum_speed;
};
template <class In>
concept loads_neighbors = requires(const In& in, const scalar::LaneAgent<ScalarLane>& agent) {
  scalar::lane_neighbor<ScalarLane>(in, agent, ScalarMask{true}, 0);
};

TEST_CASE("kernels load neighbors from nothing but the columns that ranks are told of") {
  static_assert(loads_neighbors<avoidance::NeighborArguments> && !has_maximum_speed<avoidance::NeighborArguments>);
  static_assert(!has_maximum_speed<avoidance::NeighborArgumentsInStep> && has_maximum_speed<avoidance::Arguments>);
}

TEST_CASE("what those that block an agent do is summed over the ones that yield") {
  const std::array<float, 4> reciprocity{0.5f, 0, 0.5f, 1};
  const std::array<float, 4> preferred_x{1, 1, 0, 1};
  const std::array<float, 4> preferred_y{0, 0, 2, 1};
  const std::array<float, 4> velocity_x{0, 0, -0.5f, 1};
  const std::array<float, 4> velocity_y{0.5f, 3, 0, 0};
  // The words hold 16 bits an agent: an eighth, one half, a quarter, three quarters.
  const std::array<std::int32_t, 2> lacked{static_cast<std::int32_t>(0x80002000u), static_cast<std::int32_t>(0xc0004000u)};
  const std::array<std::int32_t, 1> no_walls{0};
  avoidance::Arguments in{};
  in.reciprocity = reciprocity.data();
  in.preferred_x = preferred_x.data();
  in.preferred_y = preferred_y.data();
  in.velocity_x = velocity_x.data();
  in.velocity_y = velocity_y.data();
  in.lacked = lacked.data();
  in.wall_count = no_walls.data();
  Blocked blocked = scalar::blocked_by_nobody<ScalarLane>(in, 0);
  CHECK_FALSE(blocked.beside_walls.value);
  CHECK_FALSE(blocked.anybody.value);
  blocked.add(in, ScalarMask{false}, 0);
  CHECK_FALSE(blocked.anybody.value);
  blocked.add(in, ScalarMask{true}, 1);
  CHECK(blocked.anybody.value);
  CHECK(blocked.yielding == 0);
  for (const std::int32_t other : {0, 2, 3}) blocked.add(in, ScalarMask{true}, other);
  CHECK(blocked.yielding == 3);
  CHECK(blocked.lacked == 0.125f + 0.25f + 0.75f);
  // The terms are preferred velocity x velocity: 1 x 0.5; (0, 2) with (-0.5, 0); (1, 1) with (1, 0).
  CHECK(blocked.left == 0.5f + 1 - 1);
}

}  // namespace plethos::tests
