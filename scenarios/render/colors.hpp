#pragma once

#include <cairo.h>

#include "scenarios/render/canvas.hpp"
#include "scenarios/render/palette.hpp"

namespace plethos::scenarios {

/// The colors of walkable ground, of obstacles, and of text.
inline constexpr Rgb ground_color{1, 1, 1};
inline constexpr Rgb obstacle_color{0.84f, 0.85f, 0.87f};
inline constexpr Rgb ink_color{0.20f, 0.21f, 0.23f};

/// Sets the color of Cairo's next drawing.
inline void use(const Canvas& canvas, Rgb color, double opacity = 1) {
  cairo_set_source_rgba(canvas.cairo(), color.r, color.g, color.b, opacity);
}

}  // namespace plethos::scenarios
