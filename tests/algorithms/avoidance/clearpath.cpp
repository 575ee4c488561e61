#include "algorithms/avoidance/clearpath/clearpath.hpp"

#include "tests/algorithms/avoidance/choose.hpp"
#include "tests/algorithms/avoidance/clearpath_problems.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using namespace clearpath_problems;
using namespace clearpath_rounds;

/// Returns the problems of a round's agents. They are solved once for all tests.
const std::vector<Problem>& problems(std::size_t round, ClearpathKind variant) {
  static const auto all = [] {
    std::vector<std::vector<Problem>> result;
    for (const Round& one : rounds()) {
      for (const ClearpathKind each : variants) result.push_back(problems_of(one.hoods, each));
    }
    return result;
  }();
  return all[std::size(variants) * round + static_cast<std::size_t>(variant)];
}

void check_choice(const Neighborhoods& hoods, std::size_t i, const Problem& problem, Vec2 v) {
  const AgentRecord& record = hoods.records[i];
  if (record.state != AgentState::active) {
    CHECK(v == (record.state == AgentState::passive ? record.velocity : Vec2{}));
    return;
  }
  REQUIRE(std::isfinite(v.x));
  REQUIRE(std::isfinite(v.y));
  if (problem.decided && !stands_on_wall(hoods, i)) CHECK(mistake(problem, wide(v)) == "");
}

}  // namespace

PLETHOS_MATRIX_TEST("ClearPath takes the free velocity closest to the preferred one, within the limits, with the serial scalar bits") {
  static const auto serial = [] {
    std::vector<std::vector<Vec2>> choices;
    for (const Round& round : rounds()) {
      for (const ClearpathKind variant : variants) choices.push_back(choose(plainest_backend(), round.hoods, round.capacity, variant));
    }
    return choices;
  }();
  std::size_t k = 0;
  for (std::size_t r = 0; r < rounds().size(); ++r) {
    CAPTURE(r);
    for (const ClearpathKind variant : variants) {
      CAPTURE(variant);
      const std::vector<Vec2> chosen = choose(backend, rounds()[r].hoods, rounds()[r].capacity, variant);
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        CAPTURE(i);
        check_choice(rounds()[r].hoods, i, problems(r, variant)[i], chosen[i]);
      }
      CHECK(inadmissible(rounds()[r].hoods, chosen) == 0);
      const std::size_t different = different_bits(chosen, serial[k++]);
      if (backend.same_bits()) CHECK(different == 0);
    }
  }
}

}  // namespace plethos::tests
