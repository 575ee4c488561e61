#pragma once

#include "backends/ranks/ranks.hpp"

namespace plethos::tests {

/// Returns the ranks of the test program: those that mpiexec has started, or one.
const backends::Ranks& ranks();

}  // namespace plethos::tests
