#pragma once

#include "docs/teaching/stencils/room.hpp"

namespace plethos::teaching {

/// The number mantissa * 2^(64 * exponent). The mantissa is at least 2^-32, or the number is 0.
struct SmallNumber {
  static constexpr std::int32_t of_zero = -(1 << 20);
  float mantissa = 0;
  std::int32_t exponent = of_zero;

  SmallNumber() = default;
  SmallNumber(float number, std::int32_t times) : mantissa(number), exponent(times) {
    if (mantissa > 0 && mantissa < std::ldexp(1.f, -32)) {
      mantissa = std::ldexp(mantissa, 64);
      --exponent;
    }
  }
  /// Returns the mantissa that the number has with an exponent that is not below its own. Two exponents further it would be below 2^-96.
  float at(std::int32_t other) const { return exponent == other ? mantissa : exponent == other - 1 ? std::ldexp(mantissa, -64) : 0.f; }
  bool operator<(const SmallNumber& other) const {
    const std::int32_t both = std::max(exponent, other.exponent);
    return at(both) < other.at(both);
  }
};

inline float mean(float east, float west, float north, float south) { return 0.25f * ((east + west) + (north + south)); }
inline SmallNumber mean(const SmallNumber& east, const SmallNumber& west, const SmallNumber& north, const SmallNumber& south) {
  const std::int32_t both = std::max({east.exponent, west.exponent, north.exponent, south.exponent});
  return {mean(east.at(both), west.at(both), north.at(both), south.at(both)), both};
}

/// Returns values for the cells of a room, all of them `begin` but those that are given.
template <class Number>
std::vector<Number> begin_values(const Room& room, const Number& begin, const Number& one) {
  std::vector<Number> values(room.values.size(), begin);
  for (std::size_t n = 0; n < values.size(); ++n) {
    if (room.free[n] == 0) values[n] = room.values[n] > 0 ? one : Number();
  }
  return values;
}

/// Gives each free cell in turn the mean of its neighbors. Returns how many cells have changed.
template <class Number>
int sweep_values(const Room& room, std::vector<Number>& values) {
  const auto row = static_cast<std::size_t>(room.width);
  int changed = 0;
  for (std::size_t n = 0; n < values.size(); ++n) {
    if (room.free[n] == 0) continue;
    const Number found = mean(values[n + 1], values[n - 1], values[n - row], values[n + row]);
    changed += found < values[n] || values[n] < found ? 1 : 0;
    values[n] = found;
  }
  return changed;
}

/// Cells from which an agent does not know where to go.
struct Lost {
  int without_value = 0;  ///< free cells whose value is 0
  int without_way = 0;    ///< free cells with a value, but without a neighbor that has a greater one
};

template <class Number>
Lost lost_cells(const Room& room, const std::vector<Number>& values) {
  const auto row = static_cast<std::size_t>(room.width);
  Lost lost;
  for (std::size_t n = 0; n < values.size(); ++n) {
    if (room.free[n] == 0) continue;
    const bool has_value = Number() < values[n];
    const bool leads = values[n] < values[n + 1] || values[n] < values[n - 1] || values[n] < values[n - row] || values[n] < values[n + row];
    lost.without_value += has_value ? 0 : 1;
    lost.without_way += has_value && !leads ? 1 : 0;
  }
  return lost;
}

}  // namespace plethos::teaching
