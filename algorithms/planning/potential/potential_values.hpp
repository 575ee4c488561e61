#pragma once

#include <Kokkos_Core.hpp>

#include "algorithms/planning/potential/scaled_fields.hpp"
#include "algorithms/planning/potential/turning.hpp"

namespace plethos::planning {

/// A number mantissa * 2^(64 * exponent), as ScaledFields says.
struct ScaledValue {
  float mantissa = 0;
  std::int32_t exponent = no_exponent;

  /// Returns the mantissa that the value has with an exponent that is not lower than its own.
  KOKKOS_INLINE_FUNCTION float at(std::int32_t to) const {
    return exponent == to ? mantissa : exponent == to - 1 ? mantissa * (1.f / exponent_base) : 0.f;
  }
  KOKKOS_INLINE_FUNCTION bool less(const ScaledValue& other) const {
    const std::int32_t greater = exponent > other.exponent ? exponent : other.exponent;
    return at(greater) < other.at(greater);
  }
};

/// The solved fields of goals over a map, as agents look them up: 1 - p, so that it is 1 at goals and 0 at walls.
template <class MemorySpace>
struct PotentialValues {
  ScaledFields frame;
  Kokkos::View<float*, MemorySpace> mantissas;
  Kokkos::View<std::int32_t*, MemorySpace> exponents;

  /// Returns the value of a cell; 0 outside of the map.
  KOKKOS_INLINE_FUNCTION ScaledValue at(std::int32_t field, std::int32_t x, std::int32_t y) const {
    if (x < 0 || x >= frame.width || y < 0 || y >= frame.height) return {};
    const std::size_t place = frame.place(field, x, y);
    return {mantissas(place), exponents(place)};
  }

  /// Returns whether a cell is a source of a field: no other one has the value 1.
  KOKKOS_INLINE_FUNCTION bool is_source(std::int32_t field, std::int32_t x, std::int32_t y) const {
    const ScaledValue value = at(field, x, y);
    return value.exponent == 0 && value.mantissa >= 1.f;
  }

  /// Returns the way down the gradient of p at a free cell, by central differences (Fischer, Silveira and Nedel 2009, section 3), or none
  /// where no goal can be reached. Where the differences are 0, at a saddle, it leads to the greatest of the four neighbors.
  KOKKOS_INLINE_FUNCTION Direction descent(std::int32_t field, std::int32_t x, std::int32_t y) const {
    const ScaledValue east = at(field, x + 1, y), west = at(field, x - 1, y), north = at(field, x, y - 1), south = at(field, x, y + 1);
    const std::int32_t sides = Kokkos::max(east.exponent, west.exponent), ends = Kokkos::max(north.exponent, south.exponent);
    const std::int32_t to = Kokkos::max(sides, ends);
    // Mantissas are scaled so that squares neither vanish nor overflow.
    const float e = east.at(to), w = west.at(to), n = north.at(to), s = south.at(to);
    const float greatest = Kokkos::fmax(Kokkos::fmax(e, w), Kokkos::fmax(n, s));
    if (!(greatest > 0.f)) return {};
    const float across = (e - w) / greatest, up = (n - s) / greatest;
    const float length = Kokkos::sqrt(Kokkos::fma(across, across, up * up));
    if (length > 1e-12f) return {across / length, up / length};
    if (e == greatest) return {1.f, 0.f};
    if (n == greatest) return {0.f, 1.f};
    return w == greatest ? Direction{-1.f, 0.f} : Direction{0.f, -1.f};
  }
};

}  // namespace plethos::planning
