#pragma once

#include <cstdint>
#include <random>
#include <string_view>

namespace plethos::tests {

/// The seed of every random test: --seed N, otherwise PLETHOS_TEST_SEED, otherwise 1. main() prints it.
std::uint64_t seed();
void set_seed(std::uint64_t value);

/// Random numbers of one test. They are the same on every machine, and do not depend on other tests.
class Random {
 public:
  explicit Random(std::string_view test) : Random(test, seed()) {}
  Random(std::string_view test, std::uint64_t from) : engine_(from ^ hash(test)) {}

  std::uint32_t word() { return static_cast<std::uint32_t>(engine_() >> 32); }
  std::uint64_t word64() { return engine_(); }
  /// Returns a number in [low, high).
  float between(float low, float high) { return low + static_cast<float>(word() >> 8) * 0x1p-24f * (high - low); }
  /// Returns a number in [low, high].
  std::int32_t integer(std::int32_t low, std::int32_t high) {
    return low + static_cast<std::int32_t>(engine_() % static_cast<std::uint64_t>(std::int64_t{high} - low + 1));
  }
  /// Returns true once in `every` times, on average.
  bool once_in(std::int32_t every) { return integer(1, every) == 1; }

 private:
  // FNV-1a is used because std::hash differs between libraries.
  static std::uint64_t hash(std::string_view text) {
    std::uint64_t value = 0xcbf29ce484222325u;
    for (const char letter : text) value = (value ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;
    return value;
  }

  std::mt19937_64 engine_;
};

}  // namespace plethos::tests
