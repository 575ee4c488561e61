#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "backends/relaxed_load.hpp"

namespace plethos::backends {

/// Raises a number of at least 0 to `value` if that is greater, while others may raise it, too. On a device the bits of such numbers are
/// compared as whole ones, which is one instruction that nobody waits for; for floats it is a loop.
KOKKOS_FORCEINLINE_FUNCTION void raise(float& number, float value) {
  if (!(value > recent_load(number))) return;
  KOKKOS_IF_ON_HOST((Kokkos::atomic_max(&number, value);))
  KOKKOS_IF_ON_DEVICE((Kokkos::atomic_max(reinterpret_cast<std::int32_t*>(&number), Kokkos::bit_cast<std::int32_t>(value));))
}

}  // namespace plethos::backends
