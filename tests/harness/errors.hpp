#pragma once

#include <string>
#include <string_view>

#include "core/error.hpp"

namespace plethos::tests {

/// Returns the text of the error of type `Expected` that `function` throws, or "no error".
template <class Expected, class Function>
std::string thrown(Function&& function) {
  try {
    function();
  } catch (const Expected& error) {
    return error.what();
  }
  return "no error";
}

/// The same for an InputError.
template <class Function>
std::string input_error(Function&& function) {
  return thrown<InputError>(function);
}

inline bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

}  // namespace plethos::tests
