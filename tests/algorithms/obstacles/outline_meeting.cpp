#include "algorithms/obstacles/outline_meeting.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "tests/harness/random.hpp"

using namespace plethos;
using namespace plethos::obstacles;

namespace {

using Outlines = std::vector<std::vector<Vec2>>;

bool meet(const Outlines& outlines) { return find_outline_meeting(outlines).has_value(); }

}  // namespace

TEST_CASE("simple outlines apart from each other do not meet") {
  CHECK_FALSE(meet({}));
  CHECK_FALSE(meet({{{0, 0}, {1, 0}, {0, 1}}}));
  CHECK_FALSE(meet({{{0, 1}, {1, 0}, {0, 0}}}));
  CHECK_FALSE(meet({{{0, 0}, {9, 0}, {9, 9}, {0, 9}}, {{3, 3}, {6, 3}, {6, 6}, {3, 6}}, {{20, 0}, {21, 0}, {21, 1}}}));
}

TEST_CASE("outlines that cross, touch or fold back are found") {
  // A bow tie, a corner on an edge, a spike, all on one line, an edge there and back.
  const auto bow = find_outline_meeting(Outlines{{{0, 0}, {4, 4}, {4, 0}, {0, 4}}});
  REQUIRE(bow);
  CHECK(bow->first == Line{{0, 0}, {4, 4}});
  CHECK(bow->second == Line{{4, 0}, {0, 4}});
  CHECK(meet({{{0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}}}));
  CHECK(meet({{{0, 0}, {4, 0}, {6, 0}, {4, 0}, {4, 4}}}));
  CHECK(meet({{{0, 0}, {2, 0}, {4, 0}}}));
  CHECK(meet({{{0, 0}, {0, 0}, {4, 0}, {4, 4}}}));
  const auto two = find_outline_meeting(Outlines{{{0, 0}, {4, 0}, {0, 4}}, {{4, 0}, {8, 0}, {8, 4}}});
  REQUIRE(two);
  CHECK(two->outline == 1);
  CHECK(meet({{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, {{3, 1}, {5, 1}, {5, 2}, {3, 2}}}));
}

TEST_CASE("among many edges the only crossing is found") {
  std::vector<Vec2> ring;
  constexpr int corners = 3000;
  for (int k = 0; k < corners; ++k) {
    const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(k) / corners;
    const float reach = k % 2 == 0 ? 50.f : 60.f;
    ring.push_back({reach * std::cos(angle), reach * std::sin(angle)});
  }
  CHECK_FALSE(meet({ring}));
  plethos::tests::Random random("scenarios::outline_meeting");
  for (int k = 0; k < 5; ++k) {
    std::vector<Vec2> crossed = ring;
    const auto i = static_cast<std::size_t>(random.integer(1, corners - 4));
    std::swap(crossed[i], crossed[i + 2]);
    CHECK(meet({crossed}));
  }
}
