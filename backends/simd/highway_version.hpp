#pragma once

#include <string>

namespace plethos::backends {

/// Returns the version of Highway that vector kernels were compiled with.
std::string highway_version();

}  // namespace plethos::backends
