#pragma once

#include <cairo.h>
#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <string>

#include "scenarios/render/palette.hpp"

namespace plethos::scenarios::recorded {

/// A decoded PNG.
class Picture {
 public:
  explicit Picture(const std::string& path) : surface_(cairo_image_surface_create_from_png(path.c_str()), cairo_surface_destroy) {
    REQUIRE(cairo_surface_status(surface_.get()) == CAIRO_STATUS_SUCCESS);
  }
  int width() const { return cairo_image_surface_get_width(surface_.get()); }
  int height() const { return cairo_image_surface_get_height(surface_.get()); }
  Rgb at(int x, int y) const {
    const unsigned char* pixel = cairo_image_surface_get_data(surface_.get()) + y * cairo_image_surface_get_stride(surface_.get()) + 4 * x;
    return {static_cast<float>(pixel[2]) / 255.f, static_cast<float>(pixel[1]) / 255.f, static_cast<float>(pixel[0]) / 255.f};
  }
  /// Returns the number of pixels whose color differs by at most `tolerance`.
  int count(Rgb color, float tolerance = 0.005f) const {
    int result = 0;
    for (int y = 0; y < height(); ++y) {
      for (int x = 0; x < width(); ++x) result += near(at(x, y), color, tolerance) ? 1 : 0;
    }
    return result;
  }
  static bool near(Rgb a, Rgb b, float tolerance = 0.005f) {
    return std::fabs(a.r - b.r) < tolerance && std::fabs(a.g - b.g) < tolerance && std::fabs(a.b - b.b) < tolerance;
  }

 private:
  std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> surface_;
};

}  // namespace plethos::scenarios::recorded
