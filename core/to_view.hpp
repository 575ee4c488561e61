#pragma once

#include <Kokkos_Core.hpp>
#include <string>
#include <vector>

#include "core/copy_view.hpp"

namespace plethos {

/// Returns a view of one dimension whose elements are undefined.
template <class View>
View unset_view(const std::string& label, std::size_t size) {
  return View(Kokkos::view_alloc(Kokkos::WithoutInitializing, label), size);
}

/// Returns a view of `values.size()` elements, in any memory space, that holds the values. Cost: one copy.
template <class MemorySpace, class Value>
Kokkos::View<Value*, MemorySpace> to_view(const char* label, const std::vector<Value>& values) {
  using Source = Kokkos::View<const Value*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  const Kokkos::View<Value*, MemorySpace> view(label, values.size());
  if (!values.empty()) copy_view(view, Source(values.data(), values.size()));
  return view;
}

}  // namespace plethos
