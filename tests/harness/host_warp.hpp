#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "backends/warp_row.hpp"
#include "tests/harness/fibers.hpp"

namespace plethos::tests {

/// The threads of a warp on the host: as backends::WarpThreads, but fibers of one thread, 32 or 64 as GPUs of one kind or another have.
/// Tests see by a warp of them without a device what only a warp does.
///
/// A call costs about 10 us. With a thread each and std::barrier it takes 40 to 50 us on two processors, and each run has another order.
/// Above all, a barrier orders memory. As on a device, of these calls only sync() does, so that ThreadSanitizer sees where one is missing
/// although another call stands there. If threads do not call the same together, run() throws.
template <int threads>
class HostThreads {
 public:
  using Bits = std::conditional_t<threads == 64, std::uint64_t, std::uint32_t>;
  static constexpr int size = threads;

  /// Calls body(team) on all threads of a warp.
  template <class Body>
  static void run(const Body& body) {
    Exchange exchange;
    present = &exchange;
    exchange.fibers.run([&](int) { body(backends::WarpOf<HostThreads>()); });
  }

  KOKKOS_INLINE_FUNCTION static int rank() {
    KOKKOS_IF_ON_HOST((return present->fibers.current();))
    KOKKOS_IF_ON_DEVICE((return 0;))
  }
  KOKKOS_INLINE_FUNCTION static void sync() { KOKKOS_IF_ON_HOST((present->fibers.meet_in_order("sync");)) }
  template <class T>
  KOKKOS_INLINE_FUNCTION static T from(T value, [[maybe_unused]] int thread) {
    static_assert(sizeof(T) == sizeof(std::uint32_t));
    KOKKOS_IF_ON_HOST((return std::bit_cast<T>(all("from", std::bit_cast<std::uint32_t>(value))[static_cast<unsigned>(thread) % size].load(
        std::memory_order_relaxed));))
    KOKKOS_IF_ON_DEVICE((return value;))
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION static T shift_up(T value, int distance) {
    return from(value, rank() - distance);
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION static T shift_down(T value, int distance) {
    return from(value, rank() + distance);
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION static T least(T value) {
    return folded("least", value, value, [](T a, T b, int) { return b < a ? b : a; });
  }
  KOKKOS_INLINE_FUNCTION static std::uint32_t sum(std::uint32_t value) {
    return folded("sum", value, 0u, [](std::uint32_t a, std::uint32_t b, int) { return a + b; });
  }
  KOKKOS_INLINE_FUNCTION static Bits mask(bool condition) {
    return folded("mask", condition ? 1u : 0u, Bits{0}, [](Bits a, Bits b, int thread) { return a | b << thread; });
  }
  KOKKOS_INLINE_FUNCTION static Bits alike(std::int32_t value) {
    return folded("alike", value, Bits{0}, [value](Bits a, std::int32_t b, int thread) { return b == value ? a | Bits{1} << thread : a; });
  }
  KOKKOS_INLINE_FUNCTION static bool any(bool condition) { return mask(condition) != 0; }

 private:
  using Values = std::array<std::atomic<std::uint32_t>, size>;
  struct Exchange {
    Fibers fibers{size};
    std::array<Values, 2> values{};  ///< who goes on first may give the next value before the last one has read this one
  };

  /// Returns the values of all threads.
  static const Values& all(const char* call, std::uint32_t value) {
    Values& values = present->values[present->fibers.meetings() % 2];
    values[static_cast<std::size_t>(rank())].store(value, std::memory_order_relaxed);
    present->fibers.meet(call);
    return values;
  }
  /// Returns fold(... fold(start, value of thread 0, 0) ..., value of the last thread, its number).
  template <class T, class R, class Fold>
  KOKKOS_INLINE_FUNCTION static R folded([[maybe_unused]] const char* call, [[maybe_unused]] T value, R start,
                                         [[maybe_unused]] const Fold& fold) {
    KOKKOS_IF_ON_HOST(
        (const Values& values = all(call, std::bit_cast<std::uint32_t>(value)); for (int thread = 0; thread < size; ++thread) {
          start = fold(start, std::bit_cast<T>(values[static_cast<std::size_t>(thread)].load(std::memory_order_relaxed)), thread);
        }))
    return start;
  }

  /// That of the warp whose threads run now: warps run one after the other on a thread.
  static inline thread_local Exchange* present = nullptr;
};

using HostWarp = backends::WarpOf<HostThreads<32>>;
using WideHostWarp = backends::WarpOf<HostThreads<64>>;
static_assert(backends::WarpTeam<HostWarp> && backends::WarpTeam<WideHostWarp> && backends::WarpTeam<backends::Warp>);
static_assert(!backends::WarpTeam<backends::OneThread> && plethos::Row<backends::RowOfWarp<WideHostWarp>>);

/// As backends::WarpsOfBlock, on the host: each of its members is a row of one element.
template <int rows>
struct RowsOfBlock {
  using Threads = HostThreads<rows>;

  KOKKOS_INLINE_FUNCTION static std::int32_t rank() { return Threads::rank(); }
  KOKKOS_INLINE_FUNCTION static std::int32_t size() { return Threads::size; }
  KOKKOS_INLINE_FUNCTION static void sync() { Threads::sync(); }
  KOKKOS_INLINE_FUNCTION static bool any(bool here) { return Threads::any(here); }
};

/// Calls test(Team()) with the types of warps of 32 and of 64 threads.
template <class Test>
void for_each_warp(const Test& test) {
  test(HostWarp());
  test(WideHostWarp());
}

}  // namespace plethos::tests
