#pragma once

#include <cstdint>
#include <exception>
#include <string>

#include "core/error.hpp"

namespace plethos::backends {

struct Backend;

/// Returns whether an exception reports a lack of host or device memory: a std::bad_alloc, or Kokkos' own exception. Kokkos' exception has
/// no type of its own, so its text decides.
bool is_out_of_memory(const std::exception& error);

/// Returns the error for `what`, several things, that need so many bytes on a backend, or in a memory in which `free` bytes are free. Its
/// message says how many are.
MachineError lack_of_memory(const std::string& what, std::uint64_t needed, const Backend& backend);
MachineError lack_of_memory(const std::string& what, std::uint64_t needed, std::uint64_t free);

}  // namespace plethos::backends
