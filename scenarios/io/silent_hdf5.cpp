#include "scenarios/io/silent_hdf5.hpp"

#include <hdf5.h>

namespace plethos::scenarios {

void silence_hdf5() {
  // What HDF5 does at the end of a program is of no use: all files are closed before. After damage it may loop there.
  H5dont_atexit();
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

}  // namespace plethos::scenarios
