#include "scenarios/exact_number.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace plethos::scenarios {

bool is_rounded(std::string_view text, double value) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) return false;
  text.remove_prefix(std::min(text.find_first_not_of('0'), text.size() - 1));
  char digits[320];  // the largest double has 309
  std::snprintf(digits, sizeof digits, "%.0f", std::abs(value));
  return text != digits;
}

}  // namespace plethos::scenarios
