#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace plethos {

/// Whether memory of this space is the host's. Otherwise it is the memory of the build's one kind of device.
template <class MemorySpace>
inline constexpr bool in_host_memory = std::is_same_v<MemorySpace, Kokkos::HostSpace>;

/// Copies bytes between host memory and the device's, or within one of them, and waits for it.
void copy_bytes(void* to, bool to_host, const void* from, bool from_host, std::size_t bytes);

/// Copies a view into another of the same type and shape, which may lie in another memory space, and waits for it. The elements of both lie
/// without gaps. Kokkos::deep_copy() can do more: for views whose layouts differ it has kernels, which each file that calls it compiles for
/// each type.
template <class To, class From>
void copy_view(const To& to, const From& from) {
  using Value = typename To::value_type;
  static_assert(std::is_same_v<Value, typename From::non_const_value_type> && To::rank() == From::rank());
  static_assert(To::rank() < 2 || std::is_same_v<typename To::array_layout, typename From::array_layout>);
  KOKKOS_ASSERT(to.span() == from.span() && to.span_is_contiguous() && from.span_is_contiguous());
  copy_bytes(to.data(), in_host_memory<typename To::memory_space>, from.data(), in_host_memory<typename From::memory_space>,
             from.span() * sizeof(Value));
}

/// Returns a view's contents in host memory: the view itself if it lies there, else a copy.
template <class View>
auto host_view(const View& view) {
  if constexpr (in_host_memory<typename View::memory_space>) {
    return view;
  } else {
    const auto host = Kokkos::create_mirror(Kokkos::WithoutInitializing, Kokkos::HostSpace(), view);
    copy_view(host, view);
    return host;
  }
}

/// Return or set one element of a view of one dimension, or the value of one without dimensions.
template <class View>
typename View::non_const_value_type element(const View& view, std::size_t place = 0) {
  typename View::non_const_value_type value{};
  copy_bytes(&value, true, view.data() + place, in_host_memory<typename View::memory_space>, sizeof(value));
  return value;
}
template <class View>
void set_element(const View& view, const typename View::value_type& value, std::size_t place = 0) {
  copy_bytes(view.data() + place, in_host_memory<typename View::memory_space>, &value, true, sizeof(value));
}

/// Gives a view of one dimension another length. The elements that fit stay, and the others are undefined.
template <class View>
void resize_view(View& view, std::size_t size) {
  constexpr bool host = in_host_memory<typename View::memory_space>;
  const View resized(Kokkos::view_alloc(Kokkos::WithoutInitializing, view.label()), size);
  copy_bytes(resized.data(), host, view.data(), host, std::min(size, view.size()) * sizeof(typename View::value_type));
  view = resized;
}

}  // namespace plethos
