#include "core/whole_number.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>

namespace plethos {

std::optional<std::string> whole_number_digits(std::string_view text) {
  constexpr int most = 40;
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  std::string digits;
  int after_point = 0;
  bool point = false;
  std::size_t at = 0;
  for (; at < text.size() && text[at] != 'e' && text[at] != 'E'; ++at) {
    if (text[at] == '.' && !point) {
      point = true;
    } else if (text[at] >= '0' && text[at] <= '9') {
      digits += text[at];
      after_point += point ? 1 : 0;
    } else {
      return std::nullopt;
    }
  }
  if (digits.empty() || digits.size() > most) return std::nullopt;
  int exponent = 0;
  if (at < text.size()) {
    const std::string_view written = text.substr(text.substr(at + 1).starts_with('+') ? at + 2 : at + 1);
    const auto [end, error] = std::from_chars(written.data(), written.data() + written.size(), exponent);
    if (error != std::errc{} || end != written.data() + written.size() || exponent < -most || exponent > most) return std::nullopt;
  }
  for (exponent -= after_point; exponent < 0; ++exponent) {
    if (!digits.ends_with('0')) return std::nullopt;
    digits.pop_back();
    if (digits.empty()) digits = "0";
  }
  digits.append(static_cast<std::size_t>(exponent), '0');
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  if (digits.size() > most) return std::nullopt;
  return negative && digits != "0" ? "-" + digits : digits;
}

}  // namespace plethos
