#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace plethos::teaching {

inline constexpr std::size_t warp_threads = 32;

/// Returns how many steps a warp takes for searches of so many steps each, a search in each thread, if the step is a loop within the loop
/// over searches: its threads take their next searches together, when the longest of the last ones has ended.
inline std::int64_t steps_of_two_loops(std::span<const std::int32_t> searches) {
  std::int64_t steps = 0;
  for (std::size_t begin = 0; begin < searches.size(); begin += warp_threads) {
    const auto together = searches.subspan(begin, std::min(warp_threads, searches.size() - begin));
    steps += *std::max_element(together.begin(), together.end());
  }
  return steps;
}

/// Returns the same for a single loop, in which a thread either takes a search or a step: a thread whose search has ended takes the next
/// one while the others go on.
inline std::int64_t steps_of_one_loop(std::span<const std::int32_t> searches) {
  std::array<std::int64_t, warp_threads> ends{};
  for (const std::int32_t steps : searches) *std::min_element(ends.begin(), ends.end()) += steps;
  return *std::max_element(ends.begin(), ends.end());
}

}  // namespace plethos::teaching
