#include <Random123/philox.h>
#include <doctest/doctest.h>

#include <array>

#include "core/lane/scalar_lane.hpp"
#include "tests/core/lane/lane_checks-inl.hpp"
#include "tests/core/lane/lane_simd.hpp"

namespace plethos::tests {
namespace {

using Words = std::vector<std::uint32_t>;

Words scalar_philox(const PhiloxInput& input) {
  Words words;
  scalar::philox_words<ScalarLane>(input, words);
  return words;
}

/// Returns Random123's words for the counter (sample block, step, agent) and the key seed.
Words random123(const PhiloxInput& input) {
  Words words;
  for (std::size_t i = 0; i < input.agent_low.size(); ++i) {
    const r123::Philox4x32::ctr_type counter{{input.block, input.step, input.agent_low[i], input.agent_high[i]}};
    const r123::Philox4x32::key_type key{{static_cast<std::uint32_t>(input.seed), static_cast<std::uint32_t>(input.seed >> 32)}};
    const auto found = r123::Philox4x32{}(counter, key);
    words.insert(words.end(), found.begin(), found.end());
  }
  return words;
}

}  // namespace

TEST_CASE("Philox over any lane has the bits of Random123") {
  Random random("philox");
  for (int round = 0; round < 100; ++round) {
    PhiloxInput input{random.word64(), {}, {}, random.word(), random.word()};
    for (int i = 0; i < 64; ++i) {
      input.agent_low.push_back(i % 8 == 0 ? 0xffffffffu : random.word());
      input.agent_high.push_back(i % 4 == 0 ? 0u : random.word());
    }
    const Words expected = random123(input);
    CHECK(scalar_philox(input) == expected);
    for (const backends::SimdTarget& target : backends::simd_targets())
      CHECK_MESSAGE(highway_philox(target, input) == expected, target.name);
  }
}

TEST_CASE("Philox gives Random123's known answers") {
  struct Known {
    std::array<std::uint32_t, 4> counter;
    std::uint64_t key;
    Words words;
  };
  const Known known[] = {
      {{0, 0, 0, 0}, 0, {0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u}},
      {{~0u, ~0u, ~0u, ~0u}, ~std::uint64_t{0}, {0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu}},
      {{0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u}, 0x299f31d0a4093822u, {0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u}},
  };
  for (const Known& k : known) {
    const PhiloxInput input{k.key, Words(64, k.counter[2]), Words(64, k.counter[3]), k.counter[1], k.counter[0]};
    const auto first = [](const Words& words) { return Words(words.begin(), words.begin() + 4); };
    CHECK(first(scalar_philox(input)) == k.words);
    for (const backends::SimdTarget& target : backends::simd_targets()) CHECK(first(highway_philox(target, input)) == k.words);
  }
}

}  // namespace plethos::tests
