#pragma once

namespace plethos::scenarios {

/// Keeps HDF5 from writing to stderr for the rest of a program that says by itself what went wrong: neither its error stacks nor, at the
/// end, what it thinks of files that it could not close. Call it before anything else of HDF5. A program that uses HDF5 by itself, too, may
/// not want that: functions that read and write files silence HDF5 for as long as they take.
void silence_hdf5();

}  // namespace plethos::scenarios
