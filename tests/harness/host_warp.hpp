#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>

#include "backends/warp.hpp"
#include "tests/harness/fibers.hpp"

namespace plethos::tests {

/// A warp of a device on the host: as backends::Warp, with 32 fibers of one thread instead of a device's threads. Tests see by it without a
/// device what only a warp does.
///
/// A call costs about 10 us. With a thread each and std::barrier it takes 40 to 50 us on two processors, and each run has another order.
/// Above all, a barrier orders memory. As on a device, of these calls only sync() does, so that ThreadSanitizer sees where one is missing
/// although another call stands there. If threads do not call the same together, run() throws.
class HostWarp {
 public:
  static constexpr int size = backends::Warp::size;

  /// Calls body(team) on all threads of a warp.
  template <class Body>
  static void run(const Body& body) {
    Exchange exchange;
    exchange.fibers.run([&](int rank) { body(HostWarp(exchange, rank)); });
  }

  KOKKOS_INLINE_FUNCTION int rank() const { return rank_; }
  KOKKOS_INLINE_FUNCTION void sync() const { KOKKOS_IF_ON_HOST((exchange_.fibers.meet_in_order("sync");)) }
  template <class T>
  KOKKOS_INLINE_FUNCTION T broadcast(T value) const {
    return from(value, 0);
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION T from(T value, [[maybe_unused]] int thread) const {
    static_assert(sizeof(T) == sizeof(std::uint32_t));
    KOKKOS_IF_ON_HOST((return std::bit_cast<T>(all("from", std::bit_cast<std::uint32_t>(value))[static_cast<unsigned>(thread) % size].load(
        std::memory_order_relaxed));))
    KOKKOS_IF_ON_DEVICE((return value;))
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t least(std::uint32_t value) const {
    return folded("least", value, value, [](std::uint32_t a, std::uint32_t b, int) { return b < a ? b : a; });
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t mask(bool condition) const {
    return folded("mask", condition ? 1 : 0, 0, [](std::uint32_t a, std::uint32_t b, int thread) { return a | b << thread; });
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t alike(std::int32_t value) const {
    const auto own = static_cast<std::uint32_t>(value);
    return folded("alike", own, 0, [own](std::uint32_t a, std::uint32_t b, int thread) { return a | (b == own ? 1u << thread : 0u); });
  }
  template <class Condition>
  KOKKOS_INLINE_FUNCTION std::int32_t first(std::int32_t count, const Condition& f) const {
    for (std::int32_t begin = 0; begin < count; begin += size) {
      const std::int32_t i = begin + rank_;
      if (const std::uint32_t found = mask(i < count && f(i)); found != 0) return begin + countr_zero(found);
    }
    return -1;
  }
  template <class Function>
  KOKKOS_INLINE_FUNCTION std::uint32_t sum(std::int32_t count, const Function& f) const {
    std::uint32_t own = 0;
    for (std::int32_t i = rank_; i < count; i += size) own += f(i);
    return folded("sum", own, 0, [](std::uint32_t a, std::uint32_t b, int) { return a + b; });
  }

 private:
  using Values = std::array<std::atomic<std::uint32_t>, size>;
  struct Exchange {
    Fibers fibers{size};
    std::array<Values, 2> values{};  ///< who goes on first may give the next value before the last one has read this one
  };

  HostWarp(Exchange& exchange, int rank) : exchange_(exchange), rank_(rank) {}

  /// Returns the values of all threads.
  const Values& all(const char* call, std::uint32_t value) const {
    Values& values = exchange_.values[exchange_.fibers.meetings() % 2];
    values[static_cast<std::size_t>(rank_)].store(value, std::memory_order_relaxed);
    exchange_.fibers.meet(call);
    return values;
  }
  /// Returns fold(... fold(start, value of thread 0, 0) ..., value of thread 31, 31).
  template <class Fold>
  KOKKOS_INLINE_FUNCTION std::uint32_t folded([[maybe_unused]] const char* call, [[maybe_unused]] std::uint32_t value, std::uint32_t start,
                                              [[maybe_unused]] const Fold& fold) const {
    KOKKOS_IF_ON_HOST((const Values& values = all(call, value); for (int thread = 0; thread < size; ++thread) {
      start = fold(start, values[static_cast<std::size_t>(thread)].load(std::memory_order_relaxed), thread);
    }))
    return start;
  }

  Exchange& exchange_;
  int rank_;
};

static_assert(backends::WarpTeam<HostWarp> && backends::WarpTeam<backends::Warp> && !backends::WarpTeam<backends::OneThread>);

}  // namespace plethos::tests
