#pragma once

#include <string>
#include <string_view>

namespace plethos {

/// The text as one line that does not steer a terminal, whatever a name in it or a library has written: each line break is a space, and
/// every other control character (of ASCII, and U+0080 to U+009F in UTF-8) is \xNN.
std::string one_line(std::string_view text);

}  // namespace plethos
