#pragma once

#include <Kokkos_Core.hpp>
#include <atomic>

namespace plethos::backends {

/// Returns the value of a number that other threads may be changing by atomic operations: any of its recent values. Cost: a load.
/// (Kokkos::atomic_load is a compare-and-swap, for which all threads wait in turn.)
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T relaxed_load(T& number) {
  KOKKOS_IF_ON_HOST((return std::atomic_ref<T>(number).load(std::memory_order_relaxed);))
  KOKKOS_IF_ON_DEVICE((return *static_cast<const volatile T*>(&number);))
}

/// Returns a value that such a number has had since the kernel began. On a device it may come from a thread's own cache, so that threads do
/// not all wait for one place in memory.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T recent_load(T& number) {
  KOKKOS_IF_ON_HOST((return relaxed_load(number);))
  KOKKOS_IF_ON_DEVICE((return number;))
}

/// Sets a number that other threads may be reading by relaxed_load(). Cost: a store.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION void relaxed_store(T& number, T value) {
  KOKKOS_IF_ON_HOST((std::atomic_ref<T>(number).store(value, std::memory_order_relaxed);))
  KOKKOS_IF_ON_DEVICE((*static_cast<volatile T*>(&number) = value;))
}

}  // namespace plethos::backends
