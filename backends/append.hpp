#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

namespace plethos::backends {

/// Adds 1 to a number that many threads share, and returns its old value: the place of a new entry in a list. Threads of a warp that come
/// here together share one atomic operation, because a device does atomic operations on one number one after the other.
KOKKOS_INLINE_FUNCTION std::int32_t append_place(std::int32_t& number) {
  KOKKOS_IF_ON_HOST((return Kokkos::atomic_fetch_add(&number, 1);))
  // clang-format off
  KOKKOS_IF_ON_DEVICE((
    const unsigned together = __activemask();
    unsigned lower_threads;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lower_threads));
    const int before = __popc(together & lower_threads);
    std::int32_t first = 0;
    if (before == 0) first = atomicAdd(&number, __popc(together));
    return __shfl_sync(together, first, __ffs(together) - 1) + before;
  ))
  // clang-format on
}

}  // namespace plethos::backends
