#pragma once

#include <string_view>

namespace plethos::scenarios {

/// Returns whether a text is a whole number in digits, with or without a sign, that `value`, read from it, is not: a double holds each
/// whole number up to 2^53, and of larger ones some.
bool is_rounded(std::string_view text, double value);

/// Up to here a double holds each whole number.
inline constexpr double largest_exact = 9007199254740992;

/// What is expected instead of such a number.
inline constexpr const char* exact_number = "a whole number that is exact as a float64, as all up to 9007199254740992 are";

}  // namespace plethos::scenarios
