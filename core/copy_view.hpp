#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace plethos {

/// PLETHOS_FOR_MEMORY_SPACES(LINE) writes LINE(MemorySpace) for every memory space that the build has.
#ifdef KOKKOS_ENABLE_CUDA
#define PLETHOS_FOR_MEMORY_SPACES(LINE) \
  LINE(Kokkos::HostSpace);              \
  LINE(Kokkos::CudaSpace)
#else
#define PLETHOS_FOR_MEMORY_SPACES(LINE) LINE(Kokkos::HostSpace)
#endif

/// Copies bytes from one memory space to another, or within one, and waits for it.
template <class To, class From>
void copy_bytes(void* to, const void* from, std::size_t bytes);

/// Copies a view into another of the same type and shape, which may lie in another memory space, and waits for it. The elements of both lie
/// without gaps. Kokkos::deep_copy() can do more: for views whose layouts differ it has kernels, which each file that calls it compiles for
/// each type.
template <class To, class From>
void copy_view(const To& to, const From& from) {
  using Value = typename To::value_type;
  static_assert(std::is_same_v<Value, typename From::non_const_value_type> && To::rank() == From::rank());
  static_assert(To::rank() < 2 || std::is_same_v<typename To::array_layout, typename From::array_layout>);
  KOKKOS_ASSERT(to.span() == from.span() && to.span_is_contiguous() && from.span_is_contiguous());
  copy_bytes<typename To::memory_space, typename From::memory_space>(to.data(), from.data(), from.span() * sizeof(Value));
}

/// Returns a view's contents in host memory: the view itself if it lies there, else a copy.
template <class View>
auto host_view(const View& view) {
  if constexpr (std::is_same_v<typename View::memory_space, Kokkos::HostSpace>) {
    return view;
  } else {
    const auto host = Kokkos::create_mirror(Kokkos::WithoutInitializing, Kokkos::HostSpace(), view);
    copy_view(host, view);
    return host;
  }
}

/// Gives a view of one dimension another length. The elements that fit stay, and the others are undefined.
template <class View>
void resize_view(View& view, std::size_t size) {
  using Space = typename View::memory_space;
  const View resized(Kokkos::view_alloc(Kokkos::WithoutInitializing, view.label()), size);
  copy_bytes<Space, Space>(resized.data(), view.data(), std::min(size, view.size()) * sizeof(typename View::value_type));
  view = resized;
}

}  // namespace plethos
