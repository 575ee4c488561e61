#include "core/in_parts.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "scenarios/catalog.hpp"
#include "scenarios/validation.hpp"
#include "tests/harness/errors.hpp"

namespace plethos::tests {
namespace {

TEST_CASE("in parts: each item is in one range") {
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{70'000}, std::size_t{1'000'003}}) {
    CAPTURE(count);
    std::vector<std::atomic<int>> visits(count);
    in_parts(count, [&](std::size_t first, std::size_t end) {
      for (std::size_t i = first; i < end; ++i) ++visits[i];
    });
    bool once = true;
    for (const std::atomic<int>& visit : visits) once = once && visit == 1;
    CHECK(once);
  }
}

TEST_CASE("in parts: what ranges come to is joined") {
  for (const std::size_t count : {std::size_t{0}, std::size_t{70'000}, std::size_t{1'000'003}}) {
    CAPTURE(count);
    const auto sum_of = [](std::size_t first, std::size_t end) {
      std::size_t sum = 0;
      for (std::size_t i = first; i < end; ++i) sum += i;
      return sum;
    };
    const auto join = [](std::size_t& all, std::size_t some) { all += some; };
    CHECK(joined_in_parts(count, std::size_t{5}, sum_of, join) == 5 + count * (count - (count > 0 ? 1 : 0)) / 2);
    CHECK(counted_in_parts(count, [](std::size_t i) { return i % 3 == 0; }) == (count + 2) / 3);
  }
}

TEST_CASE("in parts: memory whose pages are claimed keeps what is in it") {
  std::vector<int> values(3'000'000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int>(i);
  claim_pages(values.data(), values.size() * sizeof(int));
  claim_pages(values.data(), 3);
  claim_pages(nullptr, 0);
  bool kept = true;
  for (std::size_t i = 0; i < values.size(); ++i) kept = kept && values[i] == static_cast<int>(i);
  CHECK(kept);
}

TEST_CASE("in parts: the first range's exception of several is thrown") {
  const auto run = [](std::size_t from) {
    in_parts(1'000'000, [&](std::size_t first, std::size_t end) {
      for (std::size_t i = first; i < end; ++i) {
        if (i >= from) throw std::runtime_error(std::to_string(i));
      }
    });
  };
  CHECK_THROWS_WITH_AS(run(7), "7", std::runtime_error);
  CHECK_THROWS_WITH_AS(run(999'999), "999999", std::runtime_error);
}

TEST_CASE("in parts: of two faults in a large scenario the first agent's is reported") {
  scenarios::Scenario scenario = scenarios::make_scenario({.name = "lattice", .agents = 200'000});
  scenario.agents[150'000].preferred_speed = 100;
  scenario.agents[199'000].preferred_speed = 100;
  scenario.agents[150'000].maximum_speed = scenario.agents[199'000].maximum_speed = 50;
  CHECK(input_error([&] { scenarios::validate(scenario); }).starts_with("lattice: agent 150000: "));
}

}  // namespace
}  // namespace plethos::tests
