#pragma once

#include <span>
#include <string_view>

namespace plethos::scenarios {

/// A scenario file that the program contains.
struct LibraryText {
  std::string_view name;  ///< the file's name without .toml
  std::string_view text;
};

/// Returns all of them, by name. They are generated at build time from the .toml files beside this header (see CMakeLists.txt there).
std::span<const LibraryText> library_texts();

}  // namespace plethos::scenarios
