#include <doctest/doctest.h>

#include <string_view>
#include <vector>

#include "algorithms/distribution/halo_packing.hpp"
#include "core/agents.hpp"
#include "core/packed_agents.hpp"

namespace plethos::tests {
namespace {

using Crowd = Agents<Kokkos::HostSpace>;

Crowd two_agents() {
  std::vector<AgentRecord> records(2);
  records[0].mood = 3;
  return make_agents(records, 1);
}

}  // namespace

TEST_CASE("a new field begins with the record's, and with a nobody's in the padding") {
  const Crowd agents = two_agents();
  CHECK(agents.mood(0) == 3);
  for (std::int32_t i = 1; i < agents.stride; ++i) REQUIRE(agents.mood(i) == 7);
}

TEST_CASE("a new field is counted, and has a name of its own in files") {
  int named = 0;
  std::size_t bytes = 0;
  const Crowd agents = two_agents();
  for_each_column(AgentColumns<Crowd>(), agents, [&](const auto& view, auto column) {
    named += column.name == std::string_view("mood") ? 1 : 0;
    bytes += view.span() * sizeof(view.data()[0]);
  });
  CHECK(named == 1);
  CHECK(bytes == Crowd::bytes_per_agent(1) * static_cast<std::size_t>(agents.stride));
}

TEST_CASE("a new field is sorted, migrates, and is told to the ranks of neighbors at its time") {
  const Crowd from = two_agents(), to = two_agents();
  to.copy_agent(1, from, 0);
  CHECK(to.mood(1) == 3);

  std::vector<std::uint32_t> words(static_cast<std::size_t>(record_words(from)));
  write_agent(AgentColumns<Crowd>(), from, 0, words.data());
  read_agent(AgentColumns<Crowd>(), to, 5, words.data());
  CHECK(to.mood(5) == 3);

  using Ghost = distribution::GhostColumns<Kokkos::HostSpace, Told::each_step>;
  std::vector<std::uint32_t> told(static_cast<std::size_t>(Ghost::words));
  Ghost{from}.write(0, told.data());
  Ghost{to}.read(9, told.data());
  CHECK(to.mood(9) == 3);
}

TEST_CASE("a kernel can read a new field of neighbors, because ranks are told of it") {
  const Crowd agents = two_agents();
  const NeighborColumns<Kokkos::HostSpace>& others = agents;
  CHECK(others.mood(0) == 3);
}

}  // namespace plethos::tests
