#include "algorithms/planning/grid/search/search_slot.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "tests/harness/host_warp.hpp"

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

TEST_CASE("a warp clears a slot when all its threads have read what is left there, and before they go on") {
  using planning::SearchSlot;
  for_each_warp([]<class Team>(Team) {
    std::vector<planning::SearchNode> nodes(100, planning::SearchNode{});
    std::uint32_t counter = SearchSlot::last_number - SearchSlot::searches_of_query;
    const auto count = static_cast<std::int64_t>(nodes.size());
    const SearchSlot slot{nodes.data(), nullptr, nullptr, nullptr, nullptr, nullptr, &counter, 0, count, nullptr};
    const SearchSlot last = slot.begin(backends::OneThread());
    for (std::int32_t node = 0; node < count; ++node) last.open(node, 7, SearchSlot::direction_bits);
    std::vector<std::int32_t> before(Team::size), after(Team::size);
    std::vector<std::uint32_t> numbers(Team::size);
    Team::run([&](const Team& team) {
      const auto rank = static_cast<std::size_t>(team.rank());
      for (std::int32_t node = 0; node < count; ++node) before[rank] += last.reached(node) ? 1 : 0;
      numbers[rank] = slot.begin(team).number;
      for (std::int32_t node = 0; node < count; ++node) after[rank] += last.reached(node) ? 1 : 0;
    });
    const auto all_are = [](const auto& found, auto value) { return std::count(found.begin(), found.end(), value) == Team::size; };
    CHECK(all_are(before, 100));
    CHECK(all_are(after, 0));
    CHECK(all_are(numbers, 1u));
  });
}

}  // namespace plethos::tests
