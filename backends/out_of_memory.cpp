#include "backends/out_of_memory.hpp"

#include <new>
#include <sstream>
#include <string_view>

#include "backends/backend.hpp"

namespace plethos::backends {

bool is_out_of_memory(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return true;
  // The text of Kokkos 5 is: "Kokkos ERROR: Host memory space failed to allocate 1 TiB (label="...")."
  const std::string_view text = error.what();
  return text.find("Kokkos ERROR: ") != text.npos && text.find(" failed to allocate ") != text.npos;
}

namespace {

MachineError lack_of_memory(const std::string& what, std::uint64_t needed, const std::string& where, std::uint64_t free) {
  constexpr double gibibyte = 1 << 30;
  std::ostringstream message;
  message.precision(3);
  message << "out of memory: " << what << " need about " << static_cast<double>(needed) / gibibyte << " GiB" << where << ", "
          << static_cast<double>(free) / gibibyte << " GiB are free";
  return MachineError(message.str());
}

}  // namespace

MachineError lack_of_memory(const std::string& what, std::uint64_t needed, const Backend& backend) {
  return lack_of_memory(what, needed, " on " + backend.name, memory(backend).free);
}

MachineError lack_of_memory(const std::string& what, std::uint64_t needed, std::uint64_t free) {
  return lack_of_memory(what, needed, "", free);
}

}  // namespace plethos::backends
