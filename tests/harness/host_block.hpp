#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <vector>

#include "tests/harness/host_warp.hpp"

namespace plethos::tests {

/// A block of a device on the host: as backends::Block, with the threads of a host's warp. Memory that they share begins with other bits
/// than zeros.
template <int threads>
struct HostBlock : backends::WarpOf<HostThreads<threads>> {
  using Threads = backends::WarpOf<HostThreads<threads>>;
  using Threads::any, Threads::least, Threads::sync;

  /// Calls body(team) on all threads of a block.
  template <class Body>
  static void run(const Body& body) {
    Threads::run([&](const Threads&) { body(HostBlock()); });
    memory.clear();
  }

  template <class T>
  KOKKOS_INLINE_FUNCTION static T* scratch([[maybe_unused]] int count) {
    KOKKOS_IF_ON_HOST((return reinterpret_cast<T*>(claim(static_cast<std::size_t>(count) * sizeof(T)));))
    KOKKOS_IF_ON_DEVICE((return nullptr;))
  }
  template <class Function>
  KOKKOS_INLINE_FUNCTION static void each(int count, const Function& f) {
    sync();
    Threads::each(count, f);
    sync();
  }
  template <class Function>
  KOKKOS_INLINE_FUNCTION static void each(int count, int, const Function& f) {
    each(count, f);
  }
  template <class Function>
  KOKKOS_INLINE_FUNCTION static bool any(int count, const Function& f) {
    bool found = false;
    Threads::each(count, [&](int i) { found = found || f(i); });
    return any(found);
  }
  template <class Function>
  KOKKOS_INLINE_FUNCTION static float greatest(int count, const Function& f) {
    float most = 0.f;
    Threads::each(count, [&](int i) {
      const float found = f(i);
      most = found > most ? found : most;
    });
    return -least(-most);
  }
  template <class Order, class Function>
  KOKKOS_INLINE_FUNCTION static typename Order::value_type least(int count, const Function& f) {
    typename Order::value_type best = Order::last();
    Threads::each(count, [&](int i) { f(i, best); });
    for (int distance = threads / 2; distance > 0; distance /= 2) {
      const typename Order::value_type other = across(best, distance);
      if (Order::before(other, best)) best = other;
    }
    return best;
  }

 private:
  static std::byte* claim(std::size_t bytes) {
    if (Threads::rank() == 0) {
      memory.push_back(std::make_unique_for_overwrite<std::byte[]>(bytes));
      std::memset(memory.back().get(), 0x5a, bytes);
    }
    sync();
    std::byte* const claimed = memory.back().get();
    sync();
    return claimed;
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION static T across(T value, [[maybe_unused]] int distance) {
    KOKKOS_IF_ON_HOST((return exchanged(value, distance);))
    KOKKOS_IF_ON_DEVICE((return value;))
  }
  template <class T>
  static T exchanged(T value, int distance) {
    auto words = std::bit_cast<std::array<std::uint32_t, sizeof(T) / sizeof(std::uint32_t)>>(value);
    for (std::uint32_t& word : words) word = Threads::from(word, Threads::rank() ^ distance);
    return std::bit_cast<T>(words);
  }

  static inline thread_local std::vector<std::unique_ptr<std::byte[]>> memory;
};

/// Calls test(Team()) with the types of blocks of 32 and of 64 threads.
template <class Test>
void for_each_block(const Test& test) {
  test(HostBlock<32>());
  test(HostBlock<64>());
}

}  // namespace plethos::tests
