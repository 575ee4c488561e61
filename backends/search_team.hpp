#pragma once

#include <Kokkos_Core.hpp>
#include <concepts>
#include <cstdint>

#include "backends/concurrency.hpp"

namespace plethos::backends {

// A search is sequential, but each of its steps looks at several things at once. It is written over a team: on a CPU one thread alone
// (OneThread), on a device a warp (Warp), whose threads all run through the search together and share out the looks. Either has
//
//   size             the number of threads
//   rank()           the number of this thread, 0 to size - 1
//   sync()           makes what a thread has written to memory visible to the others
//   shared(value)    returns the value that thread 0 has
//   first(count, f)  returns the first i in [0, count) for which f(i) holds, or -1. It may call f for others, too.
//   sum(count, f)    returns f(0) + ... + f(count - 1)
//
// All threads of a team call each of these together, with the same count, and so those that a warp has besides. Of these functions only
// sync() lets a thread see what others have written to memory, and lets it write where others have read.

/// A team of one thread.
struct OneThread {
  static constexpr int size = 1;

  KOKKOS_INLINE_FUNCTION int rank() const { return 0; }
  KOKKOS_INLINE_FUNCTION void sync() const {}
  KOKKOS_INLINE_FUNCTION std::uint32_t shared(std::uint32_t value) const { return value; }
  template <class Condition>
  KOKKOS_INLINE_FUNCTION std::int32_t first(std::int32_t count, const Condition& f) const {
    for (std::int32_t i = 0; i < count; ++i) {
      if (f(i)) return i;
    }
    return -1;
  }
  template <class Function>
  KOKKOS_INLINE_FUNCTION std::uint32_t sum(std::int32_t count, const Function& f) const {
    std::uint32_t all = 0;
    for (std::int32_t i = 0; i < count; ++i) all += f(i);
    return all;
  }
};

/// A team of several threads that exchange values: a warp, or what stands for one.
template <class Team>
concept WarpTeam = (Team::size > 1) && requires(const Team& team) {
  { team.from(std::uint32_t{}, 0) } -> std::same_as<std::uint32_t>;
  { team.least(std::uint32_t{}) } -> std::same_as<std::uint32_t>;
  { team.mask(true) } -> std::same_as<std::uint32_t>;
  { team.alike(std::int32_t{}) } -> std::same_as<std::uint32_t>;
};

/// A warp of a device. Its threads are those of a block.
struct Warp {
  static constexpr int size = team_vector;

  KOKKOS_INLINE_FUNCTION int rank() const {
    KOKKOS_IF_ON_DEVICE((return static_cast<int>(threadIdx.x);))
    KOKKOS_IF_ON_HOST((return 0;))
  }
  KOKKOS_INLINE_FUNCTION void sync() const { KOKKOS_IF_ON_DEVICE((__syncwarp();)) }
  KOKKOS_INLINE_FUNCTION std::uint32_t shared(std::uint32_t value) const { return from(value, 0); }
  /// Returns the value of one of the threads; each may ask for another one's. The number of that thread counts modulo `size`.
  template <class T>
  KOKKOS_INLINE_FUNCTION T from(T value, [[maybe_unused]] int thread) const {
    KOKKOS_IF_ON_DEVICE((return __shfl_sync(all_threads, value, thread);))
    KOKKOS_IF_ON_HOST((return value;))
  }
  /// Returns the least value of all threads.
  KOKKOS_INLINE_FUNCTION std::uint32_t least(std::uint32_t value) const {
    for (int distance = size / 2; distance > 0; distance /= 2) {
      const std::uint32_t other = across(value, distance);
      value = other < value ? other : value;
    }
    return value;
  }
  /// Returns a bit a thread: whether its condition holds.
  KOKKOS_INLINE_FUNCTION std::uint32_t mask(bool condition) const {
    KOKKOS_IF_ON_DEVICE((return __ballot_sync(all_threads, condition ? 1 : 0);))
    KOKKOS_IF_ON_HOST((return condition ? 1u : 0u;))
  }
  /// Returns the threads that call with the same value as this one, a bit a thread.
  KOKKOS_INLINE_FUNCTION std::uint32_t alike([[maybe_unused]] std::int32_t value) const {
    KOKKOS_IF_ON_DEVICE((return __match_any_sync(all_threads, value);))
    KOKKOS_IF_ON_HOST((return 1u;))
  }
  template <class Condition>
  KOKKOS_INLINE_FUNCTION std::int32_t first(std::int32_t count, const Condition& f) const {
    for (std::int32_t begin = 0; begin < count; begin += size) {
      const std::int32_t i = begin + rank();
      if (const std::uint32_t found = mask(i < count && f(i)); found != 0) return begin + Kokkos::countr_zero(found);
    }
    return -1;
  }
  template <class Function>
  KOKKOS_INLINE_FUNCTION std::uint32_t sum(std::int32_t count, const Function& f) const {
    std::uint32_t own = 0;
    for (std::int32_t i = rank(); i < count; i += size) own += f(i);
    for (int distance = size / 2; distance > 0; distance /= 2) own += across(own, distance);
    return own;
  }

 private:
  static constexpr unsigned all_threads = 0xffffffffu;

  KOKKOS_INLINE_FUNCTION std::uint32_t across(std::uint32_t value, [[maybe_unused]] int distance) const {
    KOKKOS_IF_ON_DEVICE((return __shfl_xor_sync(all_threads, value, distance);))
    KOKKOS_IF_ON_HOST((return value;))
  }
};

}  // namespace plethos::backends
