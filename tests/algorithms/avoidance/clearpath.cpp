#include "algorithms/avoidance/clearpath/clearpath.hpp"

#include <doctest/doctest.h>

#include "tests/algorithms/avoidance/choose.hpp"
#include "tests/algorithms/avoidance/clearpath_problems.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using avoidance::ClearpathVariant;
using namespace clearpath_problems;
using namespace clearpath_rounds;

/// Of the agents of a round. Solved once for all tests.
const std::vector<Problem>& problems(std::size_t round, ClearpathVariant variant) {
  static const auto all = [] {
    std::vector<std::vector<Problem>> result;
    for (const Round& one : rounds()) {
      for (const ClearpathVariant either : both_variants) result.push_back(problems_of(one.hoods, either));
    }
    return result;
  }();
  return all[2 * round + (variant == both_variants[0] ? 0 : 1)];
}

void check_choice(const AgentRecord& record, const Problem& problem, Vec2 v) {
  if (record.state != AgentState::active) {
    CHECK(v == (record.state == AgentState::passive ? record.velocity : Vec2{}));
    return;
  }
  REQUIRE(std::isfinite(v.x));
  REQUIRE(std::isfinite(v.y));
  CHECK(mistake(problem, wide(v)) == "");
}

}  // namespace

PLETHOS_MATRIX_TEST("ClearPath takes the free velocity closest to the preferred one, within the limits, with the serial scalar bits") {
  static const auto serial = [] {
    std::vector<std::vector<Vec2>> choices;
    const backends::Backend scalar = backends::make_backend({"serial", "scalar", 1});
    for (const Round& round : rounds()) {
      for (const ClearpathVariant variant : both_variants) choices.push_back(choose(scalar, round.hoods, round.capacity, variant));
    }
    return choices;
  }();
  std::size_t k = 0;
  for (std::size_t r = 0; r < rounds().size(); ++r) {
    CAPTURE(r);
    for (const ClearpathVariant variant : both_variants) {
      CAPTURE(variant);
      const std::vector<Vec2> chosen = choose(backend, rounds()[r].hoods, rounds()[r].capacity, variant);
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        CAPTURE(i);
        check_choice(rounds()[r].hoods.records[i], problems(r, variant)[i], chosen[i]);
      }
      CHECK(inadmissible(rounds()[r].hoods, chosen) == 0);
      const std::size_t different = different_bits(chosen, serial[k++]);
      if (backend.same_bits()) CHECK(different == 0);
    }
  }
}

TEST_CASE("no sampled free velocity is closer than ClearPath's, and it says when there is none") {
  const backends::Backend widest = backends::make_backend({"serial", "simd", 1});
  int optimal = 0;
  int without_free = 0;
  for (std::size_t r = 0; r < rounds().size(); ++r) {
    const Round& round = rounds()[r];
    const std::vector<Vec2> chosen = choose(widest, round.hoods, round.capacity, ClearpathVariant::relaxed);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (round.hoods.records[i].state != AgentState::active) continue;
      CAPTURE(i);
      const Problem& problem = problems(r, ClearpathVariant::relaxed)[i];
      const Stage& all = problem.stages.front();
      const rvo::Vector v = wide(chosen[i]);
      const bool is_free = clearpath::depth(all.regions, v) <= edge_margin;
      if (length(v - problem.preferred) < 1e-4 && is_free) continue;
      const auto discs = clearpath::limits(problem.self, static_cast<double>(round.hoods.parameters.time_step));
      double closest = rvo::never;
      constexpr int rings = 24;
      for (int ring = 0; ring <= rings; ++ring) {
        for (int k = 0; k < 4 * ring + 1; ++k) {
          const rvo::Vector u = clearpath::turned({discs[1].radius * ring / rings, 0}, 6.283185307179586 * k / (4 * ring + 1));
          const rvo::Vector sample = discs[1].center + u;
          if (length(sample) > discs[0].radius || clearpath::depth(all.regions, sample) > 0) continue;
          closest = std::min(closest, length(sample - problem.self.preferred_velocity));
        }
      }
      if (is_free) {
        ++optimal;
        CHECK(length(v - problem.self.preferred_velocity) <= closest + 1e-4);
      } else {
        ++without_free;
        CHECK(closest == rvo::never);
      }
    }
  }
  CHECK(optimal > 300);
  CHECK(without_free > 100);
}

}  // namespace plethos::tests
