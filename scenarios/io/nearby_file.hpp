#pragma once

#include <string>
#include <vector>

namespace plethos::scenarios {

/// Returns "; did you mean PATH.toml?" if there is no file `path`, but one whose name has an ending that Plethos reads; else an empty text.
std::string nearby_file_hint(const std::string& path);

/// Returns the message for a name that is none of the known ones, where the path of a .toml file would do as well.
std::string unknown_file_message(const std::string& kind, const std::string& name, const std::vector<std::string>& known);

}  // namespace plethos::scenarios
