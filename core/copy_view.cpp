#include "core/copy_view.hpp"

namespace plethos {
namespace {

template <class To, class From>
void copy(void* to, const void* from, std::size_t bytes) {
  using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
  Kokkos::deep_copy(Kokkos::View<unsigned char*, To, Unmanaged>(static_cast<unsigned char*>(to), bytes),
                    Kokkos::View<const unsigned char*, From, Unmanaged>(static_cast<const unsigned char*>(from), bytes));
}

}  // namespace

void copy_bytes(void* to, bool to_host, const void* from, bool from_host, std::size_t bytes) {
  using Host = Kokkos::HostSpace;
  // Host memory too where the build has no device.
  using Device = Kokkos::DefaultExecutionSpace::memory_space;
  const auto chosen =
      to_host ? (from_host ? copy<Host, Host> : copy<Host, Device>) : (from_host ? copy<Device, Host> : copy<Device, Device>);
  chosen(to, from, bytes);
}

}  // namespace plethos
