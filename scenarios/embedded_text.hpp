#pragma once

#include <span>
#include <string_view>

namespace plethos::scenarios {

/// A file that the program contains (cmake/PlethosTexts.cmake).
struct EmbeddedText {
  std::string_view name;  ///< the file's, without its ending
  std::string_view text;
};

/// Returns the scenario files of scenarios/library/, by name.
std::span<const EmbeddedText> library_texts();
/// Returns the one file bits/recorded.json, which `plethos verify-bits --record` writes.
std::span<const EmbeddedText> recorded_bits();

}  // namespace plethos::scenarios
