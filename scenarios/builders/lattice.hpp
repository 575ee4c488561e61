#pragma once

#include "scenarios/builders/builder.hpp"

namespace plethos::scenarios {

/// Agents on a jittered square lattice; goals are the starts of others, in a random cycle through all of them.
Builder lattice_builder();

}  // namespace plethos::scenarios
