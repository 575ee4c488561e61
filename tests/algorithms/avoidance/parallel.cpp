#include "algorithms/avoidance/parallel.hpp"

#include <doctest/doctest.h>

#include "algorithms/simulation/simulation.hpp"
#include "core/error.hpp"
#include "tests/algorithms/avoidance/choose.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using avoidance::Parallel;

struct Case {
  Neighborhoods hoods;
  std::int32_t capacity;
  std::vector<Vec2> flat;  ///< as the serial scalar lane chooses, an agent at a time
};

Case make_case(Neighborhoods hoods, std::int32_t capacity) {
  const backends::Backend serial = backends::make_backend({"serial", "scalar", 1});
  std::vector<Vec2> flat = choose(serial, hoods, capacity, Parallel::flat);
  return {std::move(hoods), capacity, std::move(flat)};
}

/// Agents in a heap, none of which can part from the others within hours: all samples cost the same or nearly so.
Neighborhoods heap(Random& random) {
  Neighborhoods hoods = random_neighborhoods(random, 40, 0.2f, 2, 10);
  for (AgentRecord& record : hoods.records) {
    record.state = AgentState::active;
    record.velocity = {};
    record.maximum_acceleration = 1e-6f;
  }
  return hoods;
}

/// Agents to whom only the way that they would like matters.
Neighborhoods careless(Random& random) {
  Neighborhoods hoods = random_neighborhoods(random, 60, 3, 4, 10);
  for (AgentRecord& record : hoods.records) record.aggression = 0;
  return hoods;
}

/// Pairs that touch almost exactly: the powers that costs divide by are around their least.
Neighborhoods touching(Random& random) {
  Neighborhoods hoods;
  for (int pair = 0; pair < 60; ++pair) {
    for (int side = 0; side < 2; ++side) {
      AgentRecord record;
      record.radius = 0.5f;
      record.position = {10.f * static_cast<float>(pair) + (side == 0 ? 0.f : 1.f + random.between(-1e-7f, 2e-6f)), 0};
      record.velocity = {random.between(-1, 1), random.between(-1, 1)};
      record.maximum_speed = 2;
      record.maximum_acceleration = random.between(1, 40);
      record.aggression = random.between(0, 1e-6f);
      hoods.records.push_back(record);
      hoods.preferred.push_back({side == 0 ? 1.f : -1.f, 0});
      hoods.neighbors.push_back({2 * pair + 1 - side});
      hoods.walls.emplace_back();
    }
  }
  return hoods;
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
      add(random_neighborhoods(random, 60, 5, 6, 10), 10, samples);
      add(random_neighborhoods(random, 30, 3, 40, 40), 40, samples);
    }
    for (const std::int32_t capacity : {1, 3, 15, 16, 17, 64}) {
      add(random_neighborhoods(random, 100, 6, 80, static_cast<std::size_t>(capacity)), capacity, 60);
    }
    for (const std::int32_t samples : {4, 250, 1000}) {
      add(heap(random), 10, samples);
      add(careless(random), 10, samples);
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
    // Without fused multiply-add, bits are those of this lane alone.
    CHECK(different_bits(nested, backend.same_bits() ? one.flat : choose(backend, one.hoods, one.capacity, Parallel::flat)) == 0);
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
  CHECK(2 * others > active);
}

TEST_CASE("auto takes nested where a CPU's vectors and threads would idle") {
  const backends::Concurrency one_thread{false, 1, 16};
  CHECK(avoidance::nested_pays(4, 250, one_thread));
  CHECK_FALSE(avoidance::nested_pays(64, 250, one_thread));
  CHECK_FALSE(avoidance::nested_pays(10000, 250, one_thread));
  const backends::Concurrency many_threads{false, 16, 16};
  CHECK(avoidance::nested_pays(32, 250, many_threads));
  CHECK_FALSE(avoidance::nested_pays(100000, 250, many_threads));
  // A scalar lane has nothing to spread samples over.
  CHECK_FALSE(avoidance::nested_pays(4, 250, {false, 1, 1}));
  CHECK(avoidance::nested_pays(32, 250, {false, 16, 1}));
  // A single block of samples fills no vector.
  CHECK_FALSE(avoidance::nested_pays(4, 4, one_thread));
}

TEST_CASE("auto takes nested on a GPU until agents alone fill it") {
  const backends::Concurrency gpu{true, 270336, 1};
  CHECK(avoidance::nested_pays(4, 250, gpu));
  CHECK(avoidance::nested_pays(1000, 250, gpu));
  CHECK_FALSE(avoidance::nested_pays(10000000, 250, gpu));
}

TEST_CASE("a GPU's team has a power of two of threads, as many as have work and fit") {
  const backends::Concurrency gpu{true, 270336, 1};
  CHECK(avoidance::team_members(32, 50, gpu) == 32);
  CHECK(avoidance::team_members(32, 250, gpu) == 64);
  CHECK(avoidance::team_members(32, 1000, gpu) == 256);
  CHECK(avoidance::team_members(32, 1000000, gpu) == 256);
  CHECK(avoidance::team_members(1000000, 1000, gpu) == 32);
  CHECK(avoidance::team_members(270336 / 128, 1000, gpu) == 128);
}

TEST_CASE("an unknown way to be parallel is one line") {
  simulation::Methods methods;
  methods.parallel = "nest";
  const backends::Backend backend = backends::make_backend({"serial", "scalar", 1});
  CHECK_THROWS_WITH_AS(simulation::Simulation::create(backend, {}, {}, {}, methods), "unknown parallel 'nest'; did you mean 'nested'?",
                       InputError);
  CHECK(simulation::parallel_names() == std::vector<std::string>{"auto", "flat", "nested"});
}

}  // namespace plethos::tests
