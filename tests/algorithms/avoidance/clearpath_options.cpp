#include <doctest/doctest.h>

#include "backends/simd/targets.hpp"
#include "tests/algorithms/avoidance/choose.hpp"
#include "tests/algorithms/avoidance/clearpath_rounds.hpp"

namespace plethos::tests {
namespace {

using avoidance::ClearpathOptions;
using namespace clearpath_rounds;

/// The ways to compute the same result, by their changes of the default.
constexpr ClearpathOptions ways[] = {{.pack = false},       {.order_by_count = false}, {.together = false},
                                     {.gpu_packs_from = 0}, {.gather = false},         {.pack = false, .gather = false}};

std::vector<backends::Backend> serial_lanes() {
  std::vector<backends::Backend> result{backends::make_backend({"serial", "scalar", 1})};
  for (const backends::SimdTarget& target : backends::simd_targets()) result.push_back(backends::make_backend({"serial", target.name, 1}));
  return result;
}

}  // namespace

TEST_CASE("ClearPath computes the same bits in whatever way it is asked to, on every lane") {
  // The lists need tables of two sizes.
  const Round& short_lists = rounds()[1];
  const Round& crowd = rounds()[2];
  const Round& long_lists = rounds()[4];
  REQUIRE(short_lists.capacity == 10);
  REQUIRE(long_lists.capacity == 24);
  for (const Round* round : {&short_lists, &crowd, &long_lists}) {
    CAPTURE(round->capacity);
    for (const backends::Backend& backend : serial_lanes()) {
      CAPTURE(backend.lanes());
      for (const ClearpathKind variant : variants) {
        const std::vector<Vec2> expected = choose(backend, round->hoods, round->capacity, variant);
        std::size_t w = 0;
        for (const ClearpathOptions& way : ways) {
          CAPTURE(w++);
          CHECK(different_bits(choose(backend, round->hoods, round->capacity, variant, way), expected) == 0);
        }
        if (variant == ClearpathKind::guarded) continue;
        for (const bool compress : {false, true}) {
          CAPTURE(compress);
          CHECK(different_bits(choose_by_steps(backend, round->hoods, round->capacity, variant, 6, compress), expected) == 0);
        }
      }
    }
  }
}

TEST_CASE("ClearPath stopped after a step finds nothing before step 5, and nothing that step 6 would change after it") {
  const Round& round = rounds()[1];
  for (const backends::Backend& backend : serial_lanes()) {
    CAPTURE(backend.lanes());
    for (const ClearpathKind variant : {ClearpathKind::clearpath1, ClearpathKind::clearpath2}) {
      const std::vector<Vec2> whole = choose(backend, round.hoods, round.capacity, variant);
      std::vector<std::size_t> different;
      for (int step = 1; step <= 6; ++step) {
        different.push_back(different_bits(choose_by_steps(backend, round.hoods, round.capacity, variant, step), whole));
      }
      // Before step 5 an agent whose preferred velocity is not free gets no other one.
      for (int step = 2; step <= 4; ++step) CHECK(different[static_cast<std::size_t>(step - 1)] == different[0]);
      CHECK(different[4] > 0);
      CHECK(different[4] < different[3]);
      CHECK(different[5] == 0);
    }
  }
}

}  // namespace plethos::tests
