#pragma once

#include <cstddef>

namespace plethos::scenarios {

/// A color in sRGB, each part in [0, 1].
struct Rgb {
  float r, g, b;
};

/// Returns one of Okabe and Ito's colors, which people with any kind of color blindness can tell apart. They repeat after seven.
Rgb group_color(std::size_t group);

/// Returns a color of a circle through the same colors. `turns` is in [0, 1]; 0 and 1 are the same.
Rgb direction_color(float turns);

/// Returns a color of a scale whose lightness grows with `value`, in [0, 1], so that it can be read without hue.
Rgb speed_color(float value);

}  // namespace plethos::scenarios
