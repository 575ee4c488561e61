#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "backends/concurrency.hpp"

namespace plethos::avoidance {

/// What works for an agent: one lane or thread (flat), a team of them, over its velocity samples (nested; Bleiweiss 2009, section 4.4), or
/// whichever is expected to be faster (automatic). Results are the same, bit for bit.
enum class Parallel { automatic, flat, nested };

/// Their names, in the enumeration's order.
inline constexpr std::array<const char*, 3> parallel_names{"auto", "flat", "nested"};

/// Samples of a Philox block, which one member of a team tries at once.
inline constexpr int samples_a_block = 4;

inline constexpr std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// On a GPU nested teams are faster while there are fewer agents than this share of the resident threads.
inline constexpr double device_nested_share = 0.25;
/// On a CPU: a step of a vector that serves one agent costs so much of one that serves many, and agents of a flat block (at least 64, see
/// backends::block_size) go to one thread.
inline constexpr double host_nested_cost = 1.2;
inline constexpr std::int64_t host_flat_block = 64;

/// Whether nested is expected to be faster than flat for `agents` agents that try `samples` velocities each.
///
/// On a CPU the steps of the busiest thread's vector decide. Flat: of its agents, `width` at a time, a step tries a block of samples each.
/// Nested: of its agents, one at a time, a step tries `width` blocks of samples.
inline constexpr bool nested_pays(std::int64_t agents, std::int64_t samples, const backends::Concurrency& on) {
  const std::int64_t blocks = divide_up(samples, samples_a_block);
  if (on.device) return static_cast<double>(agents) <= device_nested_share * on.threads;
  const std::int64_t flat_agents =
      on.threads == 1 ? agents : std::min(agents, divide_up(divide_up(agents, host_flat_block), on.threads) * host_flat_block);
  const auto flat = static_cast<double>(divide_up(flat_agents, on.width) * blocks);
  const auto nested = static_cast<double>(divide_up(agents, on.threads) * divide_up(blocks, on.width));
  return host_nested_cost * nested < flat;
}

/// Threads of a GPU's team: a warp, and twice as many as long as there are blocks of samples for them and room for all teams at once.
inline constexpr int team_members(std::int64_t agents, std::int64_t samples, const backends::Concurrency& on) {
  const std::int64_t blocks = divide_up(samples, samples_a_block);
  int members = 32;
  while (members < 256 && members < blocks && 2 * members * agents <= on.threads) members *= 2;
  return members;
}

}  // namespace plethos::avoidance
