#pragma once

#include <array>
#include <cstdint>

namespace plethos {

/// Four random words that depend on nothing but the key: Random123's Philox 4x32-10 of counter (sample, step, agent) and key seed.
std::array<std::uint32_t, 4> philox(std::uint64_t seed, std::uint64_t agent, std::uint32_t step, std::uint32_t sample);

/// A number in [0, 1), a multiple of 2^-24: the upper 24 bits of a random word.
constexpr float unit_interval(std::uint32_t word) { return static_cast<float>(word >> 8) * 0x1p-24f; }

/// The step that keys the random numbers of scenario building. No run reaches it, so a run draws from other numbers.
constexpr std::uint32_t scenario_step = 0xffffffffu;

/// The random words of one (seed, agent, step), one after the other; the sample counts up. The same on every machine.
/// Not safe to share between threads; make one for each agent instead.
class PhiloxStream {
 public:
  PhiloxStream(std::uint64_t seed, std::uint64_t agent, std::uint32_t step = scenario_step) : seed_(seed), agent_(agent), step_(step) {}

  std::uint32_t word();
  /// In [0, 1).
  float unit() { return unit_interval(word()); }
  /// In [low, high]; low where both are equal.
  float between(float low, float high) { return low + unit() * (high - low); }
  /// In [0, bound), bound > 0; every value equally likely to within bound / 2^64.
  std::uint64_t below(std::uint64_t bound);

 private:
  std::uint64_t seed_;
  std::uint64_t agent_;
  std::uint32_t step_;
  std::uint32_t sample_ = 0;
  std::uint32_t used_ = 4;
  std::array<std::uint32_t, 4> words_{};
};

}  // namespace plethos
