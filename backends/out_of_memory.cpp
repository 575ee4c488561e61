#include "backends/out_of_memory.hpp"

#include <new>
#include <string_view>

namespace plethos::backends {

bool is_out_of_memory(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return true;
  // The text of Kokkos 5 is: "Kokkos ERROR: Host memory space failed to allocate 1 TiB (label="...")."
  const std::string_view text = error.what();
  return text.find("Kokkos ERROR: ") != text.npos && text.find(" failed to allocate ") != text.npos;
}

}  // namespace plethos::backends
