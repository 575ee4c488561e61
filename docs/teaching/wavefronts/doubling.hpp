#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace plethos::teaching {

inline constexpr std::size_t lanes = 32;

/// A number for each lane of a warp.
template <class Number>
using Lanes = std::array<Number, lanes>;

/// Lowers each value by the ways from all lanes before it, lane after lane. `step`: what the step into a lane from the one before costs.
template <class Number>
Lanes<Number> along_row(Lanes<Number> values, const Lanes<Number>& step) {
  for (std::size_t i = 1; i < lanes; ++i) values[i] = std::min(values[i], values[i - 1] + step[i]);
  return values;
}

/// The same in log2(lanes) rounds, in each of which all lanes do the same at once: a lane looks at the one 1, 2, 4, ... before it, and
/// knows what the whole way from there costs. `far`: a cost that stands for no way; its sum with itself is a number, too.
template <class Number>
Lanes<Number> along_row_by_doubling(Lanes<Number> values, Lanes<Number> step, Number far) {
  for (std::size_t distance = 1; distance < lanes; distance *= 2) {
    // A warp shuffles: every lane reads what another one had before this round.
    const Lanes<Number> values_before = values, step_before = step;
    for (std::size_t i = 0; i < lanes; ++i) {
      const Number value = i < distance ? far : values_before[i - distance];
      const Number way = i < distance ? far : step_before[i - distance];
      values[i] = std::min(values_before[i], value + step_before[i]);
      step[i] = std::min(far, step_before[i] + way);
    }
  }
  return values;
}

}  // namespace plethos::teaching
