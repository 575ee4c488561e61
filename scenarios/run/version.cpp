#include "scenarios/run/version.hpp"

#include <plethos/version.hpp>

namespace plethos::scenarios {

std::string version_number() { return PLETHOS_VERSION; }
std::string commit() { return PLETHOS_GIT_HASH; }
std::string version() { return version_number() + " (" + commit() + ")"; }

}  // namespace plethos::scenarios
