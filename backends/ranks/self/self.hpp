#pragma once

#include "backends/ranks/ranks.hpp"

namespace plethos::backends {

/// Returns the one rank of a process by itself. It needs no MPI.
const Ranks& self();

}  // namespace plethos::backends
