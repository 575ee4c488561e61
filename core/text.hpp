#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plethos {

/// Returns the text as one line that cannot steer a terminal, whatever a user's name or a library put into it. Each line break becomes a
/// space. Every other control character (of ASCII, and U+0080 to U+009F in UTF-8) becomes \xNN.
std::string one_line(std::string_view text);

/// Returns a text for a message: at most 40 of its characters, in quotes. Characters other than printable ASCII become '?'.
std::string quote_text(std::string_view text);

/// Returns "A", "A and B", "A, B and C" if `conjunction` is "and".
std::string joined_text(const std::vector<std::string>& items, std::string_view conjunction);

}  // namespace plethos
