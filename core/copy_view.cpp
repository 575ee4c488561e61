#include "core/copy_view.hpp"

namespace plethos {

template <class To, class From>
void copy_bytes(void* to, const void* from, std::size_t bytes) {
  using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
  Kokkos::deep_copy(Kokkos::View<unsigned char*, To, Unmanaged>(static_cast<unsigned char*>(to), bytes),
                    Kokkos::View<const unsigned char*, From, Unmanaged>(static_cast<const unsigned char*>(from), bytes));
}

#define PLETHOS_COPY_BYTES(MemorySpace) template void copy_bytes<MemorySpace, Kokkos::HostSpace>(void*, const void*, std::size_t)
PLETHOS_FOR_MEMORY_SPACES(PLETHOS_COPY_BYTES);
#undef PLETHOS_COPY_BYTES
#ifdef KOKKOS_ENABLE_CUDA
template void copy_bytes<Kokkos::HostSpace, Kokkos::CudaSpace>(void*, const void*, std::size_t);
template void copy_bytes<Kokkos::CudaSpace, Kokkos::CudaSpace>(void*, const void*, std::size_t);
#endif

}  // namespace plethos
