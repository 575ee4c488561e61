#pragma once

#include <array>
#include <cstdint>

namespace plethos {

/// Returns four random words that depend on nothing but these numbers: Random123's Philox 4x32-10 of counter (sample, step, agent) and key
/// seed.
std::array<std::uint32_t, 4> philox(std::uint64_t seed, std::uint64_t agent, std::uint32_t step, std::uint32_t sample);

/// Returns the upper 24 bits of a random word as a number in [0, 1), a multiple of 2^-24.
constexpr float unit_interval(std::uint32_t word) { return static_cast<float>(word >> 8) * 0x1p-24f; }

/// This step keys the random numbers of scenario building. No run reaches it, so a run draws other numbers.
constexpr std::uint32_t scenario_step = 0xffffffffu;

/// The random words of one (seed, agent, step), one after the other; the sample counts up. They are the same on every machine. Threads must
/// not share an object; make one for each agent instead.
class PhiloxStream {
 public:
  PhiloxStream(std::uint64_t seed, std::uint64_t agent, std::uint32_t step = scenario_step) : seed_(seed), agent_(agent), step_(step) {}

  std::uint32_t word();
  /// Returns a number in [0, 1).
  float unit() { return unit_interval(word()); }
  /// Returns a number in [low, high], and low if both are equal.
  float between(float low, float high) { return low + unit() * (high - low); }
  /// Returns a number in [0, bound), bound > 0. All values are equally likely to within bound / 2^64.
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
