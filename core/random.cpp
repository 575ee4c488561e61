#include "core/random.hpp"

#include <Random123/philox.h>

namespace plethos {

std::array<std::uint32_t, 4> philox(std::uint64_t seed, std::uint64_t agent, std::uint32_t step, std::uint32_t sample) {
  const r123::Philox4x32::ctr_type counter{{sample, step, static_cast<std::uint32_t>(agent), static_cast<std::uint32_t>(agent >> 32)}};
  const r123::Philox4x32::key_type key{{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}};
  const auto words = r123::Philox4x32{}(counter, key);
  return {words[0], words[1], words[2], words[3]};
}

std::uint32_t PhiloxStream::word() {
  if (used_ == words_.size()) {
    words_ = philox(seed_, agent_, step_, sample_++);
    used_ = 0;
  }
  return words_[used_++];
}

std::uint64_t PhiloxStream::below(std::uint64_t bound) {
  const std::uint64_t high = word();
  const std::uint64_t number = high << 32 | word();
  // The result is the upper half of the 128-bit product. 32-bit parts make it portable, and it lacks the bias of a remainder.
  const std::uint64_t low_low = (number & 0xffffffffu) * (bound & 0xffffffffu);
  const std::uint64_t high_low = (number >> 32) * (bound & 0xffffffffu);
  const std::uint64_t low_high = (number & 0xffffffffu) * (bound >> 32);
  const std::uint64_t high_high = (number >> 32) * (bound >> 32);
  const std::uint64_t middle = (low_low >> 32) + (high_low & 0xffffffffu) + low_high;
  return high_high + (high_low >> 32) + (middle >> 32);
}

}  // namespace plethos
