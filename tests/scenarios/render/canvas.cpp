#include "scenarios/render/canvas.hpp"

#include <doctest/doctest.h>
#include <fontconfig/fontconfig.h>

#include <string>
#include <vector>

using namespace plethos;
using namespace plethos::scenarios;

namespace {

/// Returns the pixels of a text, drawn in black on white.
std::vector<std::uint8_t> drawn(const std::string& text, bool all_letters) {
  Canvas canvas(200, 40);
  cairo_set_source_rgb(canvas.cairo(), 1, 1, 1);
  cairo_paint(canvas.cairo());
  cairo_set_source_rgb(canvas.cairo(), 0, 0, 0);
  canvas.use_letters(all_letters);
  canvas.text(4, 30, 24, 0, text);
  const auto pixels = canvas.pixels();
  return {pixels.begin(), pixels.end()};
}

std::size_t ink(const std::vector<std::uint8_t>& pixels) {
  std::size_t dark = 0;
  for (std::size_t i = 0; i < pixels.size(); i += 4) dark += pixels[i] < 128 ? 1 : 0;
  return dark;
}

/// Returns whether this machine has a font. Without one all text is drawn as plain text is.
bool has_fonts() {
  FcInit();
  const FcFontSet* const fonts = FcConfigGetFonts(nullptr, FcSetSystem);
  if (fonts != nullptr && fonts->nfont > 0) return true;
  MESSAGE("skipped: this machine has no fonts");
  return false;
}

}  // namespace

TEST_CASE("letters beyond ASCII are drawn") {
  if (!has_fonts()) return;
  const std::size_t missing = ink(drawn("\xf3\xb0\x80\x80", true));  // a character that no font has
  for (const char* letter : {"ä", "Ö", "ß", "é", "ł", "Ж", "λ"}) {
    CAPTURE(letter);
    const auto pixels = drawn(letter, true);
    CHECK(ink(pixels) > 10);
    CHECK(ink(pixels) != missing);
    CHECK(pixels != drawn("a", true));
  }
  CHECK(drawn("ä", true) != drawn("ö", true));
}

TEST_CASE("plain text looks the same on every machine") {
  CHECK(ink(drawn("cars", false)) > 20);
  if (has_fonts()) CHECK(drawn("cars", false) != drawn("cars", true));
  CHECK_FALSE(has_other_letters("cars, 12 m"));
  CHECK(has_other_letters("Fußgänger"));
}

TEST_CASE("bytes that are no UTF-8 are question marks, and what follows is drawn") {
  for (const bool all_letters : {false, true}) {
    CHECK(drawn("a\xff"
                "b",
                all_letters) == drawn("a?b", all_letters));
    CHECK(drawn("a\xc3", all_letters) == drawn("a?", all_letters));
  }
}
