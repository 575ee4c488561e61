#pragma once

#include <cairo.h>

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "scenarios/render/palette.hpp"

namespace plethos::scenarios {

/// A picture in memory. Cairo draws lines, areas and text on it. Discs, of which there may be very many, are set directly. Coordinates are
/// in pixels, y downwards. Memory: 4 bytes a pixel. Errors: MachineError for lack of memory.
class Canvas {
 public:
  Canvas(int width, int height);

  int width() const { return width_; }
  int height() const { return height_; }
  cairo_t* cairo() const { return context_.get(); }
  /// Returns the pixels by row, each blue, green, red, unused, with all that Cairo has drawn. Call changed() after writing.
  std::span<std::uint8_t> pixels();
  void changed() { cairo_surface_mark_dirty(surface_.get()); }

  void copy(Canvas& other);
  /// Draws an anti-aliased disc. One with a radius of 2.5 pixels or more gets a thin white rim, which keeps neighbors apart. Call pixels()
  /// before the first disc and changed() after the last one.
  void disc(float x, float y, float radius, Rgb color);
  /// Draws text with its lower left (align 0), lower middle (0.5) or lower right (1) corner at (x, y); `size` is in pixels.
  void text(double x, double y, double size, double align, const std::string& text);
  double text_width(double size, const std::string& text);
  /// Says how text is drawn from now on. At first it is drawn in strokes, which look the same on every machine and know ASCII alone. With
  /// `all` it is drawn in a font of this machine that has its letters, if there is one.
  void use_letters(bool all) { all_letters_ = all; }

  /// Writes the picture as PNG. Returns whether that succeeded; errno has the reason.
  bool write_png(const std::string& path);

 private:
  void use_font(double size, const std::string& text);

  struct Destroy {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(cairo_t* context) const { cairo_destroy(context); }
    void operator()(cairo_font_face_t* face) const { cairo_font_face_destroy(face); }
  };
  int width_;
  int height_;
  std::unique_ptr<cairo_surface_t, Destroy> surface_;
  std::unique_ptr<cairo_t, Destroy> context_;
  bool all_letters_ = false;
  std::map<std::string, std::unique_ptr<cairo_font_face_t, Destroy>> faces_;  // by text; null: no font has its letters
};

/// Returns whether a text has characters beyond ASCII.
bool has_other_letters(const std::string& text);

/// Trails as a density that adds up and fades. Memory: 16 bytes a pixel.
class TrailLayer {
 public:
  TrailLayer(int width, int height);

  /// Adds a line of `thickness` pixels. Lines that continue each other add up to one without seams.
  void line(float x0, float y0, float x1, float y1, float thickness, Rgb color);
  /// Multiplies everything so far by `factor`, in [0, 1].
  void fade(float factor);
  /// Returns the density that a `share` in [0, 1] of the touched pixels stay below.
  float quantile(float share) const;
  /// Lays the trails over the canvas, with opacity `opacity` * (1 - exp(-density / unit)).
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
