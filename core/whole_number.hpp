#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace plethos {

/// Returns the digits of a whole number, with a '-' before them if it is below 0: "1000" of "1000", "+1000", "1e3" or "1.0e+3". Returns
/// nothing for any other text, such as "1.5" or "1e-3", and for a number of more than 40 digits.
std::optional<std::string> whole_number_digits(std::string_view text);

}  // namespace plethos
