#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "backends/device.hpp"

namespace plethos::backends {

/// Adds 1 to a number that many threads share, and returns its old value: the place of a new entry in a list. Threads of a warp that come
/// here together share one atomic operation, because a device does atomic operations on one number one after the other.
KOKKOS_INLINE_FUNCTION std::int32_t append_place(std::int32_t& number) {
  KOKKOS_IF_ON_HOST((return Kokkos::atomic_fetch_add(&number, 1);))
  KOKKOS_IF_ON_DEVICE((return warp::native::append_place(number);))
}

}  // namespace plethos::backends
