#pragma once

#include <string>

namespace plethos::scenarios {

/// Returns the program's version, such as 0.2.0.
std::string version_number();
/// Returns the commit of the build. It ends in -dirty if sources were changed, in -archive if they come from a source archive, where nobody can
/// tell whether they were changed, and is "unknown" if there is neither a checkout nor an archive.
std::string commit();
/// Returns both, for headers.
std::string version();

}  // namespace plethos::scenarios
