#include "algorithms/avoidance/rvo/rvo.hpp"

#include <limits>

#include "algorithms/avoidance/rvo/rvo_kernel-inl.hpp"
#include "algorithms/avoidance/rvo/rvo_nested_kernel-inl.hpp"
#include "algorithms/verify/verifiers.hpp"
#include "core/lane/scalar_lane.hpp"
#include "tests/algorithms/avoidance/choose.hpp"
#include "tests/harness/host_block.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

/// m. Rounding in float32 kernels moves contacts by less in the worst neighborhoods here. A cost must lie between the reference's for discs
/// this much smaller and larger. This also covers a grazing collision that only one of the two sees.
constexpr double radius_margin = 1e-4;
constexpr double cost_margin = 1e-4;

struct SampleRound {
  Neighborhoods hoods;
  std::int32_t capacity;
  avoidance::RvoVariant variant;
  std::vector<double> least;                         ///< each active agent's least cost, for discs a little too large
  std::vector<std::vector<rvo::Vector>> candidates;  ///< each active agent's samples
};

rvo::Agent with_radius(rvo::Agent agent, double change) {
  agent.radius += change;
  return agent;
}

/// Changes the limits by a little: rounding decides whether samples on the border are admissible.
rvo::Agent with_limits(rvo::Agent agent, double factor) {
  agent.maximum_speed *= factor;
  agent.maximum_acceleration *= factor;
  return agent;
}

double horizon_of(const SampleRound& round) {
  return round.variant == avoidance::RvoVariant::steady ? static_cast<double>(avoidance::steady_horizon) : rvo::never;
}

void compute_reference(SampleRound& round) {
  const Neighborhoods& hoods = round.hoods;
  const AllParameters& p = hoods.parameters;
  const auto time_step = static_cast<double>(p.time_step);
  const bool steady = round.variant == avoidance::RvoVariant::steady;
  for (std::size_t i = 0; i < hoods.records.size(); ++i) {
    double least = std::numeric_limits<double>::infinity();
    const rvo::Agent self = hoods.agent(i);
    if (hoods.records[i].state == AgentState::active) {
      const auto others = hoods.neighbors_of(i);
      const auto walls = hoods.walls_of(i);
      for (const rvo::Vector v : rvo::samples(with_limits(self, 1 - 1e-6), time_step, p.samples, p.seed, hoods.step, steady)) {
        least = std::min(least, rvo::cost(with_radius(self, radius_margin), others, walls, time_step, v, horizon_of(round)));
      }
    }
    round.least.push_back(least);
    round.candidates.push_back(rvo::samples(with_limits(self, 1 + 1e-6), time_step, p.samples, p.seed, hoods.step, steady));
  }
}

/// Returns thousands of neighborhoods with overlaps, passive neighbors, all reciprocities, with walls and without any of these, and with
/// standing agents. One kind of three is for `rvo-steady`.
const std::vector<SampleRound>& sample_rounds() {
  static const std::vector<SampleRound> all = [] {
    struct Kind {
      int agents;
      float size;
      int segments;
      std::int32_t capacity;
      std::int32_t samples;
    };
    const Kind kinds[] = {{500, 12, 0, 10, 60},  {500, 12, 12, 10, 60}, {500, 5, 8, 10, 60}, {300, 30, 6, 16, 250}, {200, 8, 30, 40, 61},
                          {100, 100, 0, 10, 60}, {100, 6, 8, 17, 1},    {101, 6, 8, 8, 2},   {301, 9, 20, 64, 33},  {63, 6, 4, 10, 7}};
    Random random("rvo");
    std::vector<SampleRound> result;
    for (const Kind& kind : kinds) {
      SampleRound round{random_neighborhoods(random, kind.agents, kind.size, kind.segments, static_cast<std::size_t>(kind.capacity)),
                        kind.capacity,
                        result.size() % 3 == 1 ? avoidance::RvoVariant::steady : avoidance::RvoVariant::published,
                        {},
                        {}};
      round.hoods.parameters.samples = kind.samples;
      round.hoods.parameters.seed = random.word64();
      round.hoods.parameters.time_step = random.between(0.05f, 0.25f);
      round.hoods.step = random.word() >> 8;
      compute_reference(round);
      result.push_back(round);
    }
    return result;
  }();
  return all;
}

std::vector<Vec2> choose(const backends::Backend& backend, const SampleRound& round, avoidance::Parallel parallel) {
  return choose(backend, round.hoods, round.capacity, parallel, round.variant);
}

constexpr avoidance::Parallel both[] = {avoidance::Parallel::flat, avoidance::Parallel::nested};

const std::vector<std::vector<Vec2>>& flat_choices() {
  static const auto choices = [] {
    std::vector<std::vector<Vec2>> result;
    for (const SampleRound& round : sample_rounds()) result.push_back(choose(plainest_backend(), round, avoidance::Parallel::flat));
    return result;
  }();
  return choices;
}

bool is_candidate(const SampleRound& round, std::size_t i, Vec2 v) {
  const rvo::Vector chosen{static_cast<double>(v.x), static_cast<double>(v.y)};
  return std::any_of(round.candidates[i].begin(), round.candidates[i].end(), [&](rvo::Vector c) { return length(c - chosen) < 2e-5; });
}

void check_choice(const SampleRound& round, std::size_t i, Vec2 v) {
  const Neighborhoods& hoods = round.hoods;
  const AgentRecord& record = hoods.records[i];
  if (record.state != AgentState::active) {
    CHECK(v == (record.state == AgentState::passive ? record.velocity : Vec2{}));
    return;
  }
  REQUIRE(std::isfinite(v.x));
  REQUIRE(std::isfinite(v.y));
  CHECK(is_candidate(round, i, v));
  const double cost =
      rvo::cost(with_radius(hoods.agent(i), -radius_margin), hoods.neighbors_of(i), hoods.walls_of(i),
                static_cast<double>(hoods.parameters.time_step), {static_cast<double>(v.x), static_cast<double>(v.y)}, horizon_of(round));
  CHECK(cost <= round.least[i] + cost_margin * (1 + round.least[i]));
}

}  // namespace

PLETHOS_MATRIX_TEST("the chosen velocity is the reference's, by cost") {
  for (std::size_t r = 0; r < sample_rounds().size(); ++r) {
    CAPTURE(r);
    for (const avoidance::Parallel parallel : both) {
      CAPTURE(parallel);
      const std::vector<Vec2> chosen = choose(backend, sample_rounds()[r], parallel);
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        CAPTURE(i);
        check_choice(sample_rounds()[r], i, chosen[i]);
      }
    }
  }
}

PLETHOS_MATRIX_TEST("the chosen velocity has the bits of the serial scalar lane") {
  if (!backend.same_bits()) return;
  for (std::size_t r = 0; r < sample_rounds().size(); ++r) {
    CAPTURE(r);
    for (const avoidance::Parallel parallel : both) {
      CAPTURE(parallel);
      CHECK(different_bits(choose(backend, sample_rounds()[r], parallel), flat_choices()[r]) == 0);
    }
  }
}

TEST_CASE("a block of any width chooses the velocities of one thread") {
  for (std::size_t r = 0; r < sample_rounds().size(); ++r) {
    CAPTURE(r);
    SampleRound round = sample_rounds()[r];
    // Each of 64 threads tries several blocks of samples.
    if (round.capacity == 16) round.hoods.parameters.samples = 700;
    const std::vector<Vec2> expected = choose(plainest_backend(), round, avoidance::Parallel::flat);
    for_each_block([&]<class Team>(Team) {
      CAPTURE(Team::size);
      const SceneMemory<Kokkos::HostSpace> memory(round.hoods, round.capacity);
      const avoidance::RvoArguments arguments =
          avoidance::rvo_arguments(memory.scene(round.hoods), memory.velocities, round.hoods.parameters, round.variant);
      arguments.with_variant([&](auto variant) {
        Team::run([&](const Team& team) {
          auto* const neighbors = team.template scratch<avoidance::RvoSharedNeighbors<1>>(round.capacity);
          auto* const walls = team.template scratch<avoidance::RvoSharedWalls<1>>(round.capacity);
          for (std::int32_t i = 0; i < arguments.agents; ++i) {
            scalar::rvo_agent_by_team<ScalarLane>(arguments, variant, team, i, neighbors, walls);
            team.sync();
          }
        });
      });
      CHECK(different_bits(memory.chosen(), expected) == 0);
    });
  }
}

PLETHOS_MATRIX_TEST("the chosen velocity is admissible") {
  for (const SampleRound& round : sample_rounds()) {
    const std::vector<Vec2> chosen = choose(backend, round, avoidance::Parallel::automatic);
    CHECK(inadmissible(round.hoods, chosen) == 0);
  }
}

TEST_CASE("some agents keep their velocity where it is a candidate") {
  for (std::size_t r = 0; r < sample_rounds().size(); ++r) {
    const SampleRound& round = sample_rounds()[r];
    int kept = 0;
    for (std::size_t i = 0; i < round.hoods.records.size(); ++i) {
      const AgentRecord& record = round.hoods.records[i];
      if (record.state == AgentState::active && record.velocity != Vec2{} && flat_choices()[r][i] == record.velocity) ++kept;
    }
    if (round.variant == avoidance::RvoVariant::published) CHECK(kept == 0);
    if (r == 1) CHECK(kept > 2);
  }
}

TEST_CASE("the cost of any velocity is the reference's") {
  Random random("rvo cost");
  for (const SampleRound& round : sample_rounds()) {
    const Neighborhoods& hoods = round.hoods;
    const SceneMemory<Kokkos::HostSpace> memory(hoods, round.capacity);
    const avoidance::RvoArguments arguments =
        avoidance::rvo_arguments(memory.scene(hoods), memory.velocities, hoods.parameters, avoidance::RvoVariant::published);
    for (std::size_t i = 0; i < hoods.records.size(); ++i) {
      CAPTURE(i);
      const auto index = static_cast<std::int32_t>(i);
      const auto agent = scalar::rvo_agent<ScalarLane>(arguments, scalar::RvoEach<ScalarLane>{index});
      scalar::RvoTables<ScalarLane, maximum_neighbors> tables;
      scalar::rvo_begin<ScalarLane>(arguments, avoidance::RvoPublished{hoods.parameters.time_step}, agent, index, ScalarMask{true}, tables);
      const rvo::Agent self = hoods.agent(i);
      const auto time_step = static_cast<double>(hoods.parameters.time_step);
      for (int k = 0; k < 10; ++k) {
        const Vec2 v{random.between(-3, 3), random.between(-3, 3)};
        const rvo::Vector wide{static_cast<double>(v.x), static_cast<double>(v.y)};
        const float deviation = length(v - hoods.preferred[i]);
        const auto found = static_cast<double>(
            scalar::rvo_cost<ScalarLane>(agent, tables, v.x, v.y, deviation, avoidance::RvoPublished{hoods.parameters.time_step}));
        const double low = rvo::cost(with_radius(self, -radius_margin), hoods.neighbors_of(i), hoods.walls_of(i), time_step, wide);
        const double high = rvo::cost(with_radius(self, radius_margin), hoods.neighbors_of(i), hoods.walls_of(i), time_step, wide);
        CHECK(found >= low - cost_margin * (1 + low));
        CHECK(found <= high + cost_margin * (1 + high));
      }
    }
  }
}

TEST_CASE("samples are evenly distributed over the disc") {
  constexpr int rings = 8;
  constexpr int sectors = 16;
  constexpr int count = 400000;
  std::vector<int> bins(rings * sectors);
  for (int i = 0; i < count / 4; ++i) {
    const auto words = scalar::philox<ScalarLane>(1, static_cast<std::uint32_t>(i % 1000), 0, 7, static_cast<std::uint32_t>(i / 1000));
    for (const std::uint32_t word : words.word) {
      float x;
      float y;
      scalar::rvo_unit_disc<ScalarLane>(word, x, y);
      const float squared = x * x + y * y;
      REQUIRE(squared < 1.000001f);
      // The rings have equal areas.
      const int ring = std::min(rings - 1, static_cast<int>(squared * rings));
      const int sector = std::min(sectors - 1, static_cast<int>((std::atan2(y, x) / 6.2831854f + 0.5f) * sectors));
      ++bins[static_cast<std::size_t>(ring * sectors + sector)];
    }
  }
  const double expected = static_cast<double>(count) / (rings * sectors);
  double chi_squared = 0;
  for (const int bin : bins) chi_squared += (bin - expected) * (bin - expected) / expected;
  // Chi squared with 127 degrees of freedom has the mean 127 and the deviation 16.
  CHECK(chi_squared > 70);
  CHECK(chi_squared < 200);
}

TEST_CASE("the disc's polynomials are sine and cosine") {
  double largest = 0;
  for (std::uint32_t i = 0; i < 1000000; ++i) {
    const std::uint32_t word = i * 2654435761u;
    float x;
    float y;
    scalar::rvo_unit_disc<ScalarLane>(word, x, y);
    const rvo::Vector expected = rvo::unit_disc(word);
    largest = std::max({largest, std::abs(static_cast<double>(x) - expected.x), std::abs(static_cast<double>(y) - expected.y)});
  }
  CHECK(largest < 2e-7);
}

}  // namespace plethos::tests
