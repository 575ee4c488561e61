#pragma once

#include <string>
#include <utility>
#include <vector>

namespace plethos::scenarios {

/// Text attributes of a file's root: name and value, in order (run header, seed, parameters).
using Attributes = std::vector<std::pair<std::string, std::string>>;

}  // namespace plethos::scenarios
