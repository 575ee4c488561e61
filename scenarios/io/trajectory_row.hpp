#pragma once

#include <cstddef>

#include "scenarios/io/hdf5.hpp"
#include "scenarios/io/trajectory.hpp"

namespace plethos::scenarios {

/// Returns the compound type of a TrajectoryRow, with its numbers as `integer` and `number`: HDF5's native types in memory, or those of a
/// file.
inline hdf5::Datatype trajectory_row_type(hid_t integer, hid_t number) {
  hdf5::Datatype type(H5Tcreate(H5T_COMPOUND, sizeof(TrajectoryRow)));
  H5Tinsert(type.get(), "frame", offsetof(TrajectoryRow, frame), integer);
  H5Tinsert(type.get(), "id", offsetof(TrajectoryRow, id), integer);
  H5Tinsert(type.get(), "x", offsetof(TrajectoryRow, x), number);
  H5Tinsert(type.get(), "y", offsetof(TrajectoryRow, y), number);
  H5Tinsert(type.get(), "z", offsetof(TrajectoryRow, z), number);
  return type;
}

}  // namespace plethos::scenarios
