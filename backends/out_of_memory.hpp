#pragma once

#include <exception>

namespace plethos::backends {

/// Whether an exception says that host or device memory could not be had: a std::bad_alloc, or Kokkos' own, which has no type of its own
/// and is told by its text.
bool is_out_of_memory(const std::exception& error);

}  // namespace plethos::backends
