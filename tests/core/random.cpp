#include "core/random.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace plethos;

TEST_CASE("philox gives the published known answers") {
  // Random123's kat_vectors for philox 4x32-10: counter words are (sample, step, agent low, agent high).
  CHECK(philox(0, 0, 0, 0) == std::array<std::uint32_t, 4>{0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u});
  CHECK(philox(~std::uint64_t{0}, ~std::uint64_t{0}, 0xffffffffu, 0xffffffffu) ==
        std::array<std::uint32_t, 4>{0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu});
  CHECK(philox(0x299f31d0a4093822u, 0x0370734413198a2eu, 0x85a308d3u, 0x243f6a88u) ==
        std::array<std::uint32_t, 4>{0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u});
}

TEST_CASE("unit_interval covers [0, 1)") {
  CHECK(unit_interval(0) == 0.f);
  CHECK(unit_interval(0xffffffffu) < 1.f);
  CHECK(unit_interval(0x80000000u) == 0.5f);
}

TEST_CASE("a stream depends on its key only") {
  PhiloxStream a(1, 2, 3);
  PhiloxStream b(1, 2, 3);
  PhiloxStream other(1, 3, 3);
  bool differs = false;
  for (int i = 0; i < 100; ++i) {
    const std::uint32_t word = a.word();
    CHECK(word == b.word());
    differs = differs || word != other.word();
  }
  CHECK(differs);
}

TEST_CASE("below() is even and stays below") {
  PhiloxStream random(7, 0);
  std::vector<int> counts(10);
  for (int i = 0; i < 10000; ++i) ++counts[random.below(10)];
  for (const int count : counts) {
    CHECK(count > 850);
    CHECK(count < 1150);
  }
  CHECK(PhiloxStream(1, 1).below(1) == 0);
  PhiloxStream large(3, 0);
  bool upper_half = false;
  for (int i = 0; i < 64; ++i) {
    const std::uint64_t number = large.below(std::uint64_t{1} << 62);
    CHECK(number < std::uint64_t{1} << 62);
    upper_half = upper_half || number >= std::uint64_t{1} << 61;
  }
  CHECK(upper_half);
}

TEST_CASE("below() is the upper half of the product of a random number and the bound") {
  PhiloxStream random(11, 3);
  PhiloxStream same(11, 3);
  PhiloxStream bounds(12, 4);
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t high = bounds.word();
    const std::uint64_t bound = (high << 32 | bounds.word()) >> (i % 64);
    const std::uint64_t upper = same.word();
    const std::uint64_t number = upper << 32 | same.word();
    CHECK(random.below(bound) == static_cast<std::uint64_t>((static_cast<unsigned __int128>(number) * bound) >> 64));
  }
}

TEST_CASE("between() stays within its limits") {
  PhiloxStream random(5, 5);
  for (int i = 0; i < 1000; ++i) {
    const float value = random.between(-2.f, 3.f);
    CHECK(value >= -2.f);
    CHECK(value <= 3.f);
  }
  CHECK(random.between(1.5f, 1.5f) == 1.5f);
}
