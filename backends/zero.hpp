#pragma once

#include <Kokkos_Core.hpp>

namespace plethos::backends {

/// A kernel that sets the elements of a view to 0.
template <class View>
struct Zero {
  View view;

  KOKKOS_FUNCTION void operator()(int i) const { view(i) = 0; }
};

}  // namespace plethos::backends
