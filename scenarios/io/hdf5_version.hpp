#pragma once

#include <string>

namespace plethos::scenarios {

/// Returns the version of the HDF5 that runs, such as "1.10.8".
std::string hdf5_version();

}  // namespace plethos::scenarios
