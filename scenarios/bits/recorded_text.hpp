#pragma once

#include <span>
#include <string_view>

namespace plethos::scenarios {

/// A file beside this header that the program contains.
struct RecordedText {
  std::string_view name;  ///< the file's name without .json
  std::string_view text;
};

/// Returns the one, recorded.json, which `plethos verify-bits --record` writes. It is generated at build time.
std::span<const RecordedText> recorded_bits();

}  // namespace plethos::scenarios
