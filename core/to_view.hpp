#pragma once

#include <Kokkos_Core.hpp>
#include <span>
#include <string>
#include <utility>
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

/// Gives a view of one dimension another length. If it has another one, its elements are undefined then.
template <class View>
void fit_view(const char* label, std::size_t size, View& view) {
  if (view.size() == size) return;
  view = {};
  view = unset_view<View>(label, size);
}

/// Returns the first `size` elements of a view of one dimension. A view that is too short is replaced by one with undefined elements: the
/// first one has so many, and a later one an eighth more.
template <class View>
View claim_view(const char* label, std::size_t size, View& view) {
  if (view.size() < size) {
    const std::size_t claimed = view.size() == 0 ? size : size + size / 8;
    view = {};
    view = unset_view<View>(label, claimed);
  }
  return Kokkos::subview(view, std::pair<std::size_t, std::size_t>(0, size));
}

/// Copies values to the beginning of a view, which grows as claim_view() says, and returns this part of it.
template <class View>
View refill_view(const char* label, std::span<const typename View::value_type> values, View& view) {
  const View part = claim_view(label, values.size(), view);
  copy_bytes(part.data(), in_host_memory<typename View::memory_space>, values.data(), true, values.size_bytes());
  return part;
}

}  // namespace plethos
