#include "core/frame_rate.hpp"

#include <charconv>
#include <cmath>

namespace plethos {

double frame_rate(float time_step, std::int64_t every) {
  const double steps = std::round(1 / static_cast<double>(time_step));
  if (static_cast<float>(1 / steps) == time_step) return steps / static_cast<double>(every);
  // The time step is digits x 10^-decimals. A quotient of whole numbers is rounded once.
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, time_step, std::chars_format::fixed).ptr;
  double digits = 0;
  double power = 1;
  bool fraction = false;
  for (const char* c = text; c != end; ++c) {
    if (*c == '.') {
      fraction = true;
      continue;
    }
    digits = 10 * digits + (*c - '0');
    if (fraction) power *= 10;
  }
  return power / (digits * static_cast<double>(every));
}

}  // namespace plethos
