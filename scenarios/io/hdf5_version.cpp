#include "scenarios/io/hdf5_version.hpp"

#include <hdf5.h>

namespace plethos::scenarios {

std::string hdf5_version() {
  unsigned major = 0, minor = 0, release = 0;
  if (H5get_libversion(&major, &minor, &release) < 0) return {};
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(release);
}

}  // namespace plethos::scenarios
