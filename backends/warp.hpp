#pragma once

#include <Kokkos_Core.hpp>
#include <concepts>
#include <cstdint>

#include "backends/device.hpp"
#include "core/bits.hpp"
#include "core/lane/team-inl.hpp"

namespace plethos::backends {

using OneThread = scalar::OneThread;

/// A team (core/lane/team-inl.hpp) of several threads that exchange values: a warp, or what stands for one.
template <class Team>
concept WarpTeam = (Team::size > 1) && requires(const Team& team) {
  { team.from(std::uint32_t{}, 0) } -> std::same_as<std::uint32_t>;
  { team.least(std::uint32_t{}) } -> std::same_as<std::uint32_t>;
  { team.mask(true) } -> std::same_as<typename Team::Bits>;
  { team.alike(std::int32_t{}) } -> std::same_as<typename Team::Bits>;
};

/// A warp of threads that exchange values by the functions of `Threads`, which are those of WarpThreads.
template <class Threads>
struct WarpOf : Threads {
  using Threads::least, Threads::rank, Threads::size, Threads::sum;

  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T broadcast(T value) {
    return Threads::from(value, 0);
  }
  template <class Function>
  KOKKOS_FORCEINLINE_FUNCTION static void each(std::int32_t count, const Function& f) {
    for (std::int32_t i = rank(); i < count; i += size) f(i);
  }
  template <class Function>
  KOKKOS_FORCEINLINE_FUNCTION static std::int32_t least(std::int32_t count, const Function& f) {
    std::int32_t best = 0x7fffffff;
    for (std::int32_t i = rank(); i < count; i += size) {
      const std::int32_t next = f(i);
      best = next < best ? next : best;
    }
    return least(best);
  }
  template <class Condition>
  KOKKOS_FORCEINLINE_FUNCTION static std::int32_t first(std::int32_t count, const Condition& f) {
    for (std::int32_t begin = 0; begin < count; begin += size) {
      const std::int32_t i = begin + rank();
      if (const auto found = Threads::mask(i < count && f(i)); found != 0) return begin + countr_zero(found);
    }
    return -1;
  }
  template <class Function>
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t sum(std::int32_t count, const Function& f) {
    std::uint32_t own = 0;
    for (std::int32_t i = rank(); i < count; i += size) own += f(i);
    return sum(own);
  }
};

/// The threads of a device's warp.
struct WarpThreads {
  using Bits = WarpMask;  ///< one for each thread
  static constexpr int size = warp_size;

  KOKKOS_FORCEINLINE_FUNCTION static int rank() { return warp::rank(); }
  KOKKOS_FORCEINLINE_FUNCTION static void sync() { warp::sync(); }
  /// Returns the value of one of the threads; each may ask for another one's. The number of that thread counts modulo `size`.
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T from(T value, int thread) {
    return warp::from(value, thread);
  }
  /// Returns the value of the thread of a number so much lower or higher. Where there is none, it returns anything.
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T shift_up(T value, int distance) {
    return warp::shift_up(value, distance);
  }
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T shift_down(T value, int distance) {
    return warp::shift_down(value, distance);
  }
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T least(T value) {
    for (int distance = size / 2; distance > 0; distance /= 2) {
      const T other = warp::across(value, distance);
      value = other < value ? other : value;
    }
    return value;
  }
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t sum(std::uint32_t value) {
    for (int distance = size / 2; distance > 0; distance /= 2) value += warp::across(value, distance);
    return value;
  }
  KOKKOS_FORCEINLINE_FUNCTION static Bits mask(bool condition) { return warp::mask(condition); }
  /// Returns the threads that call with the same value as this one, a bit a thread.
  KOKKOS_FORCEINLINE_FUNCTION static Bits alike(std::int32_t value) { return warp::alike(value); }
  KOKKOS_FORCEINLINE_FUNCTION static bool any(bool condition) { return warp::any(condition); }
};

/// A warp of a device, which is a block alone or one of several.
using Warp = WarpOf<WarpThreads>;

/// The warps of a device's block as a team, whose members are warps.
struct WarpsOfBlock {
  KOKKOS_FORCEINLINE_FUNCTION static std::int32_t rank() { return warp::of_block(); }
  KOKKOS_FORCEINLINE_FUNCTION static std::int32_t size() { return warp::in_block(); }
  KOKKOS_FORCEINLINE_FUNCTION static void sync() { warp::sync_block(); }
  KOKKOS_FORCEINLINE_FUNCTION static bool any(bool here) { return warp::any_of_block(here); }
};

}  // namespace plethos::backends
