#include "algorithms/distribution/slab_rows.hpp"

#include <doctest/doctest.h>

#include <cstdint>

namespace plethos::tests {
namespace {

using distribution::RowRange;
using distribution::RowRounds;
using distribution::Slabs;

/// Checks that each id lies in one bin of one round of the rank that has it, and bins in the order of ids within.
void check(std::int64_t agents, int ranks, std::int64_t rows) {
  CAPTURE(agents);
  CAPTURE(ranks);
  CAPTURE(rows);
  const Slabs slabs(agents, ranks);
  const RowRounds rounds(slabs, ranks, rows);
  std::int64_t seen = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    const RowRange own = slabs.of(rank);
    std::int64_t next = own.first;
    for (std::int32_t round = 0; round < rounds.rounds; ++round) {
      const RowRange part = rounds.range(own, round);
      REQUIRE(part.first == next);
      REQUIRE(part.size() <= rows);
      next = part.end;
      const std::int32_t first = rounds.bin(round, rank);
      REQUIRE(first + rounds.bins <= rounds.all_bins());
      for (std::int64_t id = part.first; id < part.end; ++id, ++seen) {
        REQUIRE(rounds.bin_of(static_cast<std::uint32_t>(id)) == first + (id - part.first) / RowRounds::block);
      }
    }
    REQUIRE(next == own.end);
  }
  CHECK(seen == agents);
  // One round is behind the other, and one rank behind the other in a round.
  for (std::int32_t round = 0; round < rounds.rounds; ++round) {
    for (std::int32_t rank = 0; rank < ranks; ++rank) CHECK(rounds.bin(round, rank) == (round * ranks + rank) * rounds.bins);
  }
}

TEST_CASE("slab rows: each agent has a bin in its rank's round") {
  for (const int ranks : {1, 2, 3, 8}) {
    for (const std::int64_t agents : {1, 63, 4096, 4097, 30'000}) {
      for (const std::int64_t rows : {64, 192, 4096, 8192, 1 << 19}) check(agents, ranks, rows);
    }
  }
}

}  // namespace
}  // namespace plethos::tests
