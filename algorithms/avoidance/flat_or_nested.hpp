#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "backends/concurrency.hpp"

namespace plethos::avoidance {

/// The threads that work for an agent: one lane or thread (flat), a team over its velocity samples (nested; Bleiweiss 2009, section 4.4),
/// or whichever is expected to be faster (automatic). Results are the same, bit for bit.
enum class Parallel { automatic, flat, nested };

/// Their names, in the enumeration's order.
inline constexpr std::array<const char*, 3> parallel_names{"auto", "flat", "nested"};

/// Samples of a Philox block, which one member of a team tries at once.
inline constexpr int samples_a_block = 4;

inline constexpr std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// On a GPU the unit of cost is a block of samples of one agent, flat, when enough agents share the GPU. Flat takes as long as if there
/// were more agents, by this share of the resident threads, because few agents wait for memory and for the slowest of their warp.
inline constexpr double device_flat_idle = 0.43;
/// The cost of the work before the first block, and the cost of a block, nested.
inline constexpr double device_flat_start = 18;
inline constexpr double device_nested_start = 81;
inline constexpr double device_nested_block = 0.67;

/// On a CPU the unit of cost is a step of a vector that tries a block of samples an element, flat. These are the costs of the work before
/// the first step (loading, sample 0 and, flat, packing), and of a step, nested.
inline constexpr double host_flat_start = 12;
inline constexpr double host_nested_start = 1.9;
inline constexpr double host_nested_step = 0.89;
/// The cost of waking other threads.
inline constexpr double host_wake = 45;
/// The busiest thread has this many blocks of agents beyond its share, flat, because not all blocks are equally hard.
inline constexpr double host_flat_uneven = 0.5;

/// Returns whether nested is expected to be faster than flat for `agents` agents that try `samples` velocities each.
///
/// On a CPU the steps of the busiest thread decide. Flat, its agents fill vectors, and each vector steps through all blocks of samples.
/// Nested, it takes its agents one by one, and a step tries as many blocks as the vector has elements. The constants are fitted to
/// measurements on AVX-512, AVX2 and an H100 (perf/algorithms/avoidance/flat_or_nested.cpp). They only move the point where the two cross.
inline bool nested_pays(std::int64_t agents, std::int64_t samples, const backends::Concurrency& on) {
  const std::int64_t blocks = divide_up(samples, samples_a_block);
  if (on.device) {
    const auto count = static_cast<double>(agents);
    const auto length = static_cast<double>(blocks);
    const double flat = (count + device_flat_idle * on.threads) * length + count * device_flat_start;
    return count * (device_nested_block * length + device_nested_start) < flat;
  }
  const bool many_threads = on.threads > 1;
  double flat_agents = static_cast<double>(agents);
  if (many_threads && agents > backends::least_block) {
    const std::int64_t flat_blocks = divide_up(divide_up(agents, backends::least_block), on.threads);
    flat_agents = std::min(flat_agents, (static_cast<double>(flat_blocks) + host_flat_uneven) * backends::least_block);
  }
  // On a lane of one element flat packs nothing, so both forms cost the same.
  const double flat_start = on.width > 1 ? host_flat_start : host_nested_start;
  const double nested_step = on.width > 1 ? host_nested_step : 1;
  const double flat = std::ceil(flat_agents / on.width) * (static_cast<double>(blocks) + flat_start) +
                      (many_threads && agents > backends::least_block ? host_wake : 0);
  const double nested = static_cast<double>(divide_up(agents, on.threads)) *
                            (nested_step * static_cast<double>(divide_up(blocks, on.width)) + host_nested_start) +
                        (many_threads && agents > 1 ? host_wake : 0);
  return nested < flat;
}

/// A GPU's team has at most this many threads.
inline constexpr int largest_team = 256;

/// Returns the number of threads of a GPU's team. It is a warp, doubled as long as there are blocks of samples for them and room for all
/// teams at once.
inline constexpr int team_members(std::int64_t agents, std::int64_t samples, const backends::Concurrency& on) {
  const std::int64_t blocks = divide_up(samples, samples_a_block);
  int members = on.warp;
  while (members < largest_team && members < blocks && 2 * members * agents <= on.threads) members *= 2;
  return members;
}

}  // namespace plethos::avoidance
