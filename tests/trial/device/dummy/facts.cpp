#include "backends/backend.hpp"
#include "backends/device.hpp"
#include "backends/device_facts.hpp"

// A memory space of one's own needs what Kokkos keeps from its users. A real kind of device has a space of Kokkos'.
#define KOKKOS_IMPL_PUBLIC_INCLUDE
#include <impl/Kokkos_SharedAlloc_timpl.hpp>
#undef KOKKOS_IMPL_PUBLIC_INCLUDE

KOKKOS_IMPL_SHARED_ALLOCATION_RECORD_EXPLICIT_INSTANTIATION(plethos::backends::DummyMemory);

namespace plethos::backends {

const char* device_backend() { return "dummy"; }
bool built_with_device() { return true; }
std::string why_device_is_unavailable() { return ""; }
int device_count() { return 1; }
int device_array_kind() { return 1; }
Device device() { return {"a dummy of one thread", 1, host_memory().free, host_memory().total}; }
DeviceMachine device_machine() {
  DeviceMachine machine;
  machine.interface = device_backend();
  machine.memory_bytes = device().total_memory;
  return machine;
}

}  // namespace plethos::backends
