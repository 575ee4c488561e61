#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plethos {

/// The text as one line that does not steer a terminal, whatever a name in it or a library has written: each line break is a space, and
/// every other control character (of ASCII, and U+0080 to U+009F in UTF-8) is \xNN.
std::string one_line(std::string_view text);

/// Text for a message: at most 40 characters of it, in quotes, with what is not printable ASCII shown as '?'.
std::string quote_text(std::string_view text);

/// "A", "A and B", "A, B and C" with `conjunction` "and".
std::string joined_text(const std::vector<std::string>& items, std::string_view conjunction);

}  // namespace plethos
