#pragma once

#include "core/world.hpp"
#include "scenarios/render/canvas.hpp"

namespace plethos::scenarios {

/// Where things lie on a canvas: the scene in the middle, and a footer below it.
struct Layout {
  int width = 0;
  int height = 0;
  double footer = 0;  ///< pixels
  double scale = 1;   ///< pixels per metre
  Bounds bounds;      ///< of the scene, m
  Vec2 origin;        ///< pixels: the upper left corner of the scene

  Vec2 to_canvas(Vec2 p) const;
  double margin() const { return 0.025 * width; }
};

/// Lays out a scene on a canvas of a width in pixels. A height of 0 follows from the scene's shape, and is at most the width. A cell of
/// `cell` metres gets a whole number of pixels if little room is lost by that; 0: there are no cells.
Layout lay_out(const Bounds& bounds, int width, int height, double cell = 0);

/// Text of the footer: its height and its baseline in pixels.
struct FooterText {
  double size, baseline;
};
FooterText footer_text(const Layout& layout);

/// Draws the footer's ground and, on its left, a scale bar. Returns where the bar's text ends.
double draw_scale_bar(Canvas& canvas, const Layout& layout);

}  // namespace plethos::scenarios
