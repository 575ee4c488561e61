#pragma once

#include <Kokkos_Core.hpp>

namespace plethos {

// One instruction each, also on a device. Kokkos::countr_zero() and its like are constant expressions, and loops on a device for that.

/// Returns the number of zeros below the lowest one of an unsigned number's bits; all its bits for 0.
template <class T>
KOKKOS_INLINE_FUNCTION int countr_zero(T x) {
  return Kokkos::Experimental::countr_zero_builtin(x);
}
/// Returns the number of zeros above the highest one; all its bits for 0.
template <class T>
KOKKOS_INLINE_FUNCTION int countl_zero(T x) {
  return Kokkos::Experimental::countl_zero_builtin(x);
}
/// Returns the number of ones.
template <class T>
KOKKOS_INLINE_FUNCTION int popcount(T x) {
  return Kokkos::Experimental::popcount_builtin(x);
}

}  // namespace plethos
