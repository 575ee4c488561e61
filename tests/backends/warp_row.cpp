#include "backends/warp_row.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "tests/harness/host_warp.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {

TEST_CASE("a warp is a row of 32 elements, whatever its width, and leaves what lies beside them alone") {
  Random random("rows of warps");
  for (int time = 0; time < 20; ++time) {
    CAPTURE(time);
    // Behind the row lie as many elements that are no part of it, the least of all among them.
    std::array<std::int32_t, 64> values{};
    for (std::int32_t& value : values) value = random.integer(-50, 50);
    values[40] = -1000;
    const std::uint32_t word = random.word();
    std::uint32_t below = 0;
    for (unsigned k = 0; k < 32; ++k) below |= values[k] < 0 ? 1u << k : 0u;
    for_each_warp([&]<class Team>(Team) {
      CAPTURE(Team::size);
      using Row = backends::RowOfWarp<Team>;
      std::array<std::int32_t, 64> copied{}, shared{}, up{}, down{}, chosen{};
      std::array<std::uint32_t, Team::size> masks{};
      std::array<std::int32_t, Team::size> least{}, counts{};
      std::array<bool, Team::size> some{}, none{};
      Team::run([&](const Team& team) {
        const auto rank = static_cast<std::size_t>(team.rank());
        const auto own = Row::load(values.data());
        const auto negative = Row::less(own, Row::set_int(0));
        Row::store(own, copied.data());
        Row::store_shared(Row::load_shared(values.data()), shared.data());
        Row::store(Row::template shift_up<3>(own, 7), up.data());
        Row::store(Row::template shift_down<5>(own, 9), down.data());
        Row::store(Row::select(Row::bits(word), own, Row::set_int(77)), chosen.data());
        masks[rank] = Row::mask(negative);
        counts[rank] = Row::count_true(negative);
        least[rank] = Row::least(own);
        some[rank] = Row::any(!Row::less(own, Row::set_int(values[0])));
        // It holds for no element, though it does for what the other threads of a wide warp have.
        none[rank] = Row::any(Row::less(own, Row::set_int(-60)) | !Row::less(Row::set_int(-60), own));
      });
      for (std::size_t k = 0; k < 64; ++k) {
        const bool inside = k < 32;
        CHECK(copied[k] == (inside ? values[k] : 0));
        CHECK(shared[k] == (inside ? values[k] : 0));
        CHECK(up[k] == (!inside ? 0 : k < 3 ? 7 : values[k - 3]));
        CHECK(down[k] == (!inside ? 0 : k + 5 >= 32 ? 9 : values[k + 5]));
        CHECK(chosen[k] == (!inside ? 0 : (word >> k & 1u) != 0 ? values[k] : 77));
      }
      const auto all_are = [](const auto& found, auto expected) {
        return std::all_of(found.begin(), found.end(), [&](auto one) { return one == expected; });
      };
      CHECK(all_are(masks, below));
      CHECK(all_are(counts, std::popcount(below)));
      CHECK(all_are(least, *std::min_element(values.begin(), values.begin() + 32)));
      CHECK(all_are(some, true));
      CHECK(all_are(none, false));
    });
  }
}

}  // namespace plethos::tests
