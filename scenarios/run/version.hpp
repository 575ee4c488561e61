#pragma once

#include <string>

namespace plethos::scenarios {

/// Returns the program's version, such as 0.1.0.
std::string version_number();
/// Returns the commit of the build. It ends in -dirty if sources were changed, and is "unknown" outside of a checkout.
std::string commit();
/// Returns both, for headers.
std::string version();

}  // namespace plethos::scenarios
