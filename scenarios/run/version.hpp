#pragma once

#include <string>

namespace plethos::scenarios {

/// The program's version, such as 0.1.0.
std::string version_number();
/// The commit it was built from, ending in -dirty if its sources were changed; "unknown" outside of a checkout.
std::string commit();
/// Both, for headers.
std::string version();

}  // namespace plethos::scenarios
