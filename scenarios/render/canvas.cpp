#include "scenarios/render/canvas.hpp"

#include <cairo-ft.h>
#include <fontconfig/fontconfig.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>

#include "core/error.hpp"
#include "scenarios/io/ownership.hpp"

namespace plethos::scenarios {
namespace {

constexpr float rim = 0.8f;           // pixels
constexpr float least_rimmed = 2.5f;  // pixels

std::uint8_t mix(std::uint8_t below, float above, float opacity) {
  const float value = static_cast<float>(below) + (255.f * above - static_cast<float>(below)) * opacity;
  return static_cast<std::uint8_t>(std::fmin(std::fmax(value + 0.5f, 0.f), 255.f));
}

void lay_over(std::uint8_t* pixel, Rgb color, float opacity) {
  pixel[0] = mix(pixel[0], color.b, opacity);
  pixel[1] = mix(pixel[1], color.g, opacity);
  pixel[2] = mix(pixel[2], color.r, opacity);
}

/// Clamps like std::clamp, but turns NaN into `low`.
float clamped(float value, float low, float high) { return std::fmin(std::fmax(value, low), high); }

float covered(float value) { return clamped(value, 0.f, 1.f); }

/// Returns the whole pixels from `low` to `high` that lie within [0, size).
std::pair<int, int> pixel_range(float low, float high, int size) {
  const float limit = static_cast<float>(size);
  return {static_cast<int>(clamped(std::floor(low), 0.f, limit)), static_cast<int>(clamped(std::ceil(high), 0.f, limit))};
}

/// Calls take(character, its bytes) for each character of a text. Bytes that are no UTF-8 are question marks.
template <class Take>
void for_each_character(const std::string& text, const Take& take) {
  for (std::size_t at = 0; at < text.size();) {
    FcChar32 character = '?';
    const auto* const bytes = reinterpret_cast<const FcChar8*>(text.data() + at);
    const int used = FcUtf8ToUcs4(bytes, &character, static_cast<int>(text.size() - at));
    const std::size_t size = used > 0 ? static_cast<std::size_t>(used) : 1;
    take(used > 0 ? character : FcChar32{'?'}, used > 0 ? text.substr(at, size) : std::string("?"));
    at += size;
  }
}

/// Cairo draws nothing more after a text that is no UTF-8.
std::string valid_text(const std::string& text) {
  std::string valid;
  for_each_character(text, [&](FcChar32, const std::string& bytes) { valid += bytes; });
  return valid;
}

/// Returns a font of this machine that has most of the text's letters, or null if the machine has no fonts.
cairo_font_face_t* find_font(const std::string& text) {
  FcCharSet* const letters = FcCharSetCreate();
  for_each_character(text, [&](FcChar32 character, const std::string&) { FcCharSetAddChar(letters, character); });
  FcPattern* const wanted = FcPatternCreate();
  FcPatternAddString(wanted, FC_FAMILY, reinterpret_cast<const FcChar8*>("sans"));
  FcPatternAddCharSet(wanted, FC_CHARSET, letters);
  FcPatternAddBool(wanted, FC_SCALABLE, FcTrue);
  FcConfigSubstitute(nullptr, wanted, FcMatchPattern);
  FcDefaultSubstitute(wanted);
  FcResult result = FcResultNoMatch;
  FcPattern* const found = FcFontMatch(nullptr, wanted, &result);
  cairo_font_face_t* face = nullptr;
  if (found != nullptr) {
    face = cairo_ft_font_face_create_for_pattern(found);
    FcPatternDestroy(found);
  }
  FcPatternDestroy(wanted);
  FcCharSetDestroy(letters);
  return face;
}

/// Returns a PNG's text chunk that names the program.
std::string mark_chunk() {
  std::string body = "tEXtComment";
  body += '\0';
  body += software_mark;
  const auto number = [](std::size_t value) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xff);
    return bytes;
  };
  const auto check = ::crc32(0, reinterpret_cast<const unsigned char*>(body.data()), static_cast<unsigned>(body.size()));
  return number(body.size() - 4) + body + number(check);
}

struct MarkedPng {
  std::FILE* file;
  std::size_t written = 0;
};

/// Writes a PNG with the mark after the signature and the header, which have the same length in every PNG.
cairo_status_t write_bytes(void* stream, const unsigned char* bytes, unsigned int count) {
  constexpr std::size_t header = 8 + 25;
  auto& png = *static_cast<MarkedPng*>(stream);
  const auto put = [&png](const void* data, std::size_t size) { return std::fwrite(data, 1, size, png.file) == size; };
  const std::size_t before = png.written < header ? std::min<std::size_t>(count, header - png.written) : 0;
  bool good = put(bytes, before);
  if (before > 0 && png.written + before == header) {
    const std::string mark = mark_chunk();
    good = good && put(mark.data(), mark.size());
  }
  good = good && put(bytes + before, count - before);
  png.written += count;
  return good ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

}  // namespace

Canvas::Canvas(int width, int height)
    : width_(width), height_(height), surface_(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height)) {
  if (cairo_surface_status(surface_.get()) != CAIRO_STATUS_SUCCESS) {
    throw MachineError("no memory for a picture of " + std::to_string(width) + " x " + std::to_string(height) + " pixels");
  }
  context_.reset(cairo_create(surface_.get()));
}

std::span<std::uint8_t> Canvas::pixels() {
  cairo_surface_flush(surface_.get());
  // A row of four bytes a pixel needs no padding.
  return {cairo_image_surface_get_data(surface_.get()), static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_) * 4};
}

void Canvas::copy(Canvas& other) {
  const auto from = other.pixels();
  std::copy(from.begin(), from.end(), pixels().begin());
  changed();
}

void Canvas::disc(float x, float y, float radius, Rgb color) {
  const bool rimmed = radius >= least_rimmed;
  const float reach = radius + 0.5f + (rimmed ? rim : 0.f);
  const auto [left, right] = pixel_range(x - reach, x + reach, width_);
  const auto [top, bottom] = pixel_range(y - reach, y + reach, height_);
  std::uint8_t* data = cairo_image_surface_get_data(surface_.get());
  for (int j = top; j < bottom; ++j) {
    std::uint8_t* row = data + static_cast<std::size_t>(j) * static_cast<std::size_t>(width_) * 4;
    for (int i = left; i < right; ++i) {
      const float distance = std::hypot(static_cast<float>(i) + 0.5f - x, static_cast<float>(j) + 0.5f - y);
      if (distance >= reach) continue;
      if (rimmed) lay_over(row + 4 * i, {1, 1, 1}, covered(radius + rim + 0.5f - distance));
      lay_over(row + 4 * i, color, covered(radius + 0.5f - distance));
    }
  }
}

void Canvas::use_font(double size, const std::string& text) {
  cairo_font_face_t* face = nullptr;
  if (all_letters_) {
    const auto [place, is_new] = faces_.try_emplace(text);
    if (is_new) place->second.reset(find_font(text));
    face = place->second.get();
  }
  if (face != nullptr) {
    cairo_set_font_face(cairo(), face);
  } else {
    // Cairo's own stroke font needs no font file and looks the same on every machine.
    cairo_select_font_face(cairo(), "@cairo:", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  }
  cairo_set_font_size(cairo(), size);
}

void Canvas::text(double x, double y, double size, double align, const std::string& text) {
  const std::string shown = valid_text(text);
  const double left = x - align * text_width(size, shown);
  use_font(size, shown);
  cairo_move_to(cairo(), left, y);
  cairo_show_text(cairo(), shown.c_str());
}

double Canvas::text_width(double size, const std::string& text) {
  const std::string shown = valid_text(text);
  use_font(size, shown);
  cairo_text_extents_t extents;
  cairo_text_extents(cairo(), shown.c_str(), &extents);
  return extents.x_advance;
}

bool Canvas::write_png(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return false;
  MarkedPng png{file};
  errno = 0;
  const bool written = cairo_surface_write_to_png_stream(surface_.get(), write_bytes, &png) == CAIRO_STATUS_SUCCESS;
  const int error = errno;
  const bool closed = std::fclose(file) == 0;
  if (!written) errno = error;
  return written && closed;
}

bool has_other_letters(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) > 0x7f; });
}

TrailLayer::TrailLayer(int width, int height)
    : width_(width), height_(height), cells_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), Cell{0, 0, 0, 0}) {}

void TrailLayer::line(float x0, float y0, float x1, float y1, float thickness, Rgb color) {
  const float length = std::hypot(x1 - x0, y1 - y0);
  if (!(length > 0)) return;
  const float dx = (x1 - x0) / length;
  const float dy = (y1 - y0) / length;
  const float half = 0.5f * thickness;
  const float reach = half + 1.f;
  const auto [left, right] = pixel_range(std::min(x0, x1) - reach, std::max(x0, x1) + reach, width_);
  const auto [top, bottom] = pixel_range(std::min(y0, y1) - reach, std::max(y0, y1) + reach, height_);
  for (int j = top; j < bottom; ++j) {
    Cell* row = cells_.data() + static_cast<std::size_t>(j) * static_cast<std::size_t>(width_);
    const float py = static_cast<float>(j) + 0.5f - y0;
    // The line crosses this row here. So a long line does not cost its whole rectangle.
    const float middle = std::fabs(dy) > 1e-3f ? x0 + py * dx / dy : 0.5f * (x0 + x1);
    const float spread = std::fabs(dy) > 1e-3f ? reach / std::fabs(dy) + 1 : static_cast<float>(width_) + length;
    const auto [begin, end] = pixel_range(middle - spread, middle + spread, width_);
    for (int i = std::max(left, begin); i < std::min(right, end); ++i) {
      const float px = static_cast<float>(i) + 0.5f - x0;
      const float across = std::min(thickness, covered(half + 0.5f - std::fabs(px * dy - py * dx)));
      const float place = px * dx + py * dy;
      // The share of a pixel's length between the ends. The shares of two lines that meet add up to one.
      const float along = std::min(place + 0.5f, length) - std::max(place - 0.5f, 0.f);
      const float density = across * covered(along);
      if (density <= 0) continue;
      row[i].r += density * color.r;
      row[i].g += density * color.g;
      row[i].b += density * color.b;
      row[i].density += density;
    }
  }
}

void TrailLayer::fade(float factor) {
  for (Cell& cell : cells_) {
    cell.r *= factor;
    cell.g *= factor;
    cell.b *= factor;
    cell.density *= factor;
  }
}

float TrailLayer::quantile(float share) const {
  std::vector<float> densities;
  for (std::size_t i = 0; i < cells_.size(); i += 7) {
    if (cells_[i].density > 0.05f) densities.push_back(cells_[i].density);
  }
  if (densities.empty()) return 0;
  const auto place = densities.begin() + static_cast<std::ptrdiff_t>(share * static_cast<float>(densities.size() - 1));
  std::nth_element(densities.begin(), place, densities.end());
  return *place;
}

void TrailLayer::blend(Canvas& canvas, float unit, float opacity) const {
  std::uint8_t* pixel = canvas.pixels().data();
  for (const Cell& cell : cells_) {
    if (cell.density > 1e-3f) {
      const float scale = 1.f / cell.density;
      lay_over(pixel, {cell.r * scale, cell.g * scale, cell.b * scale}, opacity * (1.f - std::exp(-cell.density / unit)));
    }
    pixel += 4;
  }
  canvas.changed();
}

}  // namespace plethos::scenarios
