#include "scenarios/geometry/near_places.hpp"

#include <doctest/doctest.h>

#include <set>
#include <vector>

#include "tests/harness/random.hpp"

namespace plethos::tests {

TEST_CASE("near places: everything within a cell's width is found, and what is found lies near or shares a bucket") {
  Random random("near places");
  for (const int count : {0, 1, 2, 50, 3000, 100'000}) {
    CAPTURE(count);
    for (const float size : {0.5f, 20.f, 4000.f}) {
      CAPTURE(size);
      std::vector<Vec2> places;
      for (int k = 0; k < count; ++k) places.push_back({random.between(-size, size), random.between(-size, 0)});
      // Two at one place, and one far away.
      if (count > 2) {
        places[1] = places[0];
        places[2] = {3e6f, -2e6f};
      }
      const double cell = 1.5;
      const scenarios::NearPlaces near(places.size(), cell, [&](std::size_t k) { return places[k]; });
      std::size_t visits = 0;
      for (int ask = 0; ask < 30; ++ask) {
        const Vec2 at = ask % 2 == 0 && count > 0 ? places[static_cast<std::size_t>(ask * 7 % count)]
                                                  : Vec2{random.between(-size, size), random.between(-size, size)};
        std::set<std::size_t> found;
        near.near(at, [&](std::size_t k) {
          ++visits;
          CHECK(k < places.size());
          found.insert(k);
        });
        for (std::size_t k = 0; k < places.size(); ++k) {
          const Vec2 to = places[k] - at;
          if (to.x * to.x + to.y * to.y < 0.999f * static_cast<float>(cell * cell) && !found.contains(k)) FAIL("a near item is missing");
        }
      }
      // Sparse items are not all looked through.
      if (count > 1000 && size > 1000) CHECK(visits < 30 * 200);
    }
  }
}

}  // namespace plethos::tests
