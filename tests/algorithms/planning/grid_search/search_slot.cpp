#include "algorithms/planning/grid_search/search_slot.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace plethos::tests {

TEST_CASE("a slot is cleared before its numbers run out, and not between two searches of a query") {
  using planning::SearchSlot;
  std::vector<planning::SearchNode> nodes(5, planning::SearchNode{});
  std::uint32_t counter = 0;
  const auto count = static_cast<std::int64_t>(nodes.size());
  const SearchSlot slot{nodes.data(), nullptr, nullptr, nullptr, nullptr, nullptr, &counter, 0, count, nullptr};
  const backends::OneThread team;
  CHECK(slot.begin(team).number == 1);

  // As many searches as a query may need, with the last numbers that there are.
  counter = SearchSlot::last_number - SearchSlot::searches_of_query;
  const SearchSlot first = slot.begin(team);
  for (std::int32_t node = 0; node < 4; ++node) first.open(node, 7, SearchSlot::direction_bits);
  SearchSlot last = first;
  for (std::uint32_t k = 1; k < SearchSlot::searches_of_query; ++k) last = first.next(team);
  CHECK(last.number == SearchSlot::last_number);
  last.open(4, 7, SearchSlot::direction_bits);
  for (std::int32_t node = 0; node < 5; ++node) {
    CAPTURE(node);
    CHECK(first.reached(node) == (node < 4));
    CHECK(last.reached(node) == (node == 4));
  }

  const SearchSlot next = slot.begin(team);
  CHECK(next.number == 1);
  for (std::int32_t node = 0; node < 5; ++node) {
    CHECK_FALSE(first.reached(node));
    CHECK_FALSE(last.reached(node));
    CHECK_FALSE(next.reached(node));
  }

  // One number less is too few for another query.
  counter = SearchSlot::last_number - SearchSlot::searches_of_query + 1;
  CHECK(slot.begin(team).number == 1);
}

}  // namespace plethos::tests
