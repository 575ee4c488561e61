#pragma once

#include <cairo.h>

#include "scenarios/render/canvas.hpp"
#include "scenarios/render/palette.hpp"

namespace plethos::scenarios {

/// Of what can be walked on.
inline constexpr Rgb ground_color{1, 1, 1};

/// What cairo draws next has this color.
inline void use(const Canvas& canvas, Rgb color, double opacity = 1) {
  cairo_set_source_rgba(canvas.cairo(), color.r, color.g, color.b, opacity);
}

}  // namespace plethos::scenarios
