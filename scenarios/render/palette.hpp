#pragma once

#include <cstddef>

namespace plethos::scenarios {

/// A color in sRGB, each part in [0, 1].
struct Rgb {
  float r, g, b;
};

/// Okabe and Ito's colors, which people with any kind of color blindness can tell apart; they repeat after seven.
Rgb group_color(std::size_t group);

/// A color of a circle through the same colors; `turns` in [0, 1], where 0 and 1 are the same.
Rgb direction_color(float turns);

/// A color of a scale whose lightness grows with `value`, in [0, 1], so that it reads without hue as well.
Rgb speed_color(float value);

}  // namespace plethos::scenarios
