#pragma once

#include <cairo.h>

#include "scenarios/render/canvas.hpp"
#include "scenarios/render/palette.hpp"

namespace plethos::scenarios {

/// The color of walkable ground.
inline constexpr Rgb ground_color{1, 1, 1};

/// Sets the color of Cairo's next drawing.
inline void use(const Canvas& canvas, Rgb color, double opacity = 1) {
  cairo_set_source_rgba(canvas.cairo(), color.r, color.g, color.b, opacity);
}

}  // namespace plethos::scenarios
