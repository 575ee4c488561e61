#include "algorithms/distribution/slabs.hpp"

#include <doctest/doctest.h>

namespace plethos::tests {

using distribution::RowRange;
using distribution::Slabs;

TEST_CASE("slabs: each id has one, in order, and all but the last begin and end at whole blocks") {
  for (const std::int64_t agents : {0, 1, 4095, 4096, 4097, 9000, 100'000}) {
    for (const int ranks : {1, 2, 3, 8, 100}) {
      CAPTURE(agents);
      CAPTURE(ranks);
      const Slabs slabs(agents, ranks);
      std::int64_t next = 0;
      for (int rank = 0; rank < ranks; ++rank) {
        const RowRange ids = slabs.of(rank);
        CHECK(ids.first == next);
        CHECK(ids.size() >= 0);
        CHECK(ids.size() <= slabs.size());
        if (ids.end < agents) CHECK(ids.end % Slabs::block == 0);
        if (ids.size() > 0) {
          CHECK(slabs.rank_of(ids.first) == rank);
          CHECK(slabs.rank_of(ids.end - 1) == rank);
        }
        next = ids.end;
      }
      CHECK(next == agents);
      // No slab could be a block shorter.
      CHECK((slabs.size() - Slabs::block) * ranks < agents + (agents == 0 ? 1 : 0));
    }
  }
}

}  // namespace plethos::tests
