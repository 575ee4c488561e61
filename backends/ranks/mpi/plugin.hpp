#pragma once

#include "backends/ranks/ranks.hpp"

/// Starts MPI, and returns all of its ranks; the caller deletes them, which ends MPI. This is the one function of a library of its own,
/// which the program loads under a launcher only: one process runs on machines without MPI.
extern "C" [[gnu::visibility("default")]] plethos::backends::Ranks* plethos_start_mpi(int* argc, char*** argv);
