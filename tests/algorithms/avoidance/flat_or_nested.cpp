#include "algorithms/avoidance/flat_or_nested.hpp"

#include <cmath>

#include "algorithms/avoidance/rvo/rvo_kernel-inl.hpp"
#include "algorithms/avoidance/rvo/rvo_nested_kernel-inl.hpp"
#include "algorithms/simulation/simulation.hpp"
#include "core/error.hpp"
#include "core/lane/scalar_lane.hpp"
#include "tests/algorithms/avoidance/choose.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using avoidance::Parallel;

struct Case {
  Neighborhoods hoods;
  std::int32_t capacity;
  std::vector<Vec2> flat;  ///< the choices of the serial scalar lane, one agent at a time
};

Case make_case(Neighborhoods hoods, std::int32_t capacity) {
  std::vector<Vec2> flat = choose(plainest_backend(), hoods, capacity, Parallel::flat);
  return {std::move(hoods), capacity, std::move(flat)};
}

/// Makes a heap of agents that cannot part within hours. All samples cost the same or nearly so.
Neighborhoods heap(Random& random) {
  Neighborhoods hoods = random_neighborhoods(random, 40, 0.2f, 2, 10);
  for (AgentRecord& record : hoods.records) {
    record.state = AgentState::active;
    record.velocity = {};
    record.maximum_acceleration = 1e-6f;
  }
  return hoods;
}

/// Makes agents whose costs depend only on the preferred velocity.
Neighborhoods careless(Random& random) {
  Neighborhoods hoods = random_neighborhoods(random, 30, 2, 4, 10);
  for (AgentRecord& record : hoods.records) record.aggression = 0;
  return hoods;
}

/// Makes agents with preferred speeds so high that deviations differ by less than their rounding. Many samples cost the same.
Neighborhoods hurried(Random& random) {
  Neighborhoods hoods = random_neighborhoods(random, 40, 2, 4, 10);
  for (Vec2& preferred : hoods.preferred) preferred = 1e6f * preferred;
  return hoods;
}

/// Makes pairs that touch, or nearly do. The powers that costs divide by are near their least.
Neighborhoods touching(Random& random) {
  Neighborhoods hoods;
  for (int pair = 0; pair < 30; ++pair) {
    float distance = 0.02f;
    for (int away = random.integer(0, 20); away > 0; --away) distance = std::nextafter(distance, 1.f);
    for (int side = 0; side < 2; ++side) {
      hoods.records.push_back({.position = {static_cast<float>(pair), side == 0 ? 0.f : distance},
                               .velocity = {random.between(-1, 1), random.between(-1, 1)},
                               .radius = 0.01f,
                               .maximum_speed = 2,
                               .maximum_acceleration = random.between(1, 40),
                               .aggression = random.once_in(4) ? 0.f : random.between(0, 1e-8f)});
      hoods.preferred.push_back({0, side == 0 ? 1.f : -1.f});
      hoods.neighbors.push_back({2 * pair + 1 - side});
      hoods.walls.emplace_back();
    }
  }
  return hoods;
}

/// Returns the choice of an active agent if the cost of every sample is computed as if it were the only one.
Vec2 choose_from_all(const avoidance::RvoArguments& in, std::int32_t i) {
  using L = ScalarLane;
  const auto agent = scalar::rvo_agent<L>(in, scalar::RvoEach<L>{i});
  scalar::RvoTables<L, maximum_neighbors> tables;
  auto best = scalar::rvo_begin<L>(in, avoidance::RvoPublished{in.time_step}, agent, i, ScalarMask{true}, tables);
  const auto disc = scalar::rvo_disc<L>(agent);
  for (std::int32_t sample = 1; sample < in.samples; ++sample) {
    const auto block = static_cast<std::uint32_t>(sample / scalar::rvo_batch);
    const auto random = scalar::philox<L>(in.random.seed, agent.id, L::set_uint(0), *in.step, block);
    scalar::RvoCandidates<L> candidates;
    for (int s = 0; s < scalar::rvo_batch; ++s) candidates.wins[s] = ScalarMask{s == sample % scalar::rvo_batch};
    scalar::RvoBest<L> one{0, 0, 1e30f};  // every sample is better
    scalar::rvo_try<L>(agent, disc, tables, random, avoidance::RvoPublished{in.time_step}, candidates, one);
    if (one.cost < best.cost) best = one;
  }
  return {best.x, best.y};
}

const std::vector<Case>& cases() {
  static const std::vector<Case> all = [] {
    Random random("nested");
    std::vector<Case> result;
    const auto add = [&](Neighborhoods hoods, std::int32_t capacity, std::int32_t samples) {
      hoods.parameters.samples = samples;
      hoods.parameters.seed = random.word64();
      hoods.parameters.time_step = random.between(0.05f, 0.25f);
      hoods.step = random.word() >> 8;
      result.push_back(make_case(std::move(hoods), capacity));
    };
    for (const std::int32_t samples : {1, 2, 3, 4, 5, 31, 63, 64, 65, 127, 128, 129, 250, 251, 1000}) {
      add(random_neighborhoods(random, 30, 4, 6, 10), 10, samples);
      if (samples % 125 == 0) add(random_neighborhoods(random, 12, 2, 40, 40), 40, samples);
    }
    for (const std::int32_t capacity : {1, 16, 17, 64}) {
      add(random_neighborhoods(random, 40, 4, 80, static_cast<std::size_t>(capacity)), capacity, 60);
    }
    for (const std::int32_t samples : {250, 1000}) {
      add(heap(random), 10, samples);
      add(careless(random), 10, samples);
      add(hurried(random), 10, samples);
      add(touching(random), 10, samples);
    }
    return result;
  }();
  return all;
}

}  // namespace

PLETHOS_MATRIX_TEST("nested chooses the bits of flat") {
  for (std::size_t c = 0; c < cases().size(); ++c) {
    CAPTURE(c);
    const Case& one = cases()[c];
    CAPTURE(one.hoods.parameters.samples);
    const std::vector<Vec2> nested = choose(backend, one.hoods, one.capacity, Parallel::nested);
    // Without fused multiply-add, the lane has bits of its own.
    CHECK(different_bits(nested, backend.same_bits() ? one.flat : choose(backend, one.hoods, one.capacity, Parallel::flat)) == 0);
  }
}

TEST_CASE("striking samples early does not change the winner") {
  for (std::size_t c = 0; c < cases().size(); ++c) {
    CAPTURE(c);
    const Case& one = cases()[c];
    const SceneMemory<Kokkos::HostSpace> memory(one.hoods, one.capacity);
    const avoidance::RvoArguments arguments =
        avoidance::rvo_arguments(memory.scene(one.hoods), memory.velocities, one.hoods.parameters, avoidance::RvoVariant::published);
    for (std::size_t i = 0; i < one.flat.size(); ++i) {
      CAPTURE(i);
      if (one.hoods.records[i].state != AgentState::active) continue;
      CHECK(different_bits({choose_from_all(arguments, static_cast<std::int32_t>(i))}, {one.flat[i]}) == 0);
    }
  }
}

TEST_CASE("the cases of the bits test search") {
  std::size_t others = 0;
  std::size_t active = 0;
  for (const Case& one : cases()) {
    if (one.hoods.parameters.samples < 60) continue;
    for (std::size_t i = 0; i < one.flat.size(); ++i) {
      const AgentRecord& record = one.hoods.records[i];
      if (record.state != AgentState::active) continue;
      const rvo::Vector preferred = rvo::admissible_preferred(one.hoods.agent(i), static_cast<double>(one.hoods.parameters.time_step));
      ++active;
      others += length(rvo::Vector{static_cast<double>(one.flat[i].x), static_cast<double>(one.flat[i].y)} - preferred) > 1e-4 ? 1 : 0;
    }
  }
  CHECK(4 * others > active);
}

TEST_CASE("auto takes nested where a CPU's vectors and threads would idle") {
  const backends::Concurrency one_thread{false, 1, 16, 1};
  CHECK(avoidance::nested_pays(4, 250, one_thread));
  CHECK_FALSE(avoidance::nested_pays(64, 250, one_thread));
  CHECK_FALSE(avoidance::nested_pays(10000, 250, one_thread));
  const backends::Concurrency many_threads{false, 16, 16, 1};
  CHECK(avoidance::nested_pays(32, 250, many_threads));
  CHECK(avoidance::nested_pays(1000, 250, many_threads));
  CHECK_FALSE(avoidance::nested_pays(1000, 50, many_threads));
  CHECK_FALSE(avoidance::nested_pays(100000, 250, many_threads));
  // Little work is done before other threads are awake.
  CHECK_FALSE(avoidance::nested_pays(8, 50, many_threads));
  // A scalar lane has nothing to spread samples over.
  CHECK_FALSE(avoidance::nested_pays(4, 250, {false, 1, 1, 1}));
  CHECK(avoidance::nested_pays(32, 250, {false, 16, 1, 1}));
  // A single block of samples fills no vector.
  CHECK_FALSE(avoidance::nested_pays(8, 4, one_thread));
}

TEST_CASE("auto takes nested on a GPU until agents alone fill it") {
  const backends::Concurrency gpu{true, 270336, 1, 32};
  CHECK(avoidance::nested_pays(4, 250, gpu));
  CHECK(avoidance::nested_pays(1000, 250, gpu));
  CHECK(avoidance::nested_pays(10000, 50, gpu));
  CHECK_FALSE(avoidance::nested_pays(100000, 50, gpu));
  CHECK(avoidance::nested_pays(100000, 250, gpu));
  CHECK_FALSE(avoidance::nested_pays(10000000, 250, gpu));
}

TEST_CASE("a GPU's team has a power of two of threads, as many as have work and fit") {
  const backends::Concurrency gpu{true, 270336, 1, 32};
  CHECK(avoidance::team_members(32, 50, gpu) == 32);
  CHECK(avoidance::team_members(32, 250, gpu) == 64);
  CHECK(avoidance::team_members(32, 1000, gpu) == 256);
  CHECK(avoidance::team_members(32, 1000000, gpu) == 256);
  CHECK(avoidance::team_members(1000000, 1000, gpu) == 32);
  CHECK(avoidance::team_members(270336 / 128, 1000, gpu) == 128);
}

TEST_CASE("ways to be parallel have names") {
  const ParameterInfo& parallel = require_parameter(avoidance::rvo_table().infos(), "parallel", "parameter");
  CHECK(parallel.choices == std::vector<std::string>{"auto", "flat", "nested"});
  CHECK(avoidance::rvo_table().read({{"parallel", 2.0}}).parallel == avoidance::Parallel::nested);
  CHECK_THROWS_WITH_AS(static_cast<void>(read_value(parallel, "nest")), "parallel: found 'nest', expected auto, flat or nested",
                       InputError);
}

}  // namespace plethos::tests
