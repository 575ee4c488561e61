#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plethos {

/// Returns the text with the letters of ASCII in lower case.
std::string lower_case(std::string_view text);

/// Returns the element of `known` that is `name` but for the case of its letters (of ASCII), else `name` itself.
std::string known_name(const std::string& name, const std::vector<std::string>& known);

}  // namespace plethos
