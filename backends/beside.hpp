#pragma once

#include "backends/execution.hpp"

namespace plethos::backends {

/// Returns an execution on the same device for what may go on beside an execution's kernels, such as copies. Nothing orders the two but
/// Marker. It must end before Kokkos does.
template <class Space>
DeviceExecution<Space> beside(const DeviceExecution<Space>& execution) {
  return {Kokkos::Experimental::partition_space(execution.space, 1)[0]};
}

}  // namespace plethos::backends
