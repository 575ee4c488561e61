#include "backends/simd/highway_version.hpp"

#include <hwy/highway.h>

namespace plethos::backends {

std::string highway_version() { return std::to_string(HWY_MAJOR) + "." + std::to_string(HWY_MINOR) + "." + std::to_string(HWY_PATCH); }

}  // namespace plethos::backends
