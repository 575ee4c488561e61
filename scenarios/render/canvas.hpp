#pragma once

#include <cairo.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "scenarios/render/palette.hpp"

namespace plethos::scenarios {

/// A picture in memory: Cairo draws lines, areas and text on it, and discs, of which there may be very many, are set directly.
/// Coordinates in pixels, y downwards. Memory: 4 bytes a pixel. Errors: MachineError if there is not so much.
class Canvas {
 public:
  Canvas(int width, int height);

  int width() const { return width_; }
  int height() const { return height_; }
  cairo_t* cairo() const { return context_.get(); }
  /// The pixels by row, each blue, green, red, unused. What Cairo drew is in them; after writing, call changed().
  std::span<std::uint8_t> pixels();
  void changed() { cairo_surface_mark_dirty(surface_.get()); }

  void copy(Canvas& other);
  /// An anti-aliased disc. Those of 2.5 pixels and more get a thin white rim, which keeps neighbors apart. Call pixels() before the
  /// first and changed() after the last one.
  void disc(float x, float y, float radius, Rgb color);
  /// Text with its lower left (align 0), lower middle (0.5) or lower right (1) corner at (x, y); `size` in pixels.
  void text(double x, double y, double size, double align, const std::string& text);
  double text_width(double size, const std::string& text);

  /// As PNG. Whether it could be written; errno tells why not.
  bool write_png(const std::string& path);

 private:
  void use_font(double size);

  struct Destroy {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(cairo_t* context) const { cairo_destroy(context); }
  };
  int width_;
  int height_;
  std::unique_ptr<cairo_surface_t, Destroy> surface_;
  std::unique_ptr<cairo_t, Destroy> context_;
};

/// Where trails pass, as a density that adds up and fades. Memory: 16 bytes a pixel.
class TrailLayer {
 public:
  TrailLayer(int width, int height);

  /// Adds a line of `thickness` pixels. Lines that continue each other add up to one without seams.
  void line(float x0, float y0, float x1, float y1, float thickness, Rgb color);
  /// Makes everything so far weaker: by `factor`, in [0, 1].
  void fade(float factor);
  /// The density that a `share` in [0, 1] of the touched pixels stay below.
  float quantile(float share) const;
  /// Lays the trails over the canvas: opacity `opacity` * (1 - exp(-density / unit)).
  void blend(Canvas& canvas, float unit, float opacity) const;

 private:
  struct Cell {
    float r, g, b, density;
  };
  int width_;
  int height_;
  std::vector<Cell> cells_;
};

}  // namespace plethos::scenarios
