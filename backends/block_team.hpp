#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

namespace plethos::backends {

/// All warps of a device's block that work on one thing together, each of them a WarpRow. On the host it only compiles.
struct BlockTeam {
  KOKKOS_FORCEINLINE_FUNCTION static std::int32_t turn() {
    KOKKOS_IF_ON_DEVICE((return static_cast<std::int32_t>(threadIdx.y);))
    KOKKOS_IF_ON_HOST((return 0;))
  }
  KOKKOS_FORCEINLINE_FUNCTION static std::int32_t turns() {
    KOKKOS_IF_ON_DEVICE((return static_cast<std::int32_t>(blockDim.y);))
    KOKKOS_IF_ON_HOST((return 1;))
  }
  KOKKOS_FORCEINLINE_FUNCTION static void sync() { KOKKOS_IF_ON_DEVICE((__syncthreads();)) }
  KOKKOS_FORCEINLINE_FUNCTION static bool once() {
    KOKKOS_IF_ON_DEVICE((return threadIdx.x == 0 && threadIdx.y == 0;))
    KOKKOS_IF_ON_HOST((return true;))
  }
  KOKKOS_FORCEINLINE_FUNCTION static bool any(bool here) {
    KOKKOS_IF_ON_DEVICE((return __syncthreads_or(here ? 1 : 0) != 0;))
    KOKKOS_IF_ON_HOST((return here;))
  }
};

}  // namespace plethos::backends
