#include "algorithms/distribution/halo_packing.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "tests/harness/random.hpp"

namespace plethos::tests {
namespace {

using Crowd = Agents<Kokkos::HostSpace>;

/// Returns agents whose columns hold random values that agents may have.
Crowd random_agents(std::int32_t count, Random& random) {
  const Crowd agents(count, 2);
  agents.zip(agents, [&](const auto& column, const auto&) {
    using Value = std::decay_t<decltype(column.data()[0])>;
    for (std::size_t i = 0; i < column.span(); ++i)
      column.data()[i] = static_cast<Value>(random.integer(0, sizeof(Value) == 1 ? 255 : 100000));
  });
  for (std::int32_t i = 0; i < count; ++i) agents.state(i) = random.integer(0, 4);
  return agents;
}

/// Tells one agent of what ranks are told then, and checks that the other place has that and nothing else.
template <Told when>
void tell(const Crowd& from) {
  using Ghost = distribution::GhostColumns<Kokkos::HostSpace, when>;
  const Crowd to(from.count, 2), untold(from.count, 2);
  std::vector<std::uint32_t> words(static_cast<std::size_t>(Ghost::words) + 1, 0xabcdef01u);
  Ghost{from}.write(3, words.data());
  CHECK(words.back() == 0xabcdef01u);
  Ghost{to}.read(5, words.data());
  for_each_column(AgentColumns<Crowd>(), to, [&](const auto&, auto column) {
    const auto &sent = from.*column.member, &got = to.*column.member, &nothing = untold.*column.member;
    INFO(column.name);
    const auto same = [](const auto& a, std::int32_t i, const auto& b, std::int32_t j) {
      if constexpr (std::decay_t<decltype(a)>::rank() == 1) {
        return a(i) == b(j);
      } else {
        bool all = true;
        for (int k = 0; k < a.extent_int(1); ++k) all = all && a(i, k) == b(j, k);
        return all;
      }
    };
    CHECK(same(got, 5, column.told == when ? sent : nothing, column.told == when ? 3 : 5));
    for (const std::int32_t other : {4, 6}) CHECK(same(got, other, nothing, other));
  });
}

}  // namespace

TEST_CASE("ranks are told of an agent what neighbors read, at its time, and nothing else") {
  Random random("told");
  for (int round = 0; round < 20; ++round) {
    const Crowd agents = random_agents(8, random);
    tell<Told::once>(agents);
    tell<Told::each_step>(agents);
    tell<Told::in_step>(agents);
  }
}

TEST_CASE("small elements share a word") {
  using distribution::GhostColumns;
  // docs/algorithms/distribution.md
  CHECK(GhostColumns<Kokkos::HostSpace, Told::once>::words == 2);
  CHECK(GhostColumns<Kokkos::HostSpace, Told::each_step>::words == 6);
  CHECK(GhostColumns<Kokkos::HostSpace, Told::in_step>::words == 2);
}

}  // namespace plethos::tests
