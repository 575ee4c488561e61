#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <utility>

namespace plethos {

/// A matrix in column order whose columns have up to 2^31 elements. A Kokkos::View computes the place of an element in the type of the
/// indices that it is given: with 32 bits places end at 2^31, which ten entries each of 215 million agents pass.
template <class Value, class MemorySpace>
struct TallMatrix : Kokkos::View<Value**, Kokkos::LayoutLeft, MemorySpace> {
  using View = Kokkos::View<Value**, Kokkos::LayoutLeft, MemorySpace>;
  using View::View;

  static_assert(sizeof(std::declval<View>().size()) == sizeof(std::int64_t));

  TallMatrix() = default;
  TallMatrix(const View& view) : View(view) {}

  KOKKOS_INLINE_FUNCTION Value& operator()(std::int64_t row, std::int64_t column) const { return View::operator()(row, column); }
};

}  // namespace plethos
