#include "scenarios/render/layout.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "scenarios/render/colors.hpp"

namespace plethos::scenarios {
namespace {

/// A scale is rounded down to a whole number if no more than an eighth of the picture's width is lost.
constexpr double least_of_whole = 0.875;

/// Returns the greatest of 1, 2 and 5 times a power of ten that is not above `value`.
double round_number(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  return value >= 5 * power ? 5 * power : value >= 2 * power ? 2 * power : power;
}

}  // namespace

Vec2 Layout::to_canvas(Vec2 p) const {
  const auto pixels = static_cast<float>(scale);
  return {origin.x + pixels * (p.x - bounds.low.x), origin.y + pixels * (bounds.high.y - p.y)};
}

Layout lay_out(const Bounds& bounds, int width, int height, double cell) {
  const auto even = [](double pixels) { return std::max(64, 2 * static_cast<int>(std::lround(pixels / 2))); };
  Layout layout;
  layout.bounds = bounds;
  const double extent_x = std::max(1e-3f, bounds.high.x - bounds.low.x);
  const double extent_y = std::max(1e-3f, bounds.high.y - bounds.low.y);

  layout.width = even(width);
  layout.footer = std::clamp(0.05 * layout.width, 22.0, 72.0);
  const double margin = layout.margin();
  const double inner_width = layout.width - 2 * margin;
  layout.height =
      height > 0 ? even(height) : even(std::min<double>(layout.width, inner_width * extent_y / extent_x + 2 * margin + layout.footer));
  layout.footer = std::min(layout.footer, 0.25 * layout.height);
  const double inner_height = std::max(16.0, layout.height - layout.footer - 1.5 * margin);
  layout.scale = std::min(inner_width / extent_x, inner_height / extent_y);
  const bool whole = cell > 0 && std::floor(layout.scale * cell) >= least_of_whole * layout.scale * cell;
  if (whole) layout.scale = std::floor(layout.scale * cell) / cell;
  layout.origin = {static_cast<float>(margin + 0.5 * (inner_width - layout.scale * extent_x)),
                   static_cast<float>(margin + 0.5 * (inner_height - layout.scale * extent_y))};
  if (whole) layout.origin = {std::floor(layout.origin.x), std::floor(layout.origin.y)};
  return layout;
}

FooterText footer_text(const Layout& layout) { return {0.36 * layout.footer, layout.height - 0.34 * layout.footer}; }

double draw_scale_bar(Canvas& canvas, const Layout& layout) {
  cairo_t* cairo = canvas.cairo();
  const auto [size, baseline] = footer_text(layout);
  use(canvas, ground_color, 0.85);
  cairo_rectangle(cairo, 0, layout.height - layout.footer, layout.width, layout.footer);
  cairo_fill(cairo);

  use(canvas, ink_color);
  const double meters = round_number(0.2 * layout.width / layout.scale);
  const double length = meters * layout.scale;
  const double tick = 0.12 * layout.footer;
  const double margin = layout.margin();
  cairo_set_line_width(cairo, std::max(1.0, layout.width / 900.0));
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
  cairo_move_to(cairo, margin, baseline - tick);
  cairo_line_to(cairo, margin, baseline);
  cairo_line_to(cairo, margin + length, baseline);
  cairo_line_to(cairo, margin + length, baseline - tick);
  cairo_stroke(cairo);
  char text[64];
  std::snprintf(text, sizeof text, "%g m", meters);
  canvas.text(margin + length + 0.5 * size, baseline, size, 0, text);
  return margin + length + 0.5 * size + canvas.text_width(size, text);
}

}  // namespace plethos::scenarios
