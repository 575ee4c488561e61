#pragma once

#include <exception>

namespace plethos::backends {

/// Returns whether an exception reports a lack of host or device memory: a std::bad_alloc, or Kokkos' own exception. Kokkos' exception has
/// no type of its own, so its text decides.
bool is_out_of_memory(const std::exception& error);

}  // namespace plethos::backends
