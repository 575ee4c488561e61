#include "core/text.hpp"

#include <cstddef>

namespace plethos {
namespace {

void append_escaped(std::string& text, unsigned char c) {
  constexpr const char* digits = "0123456789abcdef";
  text += "\\x";
  text += digits[c >> 4];
  text += digits[c & 15];
}

}  // namespace

std::string one_line(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
    if (c == '\n' || c == '\r') {
      result += ' ';
    } else if (c < 0x20 || c == 0x7f) {
      append_escaped(result, c);
    } else if (c == 0xc2 && next >= 0x80 && next < 0xa0) {
      append_escaped(result, c);
      append_escaped(result, static_cast<unsigned char>(text[++i]));
    } else {
      result += text[i];
    }
  }
  return result;
}

std::string quote_text(std::string_view text) {
  constexpr std::size_t limit = 40;
  std::string result = "'";
  for (const char c : text.substr(0, limit)) result += c >= ' ' && c <= '~' ? c : '?';
  return result + (text.size() > limit ? "...'" : "'");
}

std::string joined_text(const std::vector<std::string>& items, std::string_view conjunction) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += i + 1 < items.size() ? ", " : " " + std::string(conjunction) + " ";
    text += items[i];
  }
  return text;
}

}  // namespace plethos
