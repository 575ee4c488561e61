#pragma once

#include <string>

namespace plethos {

/// The text with '?' for every control character, so that a message which holds it stays one line.
std::string one_line(std::string text);

}  // namespace plethos
