#pragma once

#include "scenarios/builders/builder.hpp"

namespace plethos::scenarios {

/// Builds agents on a jittered square lattice. Their goals are the starts of others, in a random cycle through all of them.
Builder lattice_builder();

}  // namespace plethos::scenarios
